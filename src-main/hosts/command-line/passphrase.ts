import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** What is left of a standard input that is no terminal, line by line: a PIN may come first and a passphrase after it. */
const left = new WeakMap<NodeJS.ReadStream, string[]>();

/**
 * A secret from standard input: one line, without its end. At a terminal nothing of it is shown, and `twice` asks again,
 * because a slip would make a backup that nobody can open. `what` names the secret.
 *
 * @throws UsageError where none came, or the two differ
 */
export async function readPassphrase(
  terminal: Terminal,
  stdin: NodeJS.ReadStream,
  { what = 'passphrase', twice }: { what?: string; twice: boolean },
): Promise<string> {
  if (!stdin.isTTY) {
    const lines = left.get(stdin) ?? (await text(stdin)).split(/\r?\n/);
    const line = lines.shift() ?? '';
    left.set(stdin, lines);
    if (line === '')
      throw new UsageError(`No ${what} came from standard input. Give it like this: ... < FILE`);
    return line;
  }
  const nothing = () => new UsageError(`No ${what} was entered. Nothing was done.`);
  const first = await ask(
    terminal,
    stdin,
    `Type the ${what} and press Enter (your typing is not shown):`,
    nothing,
  );
  if (first === '') throw nothing();
  if (twice && (await ask(terminal, stdin, `Type the ${what} again:`, nothing)) !== first)
    throw new UsageError('The two passphrases differ. Nothing was done.');
  return first;
}

function ask(
  terminal: Terminal,
  stdin: NodeJS.ReadStream,
  question: string,
  nothing: () => Error,
): Promise<string> {
  terminal.err(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(nothing()));
  });
}
