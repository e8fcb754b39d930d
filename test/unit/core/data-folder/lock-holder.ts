import { systemClock } from '../../../../src-main/core/clock.ts';
import { acquireEngineLock } from '../../../../src-main/core/data-folder/engine-lock.ts';

/* An engine that only holds its lock, until it is told to end or killed. */
const lock = acquireEngineLock(process.argv[2] ?? '', systemClock);
process.stdout.write('held\n');
process.stdin.once('data', () => {
  lock.release();
  process.exit(0);
});
