import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../src-main/core/ledger/db/open-ledger.ts';
import { STATION_KEY } from '../support/world/station.ts';

const MEMORY_DISK = '/dev/shm';

/** Memory where the system offers memory as a disk: runs are mostly small files, and none has to survive the machine. */
export function memoryDisk(): string {
  return existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir();
}

/** A place for many short simulated worlds, each in an empty folder of its own, all with copies of one empty ledger. */
export function worldsPlace(label: string): Disposable & {
  /** `template` is the empty ledger: to make one takes longer than most worlds. */
  inEmptyFolder<T>(work: (dir: string, template: string) => Promise<T>): Promise<T>;
} {
  const place = mkdtempSync(join(memoryDisk(), `clearfolder-${label}-`));
  const template = join(place, 'template.db');
  openLedger({ path: template, key: STATION_KEY, now: () => 0 }).close();
  return {
    inEmptyFolder: async (work) => {
      const dir = mkdtempSync(join(place, 'world-'));
      try {
        return await work(dir, template);
      } finally {
        rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true, maxRetries: 3 }),
  };
}
