import { writeFileSync } from 'node:fs';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { LOST_EXIT_CODE } from '../../contract/views/station-state.ts';
import { systemClock } from '../../core/clock.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { PlainError } from '../../core/plain-error.ts';
import { said, t } from '../language.ts';

const GRACE_MS = 1000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// Milliseconds in which signals count as one Ctrl+C, because the terminal, npm and the bootstrap may each send a signal.
const SAME_PRESS_MS = 300;
// If no bit of this filter is set, Linux leaves all memory out of a core dump (core(5)).
const DUMP_FILTER = '/proc/self/coredump_filter';

/**
 * Closes the ways by which the secrets of this process reach other programs. An entry point calls this function before anything else.
 * - Child processes inherit `process.env`, so the api_secret is removed from `process.env`.
 * - SIGUSR1 opens Node's debugger to every user of the machine, so the signal is ignored.
 * - A core dump contains the memory with all keys, so on Linux a dump leaves out the memory.
 *
 * Returns the environment with which the process started, including the api_secret.
 */
export function guardProcess(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  delete process.env['CLEARFOLDER_API_SECRET'];
  process.on('SIGUSR1', () => undefined);
  if (process.platform === 'linux') {
    try {
      writeFileSync(DUMP_FILTER, '0');
    } catch {
      // A kernel may lack this file, and the program must start even so.
    }
  }
  return env;
}

/** Longer than one lost packet (the system repeats the packet after a second) and a slow line together; shorter than every connect time-out. */
export const ADDRESS_ATTEMPT_MS = 3_000;

/**
 * Gives each address of a server `ADDRESS_ATTEMPT_MS`, in every connection of this process. Node's default is 250 ms: a clinic with a
 * slower line to a server of several addresses would never connect. An entry point calls this function before the first connection.
 */
export function connectOverSlowLines(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_ATTEMPT_MS);
}

const stopAsked = Promise.withResolvers<void>();

/** Asks this process to stop, as SIGTERM does. Windows has no such signal. */
export function askToStop(): void {
  stopAsked.resolve();
}

/** Calls `quit` after a call of `askToStop`. A host that handles signals itself needs only this function. */
export function whenAskedToStop(quit: () => void): void {
  void stopAsked.promise.then(quit);
}

/** Resolves when `askToStop` is called, or when a signal asks the process to stop. A further signal ends the process immediately. */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    whenAskedToStop(() => {
      askedAt ??= systemClock.monotonic();
      resolve();
    });
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        const now = systemClock.monotonic();
        if (askedAt === null) {
          askedAt = now;
          resolve();
        } else if (now - askedAt > SAME_PRESS_MS) {
          // The signal's default action ends the process. process.exit would wait for hung calls.
          for (const name of STOP_SIGNALS) process.removeAllListeners(name);
          process.kill(process.pid, signal);
        }
      });
    }
  });
}

/** Ends the process with this exit code. After one second, ends the process by force, because Node waits forever for a call that hangs. */
export async function endProcess(code: number): Promise<void> {
  process.exitCode = code;
  const streams = [process.stdout, process.stderr];
  await Promise.all(
    streams.map((stream) => new Promise<void>((flushed) => stream.write('', () => flushed()))),
  );
  setTimeout(() => forceEnd(code), GRACE_MS).unref();
}

/** Ignores the errors of a closed output, so that the process continues after its reader has ended, as in `clearfolder files | head`. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Ends the process after an uncaught error. `say` gets the kind of the error without message and stack, which may have names (I11). */
export function endOnStrayErrors(say: (text: string) => void): void {
  const end = (error: unknown) => {
    say(
      `Clearfolder had an internal error (${describeError(error)}) and has to stop. The record of what was sent is safe, and nothing is sent twice.\nWhat to do: Start Clearfolder again. If the error returns, report these words to your administrator.\n`,
    );
    void endProcess(1);
    forceEnd(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

let tellLoss = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Sets how a person learns that the process ends because its data folder was lost. By default, standard error has the text. */
export function tellLossBy(tell: (text: string) => void): void {
  tellLoss = tell;
}

/**
 * Ends the process at once, as a kill does: what is being sent breaks off before a second engine can look the documents up and send them
 * again, and the next start treats the rows in *sending* as after a crash (I2).
 */
export function endForLoss({ said: { message, next } }: PlainError): void {
  tellLoss(`${said(message)}\n${t('common.whatToDo1', { next: said(next) })}`);
  process.exitCode = LOST_EXIT_CODE;
  forceEnd(LOST_EXIT_CODE);
}

function forceEnd(code: number): void {
  if (process.platform !== 'win32' && process.execve !== undefined) {
    process.removeAllListeners('warning');
    try {
      // process.exit waits for system calls, which may never return. Replacing the process does not wait.
      process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
    } catch {
      // Without a shell, process.exit is the remaining way.
    }
  }
  // On Windows, process.exit waits for hung calls too. This signal means TerminateProcess on Windows, which always leaves the exit code 1.
  if (process.platform === 'win32') process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
