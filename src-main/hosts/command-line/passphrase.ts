import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './failure.ts';
import type { Terminal } from './terminal.ts';

/**
 * A passphrase from standard input: one line, without its end. At a terminal nothing of it is shown, and `twice` asks again,
 * because a slip would make a backup that nobody can open.
 *
 * @throws UsageError where none came, or the two differ
 */
export async function readPassphrase(
  terminal: Terminal,
  stdin: NodeJS.ReadStream,
  { twice }: { twice: boolean },
): Promise<string> {
  if (!stdin.isTTY) {
    const [line = ''] = (await text(stdin)).split(/\r?\n/, 1);
    if (line === '')
      throw new UsageError('No passphrase came from standard input. Give it like this: ... < FILE');
    return line;
  }
  const first = await ask(terminal, stdin, 'Type the passphrase and press Enter (it is not shown):');
  if (first === '') throw new UsageError('No passphrase was typed. Nothing was done.');
  if (twice && (await ask(terminal, stdin, 'Type it once more:')) !== first)
    throw new UsageError('The two passphrases differ. Nothing was done.');
  return first;
}

function ask(terminal: Terminal, stdin: NodeJS.ReadStream, question: string): Promise<string> {
  terminal.err(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new UsageError('No passphrase was typed. Nothing was done.')));
  });
}
