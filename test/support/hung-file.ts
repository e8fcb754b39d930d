import { execFileSync } from 'node:child_process';
import { closeSync, openSync, renameSync } from 'node:fs';

/** A file whose readers wait until it is disposed of, as those of a share whose server is gone. Not on Windows. */
export function hungFile(path: string): Disposable {
  execFileSync('mkfifo', [path]);
  return {
    [Symbol.dispose]: () => {
      renameSync(path, `${path}-gone`);
      closeSync(openSync(`${path}-gone`, 'r+'));
    },
  };
}
