import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { joined, type Said, say } from '../../contract/say.ts';
import {
  type FolderRule,
  faultOf,
  isLocked,
  type Settings,
  settingsSchema,
} from '../../contract/settings.ts';
import { jsonObjectSchema } from '../../contract/views/common.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { readNow, readText, replaceFile } from '../replace-file.ts';
import { ASK_ADMINISTRATOR, lockedKeys, type Policy, readPolicy, withPolicy } from './policy.ts';

const NEXT = say('settings.correctSettingsFile');

const DEFAULTS = { environment: 'practice' };

/**
 * Reads a settings file and applies the policy. Relative paths start at the folder of the file. A null `file` gives the defaults.
 * @throws PlainError `settings.missing`, `settings.not-json`, `settings.invalid`, and the errors of `readPolicy`
 */
export function loadSettings(file: string | null, policy = readPolicy()): Settings {
  if (file === null) return checkedSettings(DEFAULTS, say('settings.policyCannotUsed'), NEXT, policy);
  let bytes: Buffer;
  try {
    bytes = readNow(file);
  } catch (error) {
    throw new PlainError(
      'settings.missing',
      hasCode(error, 'ENOENT')
        ? say('settings.settingsFileNotExist', { file })
        : say('settings.cannotReadSettingsFile', {
            file,
            code: codeOf(error),
          }),
      say('settings.checkPathAfterSettings', { empty: '{}' }),
    );
  }
  if (bytes.includes(0)) {
    throw new PlainError(
      'settings.not-json',
      say('settings.settingsFileUtf16', { file }),
      say('settings.saveFileUtf8'),
    );
  }
  // PowerShell and Notepad write a byte order mark at the beginning of a UTF-8 file.
  return withWholePaths(parseSettings(bytes.toString().replace(/^\uFEFF/, ''), file, policy), file);
}

function withWholePaths(settings: Settings, file: string): Settings {
  const base = dirname(resolve(file));
  const { network, folders, copies } = settings;
  const extraCaFile = network.extraCaFile === null ? null : resolve(base, network.extraCaFile);
  return {
    ...settings,
    folders: folders.map((folder) => ({ ...folder, path: resolve(base, folder.path) })),
    network: { ...network, extraCaFile },
    copies: copies === null ? null : { ...copies, folder: resolve(base, copies.folder) },
  };
}

/** Parses and checks settings. `source` names the file in error messages. @throws PlainError `settings.not-json`, `settings.invalid` */
export function parseSettings(text: string, source: string, policy: Policy | null = null): Settings {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlainError('settings.not-json', say('settings.settingsFileNotJson', { source, reason }), NEXT);
  }
  return checkedSettings(json, say('settings.settingsFileCannotUsed', { source }), NEXT, policy);
}

// `fault` is the beginning of the error message. `next` is the next step, unless a fault comes from the policy.
// @throws PlainError `settings.invalid`
function checkedSettings(settings: unknown, fault: Said, next: Said, policy: Policy | null): Settings {
  const wanted = withPractice(policy === null ? settings : withPolicy(settings, policy.settings));
  const parsed = settingsSchema.safeParse(wanted, { reportInput: true });
  if (!parsed.success) {
    const locked = lockedKeys(policy);
    const isOfPolicy = (issue: z.core.$ZodIssue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
      return isLocked(locked, [...issue.path, ...keys].join('.'));
    };
    const { issues } = parsed.error;
    const faults = issues.flatMap((issue) =>
      describeIssue(issue).map((text) =>
        isOfPolicy(issue) ? say('settings.setPolicy', { text, file: policy?.file ?? '' }) : text,
      ),
    );
    const advice = issues.some(isOfPolicy) ? ASK_ADMINISTRATOR : next;
    throw new PlainError(
      'settings.invalid',
      say('settings.faultAndList', { fault, list: joined(faults, '; ') }),
      advice,
    );
  }
  return parsed.data;
}

// Settings that name no service are settings of practice mode. With a service, a missing environment stays a fault: a station that was meant
// for the service must not run in practice mode unnoticed.
function withPractice(settings: unknown): unknown {
  const given = jsonObjectSchema.safeParse(settings).data;
  if (given === undefined || 'environment' in given || 'environments' in given) return settings;
  return { ...DEFAULTS, ...given };
}

