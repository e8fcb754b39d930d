import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Said, say } from '../../contract/say.ts';
import type { Clock } from '../clock.ts';
import { codeOf } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { onceFreeNow } from '../replace-file.ts';
import { holdExclusively, isHeld } from './file-lock.ts';

/** An error with the code `data.in-use` (another engine uses the data folder) or `data.unwritable` (the lock file cannot be created). */
export class EngineLockError extends PlainError {
  override name = 'EngineLockError';
}

const holderSchema = z.object({ pid: z.number().int(), started: z.string() });

export const lockPath = (dir: string) => join(dir, 'engine.lock');
const holderPath = (dir: string) => join(dir, 'engine.json');
/** The maximum wait for the lock in milliseconds. A command that checks whether an engine is running locks the file for a shorter time. */
const WAIT_MS = 1000;

/** Locks the data folder until `release` or the end of the process. @throws EngineLockError without the lock or its file */
export function acquireEngineLock(dir: string, clock: Clock, pid: number = process.pid): { release(): void } {
  const hold = takeHold(dir);
  if (hold === null) throw engineInUse(dir);
  const started = new Date(clock.now()).toISOString();
  try {
    const text = JSON.stringify({ pid, started });
    onceFreeNow(holderPath(dir), () => writeFileSync(holderPath(dir), text, { mode: 0o600 }));
  } catch {
    // The lock works without `engine.json`, which only names the engine. The file of an earlier engine is deleted, because the command line
    // would take this engine for the earlier engine, whose PIN lock may have been open.
    try {
      rmSync(holderPath(dir), { force: true });
    } catch (error) {
      hold.release();
      throw unlockable(dir, error);
    }
  }
  let released = false;
  return {
    release: () => {
      if (released) return;
      released = true;
      try {
        rmSync(holderPath(dir), { force: true });
      } catch {
        // Another program has `engine.json` open. The file stays, and the next engine replaces the file.
      }
      hold.release();
    },
  };
}

/** Whether an engine uses the data folder now; false if the folder does not exist. */
export function engineIsRunning(dir: string): boolean {
  return isHeld(lockPath(dir));
}

/** Returns the content of `engine.json`, which differs for each run of an engine; null if there is no such file. */
export function engineMark(dir: string): string | null {
  try {
    return readFileSync(holderPath(dir), 'utf8');
  } catch {
    return null;
  }
}

/** The error of a start while another engine uses the data folder. */
export function engineInUse(dir: string): EngineLockError {
  return new EngineLockError(
    'data.in-use',
    say('ledger.alreadyRunningDataFolder', { dir, holder: describeHolder(dir) }),
    say('ledger.useRunning'),
  );
}

function takeHold(dir: string): { release(): void } | null {
  try {
    return holdExclusively(lockPath(dir), WAIT_MS);
  } catch (error) {
    throw unlockable(dir, error);
  }
}

function unlockable(dir: string, cause: unknown): EngineLockError {
  return new EngineLockError(
    'data.unwritable',
    say('ledger.cannotLockDataFolder', { dir, code: codeOf(cause) }),
    say('ledger.checkFolderExistsLocalDiskFree'),
    { cause },
  );
}

function describeHolder(dir: string): Said | string {
  const holder = holderOf(dir);
  if (holder === null) return '';
  return say('ledger.processSince', { pid: String(holder.pid), started: holder.started });
}

/** Returns the process id and the start time (ISO 8601) of the engine that has the lock; null if `engine.json` is missing or damaged. */
export function holderOf(dir: string): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(holderPath(dir), 'utf8')));
  } catch {
    return null;
  }
}
