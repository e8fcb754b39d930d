import { RE2JS, RE2JSSyntaxException } from 're2js';
import { z } from 'zod';
import { fits, LONGEST_CALLBACK, LONGEST_NAME } from './characters.ts';
import { givenObjectSchema } from './json-object.ts';
import { inWords, type PlainKey, type Said, saidSchema, say } from './say.ts';
import { jsonObjectSchema } from './views/common.ts';

// The settings of a station (docs/architecture.md 10). Each error names the path of the faulty setting and the allowed values.

// Returns the key of the error message of a check: the message of the issue of zod is the key (`faultOf`).
const fault = (key: PlainKey): string => key;

const textWithout = (faultIn: (text: string) => Said | null) =>
  z.string().superRefine((text, context) => {
    const said = faultIn(text);
    if (said !== null) addFault(context, [], said);
  });

function addFault(context: z.core.$RefinementCtx, path: (string | number)[], said: Said): void {
  context.addIssue({ code: 'custom', path, message: inWords(said, 'en'), params: { said } });
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the reason why `text` is not allowed as the address of a service (docs/architecture.md 10); null if `text` is allowed. */
export function baseUrlFault(text: string): Said | null {
  if (!URL.canParse(text)) return say('settings.webAddressHttpsHost');
  const url = new URL(text);
  const onLoopback = isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onLoopback)) {
    return say('settings.beginHttpsHttpAllowed');
  }
  // The following checks read the text and not the parsed URL, because other URL parsers may find another host in the same text.
  if (/[\s\p{Cc}\\]/u.test(text)) return say('settings.mustNotContainSpaces');
  if (text.includes('@')) return say('settings.mustNotContainUserName');
  const asWritten = `${url.protocol}//${url.hostname}`;
  if (!text.toLowerCase().startsWith(asWritten) || !/^(?:[:/]|$)/.test(text.slice(asWritten.length)))
    return say('settings.beginHostMeant', { host: asWritten });
  if (text.length > 300) return say('settings.mustBeAtMost300Characters');
  if (/[?#]/.test(text)) return say('settings.mustNotContainQuery');
  if (!url.pathname.replace(/\/$/, '').endsWith('/public/v1')) return say('settings.mustEndInPublicV1');
  return null;
}

/** Returns the reason why `text` is not allowed as the address of a proxy; null if `text` is allowed. */
export function proxyFault(text: string): Said | null {
  // An address with a password gets its own error message: the password belongs in the secret store and not in the settings file.
  if (text.includes('@')) return say('settings.mustNotContainUserName');
  const [, port] = /^http:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})\/?$/i.exec(text) ?? [];
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535 || !URL.canParse(text)) {
    return say('settings.httpHostPortName');
  }
  return null;
}

const POSTGRES =
  /^postgres(?:ql)?:\/\/[A-Za-z0-9_.-]+@(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/[A-Za-z0-9_-]+$/i;

/** Returns the reason why `text` is not allowed as the address of the stations' database; null if `text` is allowed. */
export function postgresFault(text: string): Said | null {
  // An address with a password gets its own error message: the password belongs in the secret store and not in the settings file.
  if (/^[^@]*\/\/[^@/]*:[^@]*@/.test(text)) return say('settings.mustNotContainPassword');
  return POSTGRES.test(text) && URL.canParse(text) ? null : say('settings.postgresUserHostPort');
}

/** Whether `host`, the host name of an address, is this computer. A connection to this computer needs no TLS. */
export const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.includes(host);

export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, fault('settings.mustBeIdentifier'));

const LONGEST_PATTERN = 500;

// A match takes time in proportion to the size of the program times the length of the name: at this size, a few milliseconds.
const LARGEST_PROGRAM = 500;

