import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../core/data-folder/private-files.ts';

const NOTE = '.saving';
/** Nothing else is ever removed outside our own folder. */
const PART = /\.part-[0-9a-f-]{36}$/;

/** Knows, also after a kill, under which temporary names documents lie where a person wanted them saved. */
export interface UnfinishedSaves {
  /** Keeps a note of the temporary file for as long as the work takes. */
  during(part: string, work: () => Promise<unknown>): Promise<void>;
  /** Removes what could not be removed before, temporary files and notes. */
  stop(): Promise<void>;
  /** Removes what a run that was ended by force left in the private folder, and what its notes name. */
  removeLeftovers(): Promise<void>;
}

export function createUnfinishedSaves(folder: () => string): UnfinishedSaves {
  /** The temporary file of each note whose work is over. */
  const over = new Map<string, string>();
  // A document that lies there whole was saved, whatever else stays: that goes with the next save, at the end, or at a next start.
  const tidy = async () => {
    for (const [note, part] of over)
      await rm(part, { force: true })
        .then(() => rm(note, { force: true }))
        .then(
          () => over.delete(note),
          () => undefined,
        );
  };

  return {
    during: async (part, work) => {
      const note = join(folder(), `${randomUUID()}${NOTE}`);
      await makePrivateFolder(folder());
      try {
        await writeFile(note, part, { flag: 'wx', mode: 0o600 });
        await work();
      } finally {
        over.set(note, part);
        await tidy();
      }
    },
    stop: tidy,
    removeLeftovers: async () => {
      for (const name of await readdir(folder())) {
        const path = join(folder(), name);
        const part = name.endsWith(NOTE) ? await readFile(path, 'utf8') : '';
        if (PART.test(part)) await rm(part, { force: true });
        await rm(path, { recursive: true, force: true });
      }
      await rmdir(folder());
    },
  };
}
