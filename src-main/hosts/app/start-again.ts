import type { Failure } from '../../contract/result.ts';

const FIRST_MS = 60_000;
const LONGEST_MS = 15 * FIRST_MS;

/**
 * What may pass without anybody doing something in this program: a disk that comes back or has room again, another program
 * that ends. Not here is whatever asks a person each time (a keychain that is locked), and what a person has to decide: after
 * a damaged ledger was set aside the next start begins a new one.
 */
const MAY_PASS: ReadonlySet<string> = new Set([
  'data.in-use',
  'data.unwritable',
  'disk.full',
  'ledger.beginning',
  'ledger.not-copied',
  'ledger.not-migrated',
  'ledger.restoring',
  'secrets.unavailable',
  'secrets.unwritable',
  'settings.ca-file',
  'settings.missing',
  'unforeseen',
]);

/**
 * After how many milliseconds a start that failed so is tried again by itself, rarer and rarer; null where it waits for a
 * person. `failed` is how many failed in a row.
 */
export function startAgainIn({ code }: Failure, failed: number): number | null {
  if (!MAY_PASS.has(code)) return null;
  return Math.min(FIRST_MS * 2 ** (failed - 1), LONGEST_MS);
}

/** The failure in words that also say that nobody has to start it again. */
export function startsAgainByItself(failure: Failure): Failure {
  return {
    ...failure,
    next: `${failure.next} Clearfolder also restarts automatically, at most 15 minutes after the problem is solved.`,
  };
}