function describeIssue(issue: z.core.$ZodIssue): Said[] {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  const at = (fault: Said) =>
    say('settings.pathAndFault', { path: path || say('settings.wholeFile'), fault });
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        say('settings.pathAndFault', {
          path: `${path ? `${path}.` : ''}${key}`,
          fault: say('settings.notKnownSetting'),
        }),
      );
    case 'invalid_type':
      return [
        at(
          issue.input === undefined
            ? say('settings.isRequired', { type: issue.expected })
            : say('settings.mustBeOfType', { type: issue.expected }),
        ),
      ];
    case 'invalid_value':
      return [
        at(
          say('settings.mustBeOneOf', {
            list: issue.values.map((value) => JSON.stringify(value)).join(', '),
          }),
        ),
      ];
    case 'too_small':
      return [
        at(
          issue.origin === 'string'
            ? say('settings.leastCharacters', { least: String(issue.minimum) })
            : say('settings.mustBeAtLeast', { least: String(issue.minimum) }),
        ),
      ];
    case 'too_big':
      return [
        at(
          issue.origin === 'string'
            ? say('settings.mustBeAtMostCharacters', { most: String(issue.maximum) })
            : say('settings.mustBeAtMost', { most: String(issue.maximum) }),
        ),
      ];
    case 'invalid_key':
      return [at(say('settings.nameNotAllowed'))];
    default:
      return [at(faultOf(issue))];
  }
}

/**
 * Checks settings for `writeSettings`. Relative paths start at the folder of `file`, and become absolute.
 * @throws PlainError `settings.invalid`; `settings.locked` if a value differs from the policy; and the errors of `readPolicy`
 */
export function settingsToWrite(settings: unknown, file: string, policy = readPolicy()): Settings {
  const fault = say('settings.settingsCannotSaved');
  const next = say('settings.correctSettingsMessageNames');
  const asked = checkedSettings(settings, fault, next, null);
  const allowed = checkedSettings(asked, fault, next, policy);
  const changed = lockedKeys(policy).filter(
    (key) => !isDeepStrictEqual(valueAt(asked, key), valueAt(allowed, key)),
  );
  if (changed.length > 0) {
    throw new PlainError(
      'settings.locked',
      say('settings.organizationSetsComputer', {
        list: joined(
          changed.map((key) => `"${key}"`),
          say('settings.and'),
        ),
        file: policy?.file ?? '',
      }),
      say('settings.askAdministratorComputerSetting'),
    );
  }
  return withWholePaths(allowed, file);
}

function valueAt(settings: Settings, key: string): unknown {
  return key
    .split('.')
    .reduce((part: unknown, name) => jsonObjectSchema.safeParse(part).data?.[name], settings);
}

/** Replaces the settings file (0600) atomically. Returns a function that restores the old file. @throws PlainError `settings.unwritable` */
export async function writeSettings(file: string, settings: Settings): Promise<() => Promise<void>> {
  const before = await readOrNull(file);
  await write(file, `${JSON.stringify(settings, null, 2)}\n`);
  return async () => {
    if (before === null) await rm(file, { force: true });
    else await write(file, before);
  };
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readText(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw unwritable(file, error);
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await replaceFile(file, text);
  } catch (error) {
    // If only the sync of the folder failed, the next start reads the new file.
    if ((await readOrNull(file).catch(() => null)) !== text) throw unwritable(file, error);
  }
}

function unwritable(file: string, cause: unknown): PlainError {
  return new PlainError(
    'settings.unwritable',
    say('settings.cannotWriteSettingsFile', {
      file,
      code: codeOf(cause),
    }),
    say('settings.checkDiskFreeSpace'),
    { cause },
  );
}

/** Returns a warning about a rule that is allowed but may put patient names into ids; null if there is no warning. */
export function ruleRemark({ externalId, group }: Pick<FolderRule, 'externalId' | 'group'>): Said | null {
  if (group === 'file' || !externalId.includes('{key}')) return null;
  return say('settings.externalidHoldsComesNames', { key: '{key}' });
}
