import { systemClock } from '../../../../src-main/core/clock.ts';
import { createFileLog } from '../../../../src-main/core/log/file-log.ts';

/* Logs more than its file may hold. */
const { log, close } = createFileLog({ dir: process.argv[2] ?? '', clock: systemClock });
for (let attempt = 0; attempt < 100; attempt += 1) log('submission.sending', { ref: 'abc', attempt });
await close();
process.stdout.write('went on');
