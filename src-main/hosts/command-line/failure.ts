import { inPlainWords } from '../headless/in-plain-words.ts';
import type { Terminal } from './terminal.ts';

/** Thrown by a verb for words that were typed wrongly: exit code 2. */
export class UsageError extends Error {}

/** Says what went wrong, in plain words or as JSON, and gives the exit code: 1 failed, 2 wrong usage. */
export function reportFailure(terminal: Terminal, error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    const usage = {
      code: 'usage',
      message: error.message,
      next: 'For help: clearfolder --help',
    };
    terminal.err(terminal.json ? JSON.stringify({ error: usage }) : error.message);
    return 2;
  }
  const { code, message, next } = inPlainWords(error, 'command-line');
  if (terminal.json) terminal.err(JSON.stringify({ error: { code, message, next } }));
  else terminal.err([message, `What to do: ${next}`]);
  return code === 'secrets.bad-choice' ? 2 : 1;
}
