import { dirname } from 'node:path';
import { syncFolder } from '../sync-to-disk.ts';

/**
 * The entries that a directory has been given: their files are on the disk by themselves, but under no name before the directory
 * is too. Whoever asks while it is being written shares the next write.
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
    // Its own name too, once: it may be as new as what is in it.
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
    /** A file was made there. */
    add(): void {
      made += 1;
    },
    /** Makes the entries of all files made so far durable. @throws what kept the disk from that; whoever asks next tries again */
    sync,
  };
}
