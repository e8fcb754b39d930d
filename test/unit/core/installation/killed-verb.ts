import { restoreLedger } from '../../../../src-main/core/installation/backup-and-restore.ts';
import { openStation } from '../../../../src-main/core/installation/open-station.ts';
import { rotateLedgerKey } from '../../../../src-main/core/installation/rotate-key.ts';

/* A process of its own: restores a backup or changes the key, and is killed by itself, with kill -9, when a step is reached. */

const [data = '', secrets = '', verb = '', step = '', about = ''] = process.argv.slice(2);
const station = await openStation({ data, settings: null, secrets, apiSecret: null });
const reached = (now: string) => {
  process.stdout.write(`${now}\n`);
  if (now === step) process.kill(process.pid, 'SIGKILL');
};
if (verb === 'rotate') await rotateLedgerKey(station, { actor: 'test', reached });
else {
  await restoreLedger(station, {
    backup: about,
    actor: 'test',
    askPassphrase: () => Promise.resolve('four words that differ'),
    otherStation: false,
    reached,
  });
}
