import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { type FolderRule, type Settings, settingsSchema } from '../../contract/settings.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { readNow, readText, replaceFile } from '../replace-file.ts';

const NEXT =
  'Correct the settings file, then check the file with: clearfolder settings check FILE. Nothing was changed.';

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({ environment: 'practice' });

/**
 * Reads and checks a settings file (docs/architecture.md 10). Relative paths start at the folder of the file.
 *
 * @throws PlainError `settings.missing`, `settings.not-json`, `settings.invalid` with each fault: the path and the allowed values
 */
export function loadSettings(file: string): Settings {
  let bytes: Buffer;
  try {
    bytes = readNow(file);
  } catch (error) {
    throw new PlainError(
      'settings.missing',
      `Clearfolder cannot read the settings file ${file} (${codeOf(error)}).`,
      'Give an existing settings file with --settings.',
    );
  }
  if (bytes.includes(0)) {
    throw new PlainError(
      'settings.not-json',
      `The settings file ${file} is in UTF-16, and Clearfolder reads UTF-8.`,
      'Save the file as UTF-8: in Notepad with "Save as" and the encoding "UTF-8", in Windows PowerShell with "Set-Content -Encoding utf8". Nothing was changed.',
    );
  }
  // PowerShell and Notepad begin UTF-8 with a byte order mark.
  return withWholePaths(parseSettings(bytes.toString().replace(/^\uFEFF/, ''), file), file);
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

/**
 * Checks the text of a settings file. `source` is the name of the file in errors.
 *
 * @throws PlainError `settings.not-json`, `settings.invalid`
 */
export function parseSettings(text: string, source: string): Settings {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlainError('settings.not-json', `The settings file ${source} is not JSON: ${reason}.`, NEXT);
  }
  return checkedSettings(json, `The settings file ${source} cannot be used`, NEXT);
}

/**
 * `fault` is the beginning of the message, which lists every fault.
 *
 * @throws PlainError `settings.invalid`
 */
function checkedSettings(settings: unknown, fault: string, next: string): Settings {
  const parsed = settingsSchema.safeParse(settings, { reportInput: true });
  if (!parsed.success) {
    const faults = parsed.error.issues.flatMap(describeIssue);
    throw new PlainError('settings.invalid', `${fault}: ${faults.join('; ')}`, next);
  }
  return parsed.data;
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  const at = (text: string) => `${path || '(the file)'}: ${text}`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${path ? `${path}.` : ''}${key}: is not a known setting`);
    case 'invalid_type':
      return [
        at(
          issue.input === undefined ? `is required (${issue.expected})` : `must be of type ${issue.expected}`,
        ),
      ];
    case 'invalid_value':
      return [at(`must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`)];
    case 'too_small':
      return [at(`must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`)];
    case 'too_big':
      return [at(`must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`)];
    case 'invalid_key':
      return [at('has a name that is not allowed: 1 to 64 letters, digits, "-" or "_"')];
    default:
      return [at(issue.message)];
  }
}

/**
 * Checks settings before `writeSettings`. Relative paths start at the folder of the file.
 *
 * @throws PlainError `settings.invalid`
 */
export function settingsToWrite(settings: unknown, file: string): Settings {
  const checked = checkedSettings(
    settings,
    'The settings cannot be saved',
    'Correct the settings named here, then save again. Nothing was changed.',
  );
  return withWholePaths(checked, file);
}

/**
 * Replaces the settings file (0600) atomically. Returns a function that restores the old file.
 *
 * @throws PlainError `settings.unwritable`; the old file is unchanged
 */
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
    // If only the sync of the folder failed, the new file is in place and the next start reads the new file.
    if ((await readOrNull(file).catch(() => null)) !== text) throw unwritable(file, error);
  }
}

function unwritable(file: string, cause: unknown): PlainError {
  return new PlainError(
    'settings.unwritable',
    `Clearfolder cannot write the settings file ${file} (${codeOf(cause)}). Nothing was changed.`,
    'Check that the disk has free space and that this account may write to the file, then save again.',
    { cause },
  );
}

/** A warning about an allowed rule that may put patient names into ids; null without a warning. */
export function ruleRemark({ externalId, group }: Pick<FolderRule, 'externalId' | 'group'>): string | null {
  if (group === 'file' || !externalId.includes('{key}')) return null;
  return '"externalId" holds {key}, which comes from names of files or folders: it stands in ids at the service and in web addresses. Where such a name may be that of a patient, leave {key} out.';
}