const keyPattern = textWithout((text) => {
  if (text.length > LONGEST_PATTERN)
    return say('settings.mustBeAtMostCharacters', { most: String(LONGEST_PATTERN) });
  try {
    const pattern = RE2JS.compile(text);
    if (pattern.programSize() > LARGEST_PROGRAM) return say('settings.regularExpressionFewerSmaller');
    return 'key' in pattern.namedGroups() ? null : say('settings.containGroupNamedKey');
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    // Patterns in linear time have no look-around, no back-reference and no repeat over 1,000. The message names the construct.
    const [construct = text] = /`.*`$/s.exec(error.message) ?? [];
    return say('settings.mustBeRe2', {
      construct,
    });
  }
});

const externalIdTemplate = z.string().superRefine((text, context) => {
  const names = { id: '{id}', key: '{key}', folder: '{folder}' };
  if (!text.endsWith(names.id)) addFault(context, [], say('settings.endStandBefore', names));
  for (const [, placeholder] of text.matchAll(/\{([^}]*)\}/g)) {
    if (!['id', 'key', 'folder'].includes(placeholder ?? ''))
      addFault(context, [], say('settings.placeholderNotKnown', { name: `{${placeholder}}`, ...names }));
  }
  if (!fits(text, 512)) addFault(context, [], say('settings.mustBeAtMost512Characters'));
});

/** The callback address: the service sends a request to this address when a Task ends (docs/service.md 6.1). */
export const callbackTemplate = z
  .string()
  .refine((text) => fits(text, LONGEST_CALLBACK), fault('settings.mustBeAtMost2048Characters'))
  // The JSON Schema of the settings has no flags of patterns.
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\//, fault('settings.mustBeginWithHttp'))
  .refine(
    // The service replaces the placeholders (docs/service.md 6.1), so the check first replaces each placeholder with an example value.
    (text) => URL.canParse(text.replaceAll('{uuid}', 'id').replaceAll('{external_id}', 'null')),
    fault('settings.mustBeWholeAddress'),
  )
  .meta({ maxLength: LONGEST_CALLBACK });

/**
 * A glob for the files of a folder. `*` matches any characters except `/`. `**` in the place of a folder name matches any number
 * of folders. `?`, `[abc]`, `[a-z]`, `[^abc]` and `{a,b}` have their usual meaning. `\` before a character matches that character.
 */
export const filePattern = textWithout(patternFault).min(1);

