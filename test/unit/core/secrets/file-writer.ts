import { systemClock } from '../../../../src-main/core/clock.ts';
import { createFileStore } from '../../../../src-main/core/secrets/file-store.ts';

/* One of several processes that write into one secrets file. */
const [path = '', who = ''] = process.argv.slice(2);
const store = createFileStore(path, { clock: systemClock });
for (let index = 0; index < 10; index += 1) await store.set(`${who}-${index}`, who);
