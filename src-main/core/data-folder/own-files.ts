import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { say } from '../../contract/say.ts';
import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import { PlainError } from '../plain-error.ts';

const EVERY_MS = 2_000;

/**
 * The files of the data folder without which an engine may not send: the lock, and the ledger with its journals. The engine has all of
 * them open as long as the engine runs, so only another program removes or replaces one of them.
 */
export interface OwnFiles extends BackgroundLoop {
  /** Whether each file at its path is the file that this process opened. Must be asked before each create (I2). */
  hold(): boolean;
}

/** Watches files that this process has open. Calls `onLost` once, with the words for a person, when another file or no file is at a path. */
export function watchOwnFiles({
  dir,
  files,
  clock,
  onLost,
}: {
  readonly dir: string;
  readonly files: readonly string[];
  readonly clock: Clock;
  readonly onLost: (error: PlainError) => void;
}): OwnFiles {
  const opened = files.map((path) => ({ path, identity: identityAt(path) }));
  let lost = false;

  const hold = (): boolean => {
    if (lost) return false;
    const missed = opened.find(({ path, identity }) => {
      const now = identityAt(path);
      return now !== identity && now !== UNKNOWN;
    });
    if (missed === undefined) return true;
    lost = true;
    onLost(lostFile(dir, basename(missed.path)));
    return false;
  };
  const loop = createBackgroundLoop(async (stopping) => {
    while (!stopping.aborted && hold()) await clock.sleep(EVERY_MS, stopping);
  });
  return { ...loop, hold };
}

const UNKNOWN = 'unknown';

// Returns the device and inode of the file at a path; null without a file, and `UNKNOWN` if the system gives another error, which proves
// nothing about the file.
function identityAt(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
  } catch {
    return UNKNOWN;
  }
}

function lostFile(dir: string, file: string): PlainError {
  return new PlainError(
    'data.lost',
    say('ledger.anotherProgramDeletedReplaced', { file, dir }),
    say('ledger.findProgramChangesData'),
  );
}
