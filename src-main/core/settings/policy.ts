import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type Said, say } from '../../contract/say.ts';
import { jsonObjectSchema } from '../../contract/views/common.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';

/** The settings that an administrator sets and locks for every station of a computer (docs/architecture.md 10). */
export interface Policy {
  readonly file: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export const ASK_ADMINISTRATOR = say('settings.askAdministratorComputerCorrect');

// These paths must be absolute, because a relative path would start at the folder of each settings file.
const pathsSchema = z.object({
  network: z.object({ extraCaFile: z.string().nullish() }).optional(),
  copies: z.object({ folder: z.string().optional() }).nullish(),
  folders: z.array(z.object({ path: z.string().optional() })).optional(),
});

/** Returns the path of the policy file. Only administrators may write to the folder of this file (docs/decisions/070-policy-place.md). */
export function policyFile(
  platform = process.platform,
  { CommonProgramFiles: windows } = process.env,
): string {
  if (platform === 'win32')
    return join(windows ?? 'C:\\Program Files\\Common Files', 'Clearfolder', 'policy.json');
  return platform === 'darwin'
    ? '/Library/Application Support/Clearfolder/policy.json'
    : '/etc/clearfolder/policy.json';
}

/**
 * Returns null without a policy file. Outside Windows, the policy file must belong to the user id `owner`.
 * @throws PlainError `policy.unreadable`, `policy.unprotected`, `policy.invalid`
 */
export function readPolicy(file = policyFile(), owner = 0): Policy | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    const { uid, mode } = statSync(file);
    if (process.platform !== 'win32' && (uid !== owner || (mode & 0o022) !== 0)) {
      throw refusal('policy.unprotected', file, say('settings.notBelongRoot'));
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error instanceof PlainError
      ? error
      : refusal('policy.unreadable', file, say('settings.cannotRead', { code: codeOf(error) }));
  }
  const settings = jsonObjectSchema.safeParse(parsedOrNull(text.replace(/^\uFEFF/, '')));
  if (!settings.success) throw refusal('policy.invalid', file, say('settings.notJsonObjectUtf'));
  const { network, copies, folders } = pathsSchema.safeParse(settings.data).data ?? {};
  const paths = [network?.extraCaFile, copies?.folder, ...(folders ?? []).map(({ path }) => path)];
  const relative = paths.find((path) => path != null && !isAbsolute(path));
  if (relative != null)
    throw refusal('policy.invalid', file, say('settings.namesNotAbsolutePath', { relative }));
  return { file, settings: settings.data };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(code: string, file: string, fault: Said): PlainError {
  return new PlainError(code, say('settings.policyOrganization', { file, fault }), ASK_ADMINISTRATOR);
}

/** Returns the settings with the policy's values. Objects are merged key by key. A list in the policy replaces the list in the settings. */
export function withPolicy(settings: unknown, policy: unknown): unknown {
  const [own, set] = [jsonObjectSchema.safeParse(settings), jsonObjectSchema.safeParse(policy)];
  if (!own.success || !set.success) return policy;
  const merged = Object.entries(set.data).map(([key, value]) => [key, withPolicy(own.data[key], value)]);
  return { ...own.data, ...Object.fromEntries(merged) };
}

/** Returns the paths that the policy locks, such as `network.proxy`. A locked list has one path, and its entries have no paths. */
export function lockedKeys(policy: Policy | null): string[] {
  return policy === null ? [] : pathsBelow(policy.settings, '');
}

function pathsBelow(value: unknown, path: string): string[] {
  const parsed = jsonObjectSchema.safeParse(value);
  if (!parsed.success) return [path];
  return Object.entries(parsed.data).flatMap(([key, below]) =>
    pathsBelow(below, path === '' ? key : `${path}.${key}`),
  );
}
