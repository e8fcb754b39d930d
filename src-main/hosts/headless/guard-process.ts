import { writeFileSync } from 'node:fs';

/** Linux leaves every segment of memory out of a core dump when no bit of this filter is set (core(5)). */
const DUMP_FILTER = '/proc/self/coredump_filter';

/**
 * Closes the ways by which the secrets of this process reach other programs. An entry point calls this function before
 * anything else.
 *
 * - Child processes inherit `process.env`, so the api_secret is taken out of `process.env`.
 * - A SIGUSR1 opens Node's debugger to every user of the machine, so the signal does nothing here.
 * - A core dump holds the memory with all keys, so a dump on Linux is left without memory.
 *
 * Returns the environment that the process was started with, api_secret included.
 */
export function guardProcess(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  delete process.env['CLEARFOLDER_API_SECRET'];
  process.on('SIGUSR1', () => undefined);
  if (process.platform === 'linux') emptyCoreDumps();
  return env;
}

function emptyCoreDumps(): void {
  try {
    writeFileSync(DUMP_FILTER, '0');
  } catch {
    // A kernel without this file writes no core dumps of its own choice, and a start must not fail for lack of the file.
  }
}
