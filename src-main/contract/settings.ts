import { z } from 'zod';
import { filePattern } from './file-pattern.ts';
import { givenObjectSchema } from './json-object.ts';

/*
 * The station settings (docs/architecture.md 10). Unknown keys and bad values are errors that name the path and
 * what is allowed.
 */

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether text is a base_url as docs/architecture.md 10 wants it; says what is wrong, or null when nothing is. */
export function baseUrlFault(text: string): string | null {
  if (!URL.canParse(text)) return 'must be a web address such as https://HOST/public/v1';
  const url = new URL(text);
  const onLoopback = LOOPBACK_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onLoopback)) {
    return 'must begin with https:// (http:// is allowed only for this computer)';
  }
  // Of the text itself: what a person reads must be the host that is meant.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain spaces or \\';
  if (text.includes('@')) return 'must not contain a user name or password';
  const asWritten = `${url.protocol}//${url.hostname}`;
  if (!text.toLowerCase().startsWith(asWritten) || !/^[:/]/.test(text.slice(asWritten.length)))
    return `must begin with the host as it is meant: ${asWritten}`;
  if (text.length > 300) return 'must be at most 300 characters';
  if (/[?#]/.test(text)) return 'must not contain ? or #';
  if (!url.pathname.replace(/\/$/, '').endsWith('/public/v1')) return 'must end in /public/v1';
  return null;
}

const baseUrl = z.string().superRefine((text, context) => {
  const fault = baseUrlFault(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

/** Whether text names a proxy that can be used; says what is wrong, or null when nothing is. */
export function proxyFault(text: string): string | null {
  // Of the text itself, which would still show a password that a parser took away.
  if (text.includes('@')) return 'must not contain a user name or password';
  const [, port] = /^http:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})\/?$/.exec(text) ?? [];
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535 || !URL.canParse(text)) {
    return 'must be http://HOST:PORT with the name and the port of the proxy, or null';
  }
  return null;
}

const proxyAddress = z.string().superRefine((text, context) => {
  const fault = proxyFault(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be 1 to 64 letters, digits, "-" or "_"');

const keyPattern = z.string().superRefine((text, context) => {
  try {
    new RegExp(text, 'u');
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a regular expression' });
    return;
  }
  if (!text.includes('(?<key>')) {
    context.addIssue({ code: 'custom', message: 'must contain a group named key: (?<key>...)' });
  }
});

const externalIdTemplate = z.string().superRefine((text, context) => {
  const fault = (message: string) => context.addIssue({ code: 'custom', message });
  if (!text.endsWith('{id}')) fault('must end with {id}; {key} and {folder} may stand before it');
  for (const [, placeholder] of text.matchAll(/\{([^}]*)\}/g)) {
    if (!['id', 'key', 'folder'].includes(placeholder ?? ''))
      fault(`{${placeholder}} is not known; allowed: {id}, {key}, {folder}`);
  }
  if (text.length > 512) fault('must be at most 512 characters');
});

const NO_UUID = '00000000-0000-4000-8000-000000000000';

const callbackTemplate = z
  .string()
  .max(2048, 'must be at most 2048 characters')
  .regex(/^https?:\/\//, 'must begin with http:// or https://')
  .refine(isUrlOnceFilled, 'must be a complete web address, with https:// at the start');

/** As the service fills it in (docs/service.md 6.1). */
function isUrlOnceFilled(template: string): boolean {
  return URL.canParse(template.replaceAll('{uuid}', NO_UUID).replaceAll('{external_id}', 'null'));
}

export const groupingSchema = z.union(
  [
    z.literal('file'),
    z.literal('folder'),
    z.strictObject({ folderDepth: z.int().min(1).max(16) }),
    z.strictObject({ key: keyPattern }),
  ],
  {
    error:
      'must be "file", "folder", {"folderDepth": 1 to 16} or {"key": "a regular expression with (?<key>...)"}',
  },
);

export const backlogSchema = z.union(
  [z.literal('ask'), z.literal('send'), z.literal('skip'), z.strictObject({ newerThan: z.iso.date() })],
  { error: 'must be "ask", "send", "skip" or {"newerThan": "YYYY-MM-DD"}' },
);

export const folderRuleSchema = z.strictObject({
  id: identifier,
  path: z.string().min(1, 'must name a folder'),
  taskType: z.string().min(1, 'must name a task type of your organization'),
  requestSpec: givenObjectSchema.default({}),
  group: groupingSchema.default('file'),
  quietSeconds: z.number().min(0.1).max(3600).default(5),
  groupQuietSeconds: z.number().min(0.1).max(86_400).default(30),
  include: z.array(filePattern).min(1).default(['**/*']),
  exclude: z.array(filePattern).default([]),
  backlog: backlogSchema.default('ask'),
  after: z.enum(['keep', 'move']).default('keep'),
  watch: z.enum(['auto', 'poll']).default('auto'),
  rescanMinutes: z.number().min(0.05).max(1440).default(60),
  name: z.string().min(1).nullable().default(null),
  externalId: externalIdTemplate.default('{id}'),
  callbackTemplate: callbackTemplate.nullable().default(null),
});

/** Minutes without input after which the station locks, or null for never. Without a PIN nothing locks. */
export const lockMinutesSchema = z.int().min(5).max(60).nullable();

export const settingsSchema = z
  .strictObject({
    station: z
      .string()
      .regex(/^[\w .-]{1,64}$/, 'must be 1 to 64 letters, digits, spaces, ".", "_" or "-"')
      .nullable()
      .default(null),
    environment: identifier,
    environments: z.record(identifier, baseUrl).default({}),
    folders: z.array(folderRuleSchema).default([]),
    sending: z
      .strictObject({
        concurrency: z.int().min(1).max(32).default(4),
        /** No byte either way for this long ends a request. */
        idleTimeoutSeconds: z.number().min(1).max(3600).default(60),
        /** What a person sends waits this long, in which it can be taken back. */
        undoSeconds: z.number().min(5).max(600).default(8),
      })
      .prefault({}),
    tracking: z
      .strictObject({
        seconds: z.number().min(0.2).max(3600).default(15),
        scope: z.enum(['station', 'organisation']).default('station'),
      })
      .prefault({}),
    callbacks: z
      .strictObject({
        /** Where the callback listener listens, or null for none. */
        listen: z
          .string()
          .regex(/^[^\s/]+:\d{1,5}$/, 'must be HOST:PORT, or null')
          .nullable()
          .default(null),
      })
      .prefault({}),
    /** How the service is reached from here. */
    network: z
      .strictObject({
        /** A file with further authorities (PEM) whose certificates are believed, beside those of this computer. */
        extraCaFile: z.string().min(1, 'must name a file, or be null').nullable().default(null),
        proxy: proxyAddress.nullable().default(null),
      })
      .prefault({}),
    /** Where backups are written by themselves, beside those in the data folder; null for nowhere. */
    copies: z
      .strictObject({
        folder: z.string().min(1, 'must name a folder'),
        hours: z.int().min(1).max(720).default(24),
        /** So many of the newest copies stay. */
        keep: z.int().min(1).max(1000).default(30),
      })
      .nullable()
      .default(null),
    retention: z.strictObject({ days: z.int().min(1).max(36_500).default(90) }).prefault({}),
    lock: z.strictObject({ idleMinutes: lockMinutesSchema.default(15) }).prefault({}),
  })
  .superRefine((settings, context) => {
    const known = Object.keys(settings.environments);
    if (settings.environment !== 'practice' && !known.includes(settings.environment)) {
      context.addIssue({
        code: 'custom',
        path: ['environment'],
        message: `must be "practice" or one of environments: ${known.join(', ') || '(none is given)'}`,
      });
    }
    if (known.includes('practice')) {
      context.addIssue({
        code: 'custom',
        path: ['environments', 'practice'],
        message: 'is built in and has no address',
      });
    }
    const ids = settings.folders.map((folder) => folder.id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) !== index) {
        context.addIssue({
          code: 'custom',
          path: ['folders', index, 'id'],
          message: `"${id}" is used twice`,
        });
      }
    }
  });

export type Settings = z.infer<typeof settingsSchema>;
export type FolderRule = z.infer<typeof folderRuleSchema>;
export type Copies = NonNullable<Settings['copies']>;
export type Grouping = z.infer<typeof groupingSchema>;
export type Backlog = z.infer<typeof backlogSchema>;
