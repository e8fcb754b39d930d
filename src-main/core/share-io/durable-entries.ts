import { dirname } from 'node:path';
import { syncFolder } from '../sync-to-disk.ts';

/**
 * Makes the names of new files in a directory durable: `add` must be called after a file was created there, and `sync` resolves when the
 * names of all files added before are on the disk. Simultaneous callers share one sync.
 */
export function durableEntries(dir: string, syncDir: (dir: string) => Promise<void> = syncFolder) {
  let made = 0;
  let durable = 0;
  let named = false;
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    const upTo = made;
    await syncDir(dir);
    // The directory itself may be new, so its parent directory is synced once.
    if (!named) await syncDir(dirname(dir));
    named = true;
    durable = upTo;
  }

  function sync(): Promise<void> {
    if (made === durable) return Promise.resolve();
    if (writing === null) {
      writing = write().finally(() => {
        writing = null;
      });
      return writing;
    }
    const again = () => {
      next = null;
      return sync();
    };
    next ??= writing.then(again, again);
    return next;
  }

  return {
    add(): void {
      made += 1;
    },
    /** Makes the names of all added files durable. @throws the errors of the disk; the next call of `sync` then tries again */
    sync,
  };
}
