import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_DISK = '/dev/shm';

/** Memory where the system offers it as a disk: runs are mostly small files, and nothing of them outlives the machine. */
export function memoryDisk(): string {
  return existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir();
}
