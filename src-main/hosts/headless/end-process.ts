import { describeError } from '../../core/log/describe-error.ts';

const GRACE_MS = 1000;

/**
 * Ends the process with this exit code: by itself where nothing is left to do, and by force a second later where something
 * hangs (a network drive, a keychain). Node's own exit would wait for it without end.
 */
export async function endProcess(code: number): Promise<void> {
  process.exitCode = code;
  await Promise.all([process.stdout, process.stderr].map(flushed));
  setTimeout(() => forceEnd(code), GRACE_MS).unref();
}

/** What is written goes nowhere, and nothing ends, when whoever read the output has gone (`clearfolder files | head`). */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** An error that nothing caught ends the process without its message or stack, which may hold names (I11). */
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

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

function forceEnd(code: number): void {
  if (process.platform !== 'win32' && process.execve !== undefined) {
    process.removeAllListeners('warning');
    try {
      // process.exit waits for system calls that never return; a process that becomes another one does not.
      process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
    } catch {
      // No such shell: the ordinary way is what is left.
    }
  }
  process.exit(code);
}
