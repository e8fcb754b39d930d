import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { sha256Of } from '../../../support/documents.ts';
import type { TestDir } from '../../../support/temp-dir.ts';

/** Content of the folder that is no document: none of it may be sent. */
export interface SpecialFiles {
  readonly secret: string;
  close(): void;
}

/** Links of all kinds, a pipe, a socket, folders that look like files, and one file under two names. */
export function putSpecialFiles(at: (...parts: string[]) => string, outside: TestDir): SpecialFiles {
  const secret = 'what lies outside of the folder\n';
  mkdirSync(outside.at('ward'));
  writeFileSync(outside.at('secret.txt'), secret);
  writeFileSync(outside.at('ward', 'inside.txt'), `${secret}in its folder`);
  mkdirSync(at('looks-like.pdf'));
  writeFileSync(at('looks-like.pdf', 'a.txt'), 'below a folder that looks like a file');
  symlinkSync('loop-b.pdf', at('loop-a.pdf'));
  symlinkSync('loop-a.pdf', at('loop-b.pdf'));
  symlinkSync('.', at('looks-like.pdf', 'round'));
  symlinkSync(outside.at('secret.txt'), at('out.txt'));
  symlinkSync(outside.at('ward'), at('out'));
  symlinkSync('/etc/passwd', at('passwd.pdf'));
  symlinkSync('nowhere', at('dangling.pdf'));
  execFileSync('mkfifo', [at('pipe.pdf')]);
  writeFileSync(at('one.txt'), 'under two names');
  linkSync(at('one.txt'), at('other.txt'));
  const socket = createServer().listen(at('socket.pdf'));
  return { secret, close: () => socket.close() };
}

/** Swaps a file for a link to the outside and back, and lets another file grow, until `stop`. */
export function keepChanging(at: (...parts: string[]) => string, outside: TestDir) {
  let grown = '';
  let swaps = 0;
  const versions = new Set<string>();
  const timer = setInterval(() => {
    symlinkSync(outside.at('secret.txt'), at('.swap'));
    renameSync(at('.swap'), at('swapped.txt'));
    unlinkSync(at('swapped.txt'));
    writeFileSync(at('swapped.txt'), 'of the folder itself');
    swaps += 1;
    grown += `line ${swaps}\n`;
    versions.add(sha256Of(Buffer.from(grown)));
    appendFileSync(at('grows.txt'), `line ${swaps}\n`);
  }, 40);
  return {
    get versions(): ReadonlySet<string> {
      return versions;
    },
    stop: () => {
      clearInterval(timer);
      return swaps;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
