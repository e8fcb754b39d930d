import { createHash, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { PlainError } from '../../plain-error.ts';
import { organisationSchema } from '../tables/owner.ts';

/*
 * A backup that a person keeps is one file: this mark, one line of JSON, and the encrypted database. The line says whose it
 * is and what opens it, so that a wrong choice is told in words; it holds nothing of patients.
 */

export const MARK = 'Clearfolder backup\n';
/** Longer than any header this program writes. */
export const HEADER_BYTES = 4096;
export const LEAST_PASSPHRASE = 12;

/** About half a second and 128 MiB for each guess. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
// What a file that is not ours may ask for is bounded: it must not take the machine's memory.
const passphraseSchema = z.object({
  kind: z.literal('passphrase'),
  kdf: z.literal('scrypt'),
  n: z
    .int()
    .min(2)
    .max(2 ** 18),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(4),
  salt: z.string().regex(/^[0-9a-f]{32,128}$/),
});

export const headerSchema = z.object({
  format: z.literal(1),
  environment: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  /** The organisation of the ledger (I12); not there in a backup of a ledger that had none. */
  organisation: organisationSchema.nullable().default(null),
  madeAt: z.iso.datetime(),
  opensWith: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('station'), key: z.string() }),
    passphraseSchema,
  ]),
  size: z.int().min(0),
  sha256: z.string(),
});
export type BackupHeader = z.infer<typeof headerSchema>;
type ByPassphrase = z.infer<typeof passphraseSchema>;

/** The name of a key: enough to find it among others, nothing to open anything with. */
export function keyName(key: string): string {
  return createHash('sha256').update(`clearfolder ledger key ${key}`).digest('hex').slice(0, 16);
}

/** How a new backup is opened by a passphrase, with a salt of its own. */
export function newPassphraseTerms(): ByPassphrase {
  return { kind: 'passphrase', kdf: 'scrypt', ...COST, salt: randomBytes(32).toString('hex') };
}

/** The ledger key (64 hexadecimal digits) that a passphrase stands for. */
export function keyFromPassphrase(passphrase: string, { n, r, p, salt }: ByPassphrase): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFKC'),
      Buffer.from(salt, 'hex'),
      32,
      { N: n, r, p, maxmem: 512 * 1024 * 1024 },
      (error, key) => (error === null ? resolve(key.toString('hex')) : reject(error)),
    );
  });
}

/** @throws PlainError `backup.weak-passphrase` */
export function refuseWeak(passphrase: string): void {
  if ([...passphrase].length >= LEAST_PASSPHRASE) return;
  throw new PlainError(
    'backup.weak-passphrase',
    `The passphrase of a backup must have at least ${LEAST_PASSPHRASE} characters, because a person with the file can try passphrases without limit. No backup was written.`,
    'Choose a longer passphrase, such as four or five unrelated words.',
  );
}
