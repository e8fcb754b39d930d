import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { type Settings, settingsSchema } from '../../contract/settings.ts';
import { codeOf } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';

const NEXT =
  'Correct the settings file, then check the file with: clearfolder settings check FILE. Nothing was changed.';

/** The settings of a station without a settings file: practice mode, nothing watched. */
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({ environment: 'practice' });

/**
 * Reads and checks a settings file (docs/architecture.md 10). Paths in it are resolved against the file's own place.
 *
 * @throws PlainError `settings.missing`, `settings.not-json`, `settings.invalid` (one line per fault: path and what is allowed)
 */
export function loadSettings(file: string): Settings {
  return withWholePaths(parseSettings(readText(file), file), file);
}

/** The settings with every path resolved against the place of their file. */
export function withWholePaths(settings: Settings, file: string): Settings {
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

/** Checks the text of a settings file; `source` names it in errors. */
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

/** Checks settings from anywhere; `fault` begins the sentence that says what is wrong. @throws PlainError `settings.invalid` */
export function checkedSettings(settings: unknown, fault: string, next: string): Settings {
  const parsed = settingsSchema.safeParse(settings, { reportInput: true });
  if (!parsed.success) {
    const faults = parsed.error.issues.flatMap(describeIssue);
    throw new PlainError('settings.invalid', `${fault}: ${faults.join('; ')}`, next);
  }
  return parsed.data;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlainError(
      'settings.missing',
      `Clearfolder cannot read the settings file ${file} (${codeOf(error)}).`,
      'Give an existing settings file with --settings.',
    );
  }
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
