import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Said, say } from '../../contract/say.ts';
import { t } from '../language.ts';
import { type Terminal, UsageError } from './terminal.ts';

// The unread lines of a standard input that is not a terminal. The first line may be a PIN, and the second a passphrase.
const unread = new WeakMap<NodeJS.ReadStream, string[]>();

/**
 * Reads a secret from one line of standard input, without echo. Messages name it `what`. If `twice` is true, a person types it twice.
 * @throws UsageError for an empty secret, or if the person typed two different secrets
 */
export async function readPassphrase(
  terminal: Terminal,
  stdin: NodeJS.ReadStream,
  { what = say('terminal.passphrase'), twice }: { what?: Said; twice: boolean },
): Promise<string> {
  if (!stdin.isTTY) {
    const lines = unread.get(stdin) ?? (await text(stdin)).split(/\r?\n/);
    const line = lines.shift() ?? '';
    unread.set(stdin, lines);
    if (line === '') throw new UsageError(say('terminal.noCameStandardInput', { what }));
    return line;
  }
  const nothing = new UsageError(say('terminal.noEntered', { what }));
  const ask = (question: string): Promise<string> => {
    terminal.err(question);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
    return new Promise((resolve, reject) => {
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('SIGINT', () => lines.close());
      lines.once('close', () => reject(nothing));
    });
  };
  const first = await ask(t('terminal.typePressEnterTyping', { what }));
  if (first === '') throw nothing;
  if (twice && (await ask(t('terminal.typeAgain', { what }))) !== first)
    throw new UsageError(say('terminal.twoPassphrasesDiffer'));
  return first;
}
