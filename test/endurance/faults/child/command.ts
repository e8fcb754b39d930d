import { runCommandLine } from '../../../../src-main/hosts/command-line/program.ts';
import type { PersonParts } from './acts.ts';

/** The command line beside the engine; rejects where it fails. */
export function createCommand({ where }: Pick<PersonParts, 'where'>, env: Record<string, string>) {
  return async (...args: string[]): Promise<void> => {
    const code = await runCommandLine([...args, ...where], {
      env,
      stdin: process.stdin,
      out: () => undefined,
      outIsTerminal: false,
      err: () => undefined,
    });
    if (code !== 0) throw new Error(`it ended with ${code}`);
  };
}
