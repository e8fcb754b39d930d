import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { readText, replaceFile } from '../replace-file.ts';
import { parseApiSecret } from './api-secret.ts';

const keptSchema = z.record(z.string(), z.string());

/** The api_secret in CLEARFOLDER_API_SECRET. At one origin, this api_secret replaces the stored api_secret (I9). */
export interface SecretOverride {
  readonly secret: string;
  /**
   * Whether the api_secret belongs to `origin`. If the api_secret is not bound to any origin and `mayLearn` is true, binds the api_secret
   * to `origin` and returns true. Rejects with a PlainError if the file with the origins cannot be read or written.
   */
  belongsTo(origin: string): Promise<boolean>;
  /** Returns the origin that the api_secret is bound to; null if the api_secret was never bound to an origin. */
  origin(): Promise<string | null>;
}

/** `text` is CLEARFOLDER_API_SECRET, and `named` is CLEARFOLDER_API_SECRET_ORIGIN; null for an unset variable. */
export interface OverrideChoice {
  readonly text: string | null;
  readonly named: string | null;
  /** True only for the settings at the start of the program, because a page that saves settings must never choose the origin. */
  readonly mayLearn: boolean;
}

/** Creates the override; returns null if CLEARFOLDER_API_SECRET is unset or empty. @throws PlainError if `text` or `named` is malformed */
export function createSecretOverride(
  { text, named, mayLearn }: OverrideChoice,
  folder: { readonly path: string; readonly station: { readonly id: string } },
): SecretOverride | null {
  if (!text?.trim()) return null;
  const secret = parseApiSecret(text);
  const namedOrigin = named?.trim() ? parseOrigin(named.trim()) : null;
  const file = join(folder.path, 'api-secret-origins.json');
  // The file contains a keyed hash of the api_secret, so that a reader of the file learns nothing about the api_secret.
  const hash = createHmac('sha256', `clearfolder override ${folder.station.id}`).update(secret).digest('hex');

  const known = async (): Promise<string | null> => namedOrigin ?? (await readKept(file))[hash] ?? null;
  const remember = async (origin: string): Promise<void> => {
    const kept = await readKept(file);
    if (kept[hash] === origin) return;
    const next = `${JSON.stringify({ ...kept, [hash]: origin }, null, 2)}\n`;
    await replaceFile(file, next).catch((cause: unknown) => {
      throw notKept(file, cause);
    });
  };

  return {
    secret,
    origin: known,
    belongsTo: async (origin) => {
      const belongs = (await known()) ?? (mayLearn ? origin : null);
      if (belongs !== origin) return false;
      await remember(origin);
      return true;
    },
  };
}

async function readKept(file: string): Promise<Record<string, string>> {
  try {
    return keptSchema.parse(JSON.parse(await readText(file)));
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return {};
    throw new PlainError(
      'secret.override-unreadable',
      say('secrets.cannotReadFile', { file, code: codeOf(cause) }),
      say('secrets.restoreFile'),
      { cause },
    );
  }
}

function notKept(file: string, cause: unknown): PlainError {
  return new PlainError(
    'secret.override-unreadable',
    say('secrets.cannotWriteFile', { file, code: codeOf(cause) }),
    say('secrets.checkDiskFreeSpace'),
    { cause },
  );
}

function parseOrigin(text: string): string {
  if (URL.canParse(text) && /^https?:\/\/[^/?#@\\\s]+(\/|$)/i.test(text)) return new URL(text).origin;
  throw new PlainError(
    'secret.override-origin',
    say('secrets.apiSecretOriginNot'),
    say('secrets.setApiSecretOrigin'),
  );
}
