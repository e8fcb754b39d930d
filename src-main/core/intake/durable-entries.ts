import { syncFolder } from '../sync-folder.ts';

/**
 * The entries that a directory has been given: their files are on the disk by themselves, but under no name before the directory
 * is too. Whoever asks while it is being written shares the next write.
 */
export function durableEntries(dir: string, syncDir: (dir: string) => Promise<void> = syncFolder) {
  let made = 0;
  let durable = 0;
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    const upTo = made;
    try {
      await syncDir(dir);
      durable = upTo;
    } catch {
      // Not every file system can; whoever asks next tries again.
    }
  }

  function sync(): Promise<void> {
    if (made === durable) return Promise.resolve();
    if (writing === null) {
      writing = write().finally(() => {
        writing = null;
      });
      return writing;
    }
    next ??= writing.then(() => {
      next = null;
      return sync();
    });
    return next;
  }

  return {
    /** A file was made there. */
    add(): void {
      made += 1;
    },
    /** Makes the entries of all files made so far durable. Never rejects. */
    sync,
  };
}