// Returns why a glob is not allowed; null if the glob is allowed. A glob that other programs interpret differently is not allowed.
function patternFault(text: string): Said | null {
  if (text.length > LONGEST_PATTERN)
    return say('settings.mustBeAtMostCharacters', { most: String(LONGEST_PATTERN) });
  const plain = text.replace(/\\./gsu, '_');
  if (plain.includes('\\')) return say('settings.mustNotEndInBackslash');
  if (/^!|[!?*+@]\(|\([^)]*\|/u.test(plain)) {
    return say('settings.mustNotBeExtendedGlob');
  }
  const brackets = /\[\]?[^\]]+\]/gu;
  for (const [inside] of plain.matchAll(brackets)) {
    const ranges = inside.slice(1, -1).matchAll(/(.)-(.)/gsu);
    const isTurned = [...ranges].some(([, first = '', last = '']) => first > last);
    if (/^\[(!|.*\[[:.=])/u.test(inside) || isTurned) {
      return say('settings.bracketsAllowed');
    }
  }
  const bare = plain.replace(brackets, '_');
  if (bare.split('/').some((part) => part !== '**' && part.includes('**')) || /\{[^}]*\*\*/u.test(bare)) {
    return say('settings.starsAllowed');
  }
  if (/\{[^{}]*\.\./u.test(bare)) return say('settings.mustNotHoldRange');
  const depth = [...bare].reduce((open, character) => {
    if (character === '{') return open + 1;
    return character === '}' ? Math.max(0, open - 1) : open;
  }, 0);
  return depth === 0 ? null : say('settings.braceNotClosed');
}

export const groupingSchema = z.union(
  [
    z.literal('file'),
    z.literal('folder'),
    z.strictObject({ folderDepth: z.int().min(1).max(16) }),
    z.strictObject({ key: keyPattern }),
  ],
  {
    error: fault('settings.mustBeGrouping'),
  },
);

export const backlogSchema = z.union(
  [z.literal('ask'), z.literal('send'), z.literal('skip'), z.strictObject({ newerThan: z.iso.date() })],
  { error: fault('settings.mustBeBacklog') },
);

// The name of a folder inside a watched folder. The check follows the rules of Windows, which allows fewer names than other systems.
const folderName = z
  .string()
  .regex(
    /^(?!\.|Sent \(Clearfolder\)$)[^/\\:*?"<>|\p{Cc}]{1,100}(?<![. ])$/u,
    fault('settings.mustBeFolderName'),
  );

export const folderRuleSchema = z.strictObject({
  id: identifier,
  path: z.string().min(1, fault('settings.mustNameFolder')),
  taskType: z.string().min(1, fault('settings.mustNameTaskType')),
  requestSpec: givenObjectSchema.default({}),
  group: groupingSchema.default('file'),
  quietSeconds: z.number().min(0.1).max(3600).default(5),
  groupQuietSeconds: z.number().min(0.1).max(86_400).default(30),
  include: z
    .array(filePattern)
    .min(1)
    .default(['**/*'])
    .describe(
      'The files to send. Files that are no documents, such as programs and archives, are sent only if a pattern names their extension, such as **/*.dcm.',
    ),
  exclude: z.array(filePattern).default([]),
  backlog: backlogSchema.default('ask'),
  after: z.enum(['keep', 'move']).default('keep'),
  watch: z.enum(['auto', 'poll']).default('auto'),
  rescanMinutes: z.number().min(0.05).max(1440).default(60),
  name: z
    .string()
    .min(1)
    .refine((text) => fits(text, LONGEST_NAME), fault('settings.mustBeAtMost500Characters'))
    .meta({ maxLength: LONGEST_NAME })
    .nullable()
    .default(null),
  externalId: externalIdTemplate.default('{id}'),
  callbackTemplate: callbackTemplate.nullable().default(null),
  answerFolders: z
    .union([z.boolean(), folderName])
    .default(false)
    .describe(
      'Whether each waiting Task of the folder gets a folder for the documents that it lacks: true for folders in "Answers", or another name.',
    ),
  answerFolderNames: z
    .enum(['id', 'name'])
    .default('id')
    .describe('"name" puts the name of the Task, which may be a name of a patient, before its short id.'),
});

export const updateFeedSchema = z
  .string()
  .max(300, fault('settings.mustBeAtMost300Characters'))
  .regex(
    /^[Hh][Tt][Tt][Pp][Ss]:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[\w.~%-]*)*$/,
    fault('settings.mustBeHttpsAddress'),
  );

/** The minutes without input after which the station locks; null if the station never locks. A station without a PIN never locks. */
export const lockMinutesSchema = z.int().min(5).max(60).nullable();

export const settingsSchema = z
  .strictObject({
    /** The address of the JSON Schema of this settings file. Text editors use the schema to check the file. */
    $schema: z.string().optional(),
    station: z
      .string()
      .regex(/^[\w .-]{1,64}$/, fault('settings.mustBeStationName'))
      .nullable()
      .default(null),
    environment: identifier,
    environments: z.record(identifier, textWithout(baseUrlFault)).default({}),
    /**
     * The environments whose secrets are in a private file in the data folder. A person chose the file for these environments, because the
     * keychain did not work.
     */
    secretsInFile: z.array(identifier).default([]),
    folders: z.array(folderRuleSchema).default([]),
    sending: z
      .strictObject({
        concurrency: z.int().min(1).max(32).default(4),
        /** Clearfolder ends a request to the service after this number of seconds in which no byte was transferred. */
        idleTimeoutSeconds: z.number().min(1).max(3600).default(60),
        /**
         * Clearfolder looks up a submission of unknown outcome for at least this number of seconds before it sends the submission again. Null
         * for 1.5 times `idleTimeoutSeconds`, and at least 90 seconds. Lengthen this for a service that shows new Tasks late.
         */
        quarantineSeconds: z.int().min(90).max(86_400).nullable().default(null),
        /** The outbox waits for this time before it sends, so that a person can withdraw documents, answers and edits. */
        undoSeconds: z.number().min(5).max(600).default(8),
        /** Whether this station writes its milestones into the event log of each Task at the service (docs/service.md 4.8). */
        milestones: z.boolean().default(true),
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
        /** The host and port on which Clearfolder listens for callbacks of the service; null if Clearfolder does not listen. */
        listen: z
          .string()
          .regex(/^[^\s/]+:\d{1,5}$/, fault('settings.hostPort'))
          .nullable()
          .default(null),
      })
      .prefault({}),
    network: z
      .strictObject({
        /** The path of a PEM file with certificate authorities that Clearfolder trusts in addition to the authorities of this computer. */
        extraCaFile: z.string().min(1, fault('settings.nameFile')).nullable().default(null),
        proxy: textWithout(proxyFault).nullable().default(null),
      })
      .prefault({}),
    /**
     * How stations agree on the station that sends a document: through the PostgreSQL database `postgres`, or, if `postgres` is null,
     * through files in the shared folder.
     */
    stations: z
      .strictObject({
        postgres: textWithout(postgresFault).nullable().default(null),
      })
      .prefault({}),
    /**
     * Automatic backups into `folder`, every `hours` hours, beside the hourly backups in the data folder. Null: backups only in the data
     * folder. `folder` keeps the newest `keep` backups.
     */
    copies: z
      .strictObject({
        folder: z.string().min(1, fault('settings.mustNameFolder')),
        hours: z.int().min(1).max(720).default(24),
        keep: z.int().min(1).max(1000).default(30),
      })
      .nullable()
      .default(null),
    retention: z.strictObject({ days: z.int().min(1).max(36_500).default(90) }).prefault({}),
    lock: z.strictObject({ idleMinutes: lockMinutesSchema.default(15) }).prefault({}),
    /** `check`: whether the desktop app updates itself. `feed`: the address of the updates; null for the built-in address. */
    updates: z
      .strictObject({ check: z.boolean().default(true), feed: updateFeedSchema.nullable().default(null) })
      .prefault({}),
  })
  .superRefine(({ environment, environments, folders }, context) => {
    const names = Object.keys(environments);
    if (environment !== 'practice' && !names.includes(environment))
      addFault(
        context,
        ['environment'],
        say('settings.practiceEnvironments', {
          list: names.join(', ') || say('settings.noneGiven'),
        }),
      );
    if (names.includes('practice'))
      addFault(context, ['environments', 'practice'], say('settings.builtNoAddress'));
    const ids = folders.map((folder) => folder.id);
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) !== index)
        addFault(context, ['folders', index, 'id'], say('settings.usedTwice', { id }));
  });

export type Settings = z.infer<typeof settingsSchema>;
export type FolderRule = z.infer<typeof folderRuleSchema>;
export type Copies = NonNullable<Settings['copies']>;
export type Grouping = z.infer<typeof groupingSchema>;
export type Backlog = z.infer<typeof backlogSchema>;

/** Whether a policy locks the setting at `path`, such as `network.proxy`. A locked object locks every setting in the object. */
export function isLocked(locked: readonly string[], path: string): boolean {
  return locked.some((key) => `${path}.`.startsWith(`${key}.`));
}

/** Returns the JSON Schema of the settings file. The schema lacks the checks that JSON Schema cannot express. */
export const settingsJsonSchema = () => z.toJSONSchema(settingsSchema, { io: 'input' });

/**
 * Returns the text of a fault that a schema of this file found. A text with values is in `params.said` of the issue; the key of a text
 * without values is the `message` of the issue (`fault`).
 */
export function faultOf({ message, ...issue }: z.core.$ZodIssue): Said {
  const said =
    'params' in issue ? saidSchema.safeParse(jsonObjectSchema.safeParse(issue.params).data?.['said']) : null;
  return said?.success ? said.data : { key: message, values: {} };
}
