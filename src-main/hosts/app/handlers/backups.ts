import type { backupVerbs } from '../../../contract/verbs/backups.ts';
import { backUpLedger, lastBackupAt, listBackups } from '../../../core/ledger/backup.ts';
import { copyInThread } from '../../../core/ledger/copy-in-thread.ts';
import { appendAudit } from '../../../core/log/audit.ts';
import { type Station, stationLedgerKey } from '../../../core/station/open-station.ts';
import type { Handlers } from './handlers.ts';

export const backupsHandlers: Handlers<keyof typeof backupVerbs> = {
  'backups.state': (_, context) => stateOf(context.station()),
  'backups.make': async (_, context, { actor }) => {
    const { ledger, station } = context.engine();
    const at = context.clock.now();
    const about = {
      environment: station.settings.environment,
      station: { id: station.id, name: station.name },
    };
    const key = await stationLedgerKey(station);
    await backUpLedger(ledger, station.paths.backups, key, at, about, copyInThread);
    const detail = { opensWith: 'station' };
    appendAudit(ledger, { at, actor, action: 'backup.made', subject: null, detail });
    return stateOf(station);
  },
};

function stateOf({ paths }: Station) {
  const at = lastBackupAt(paths.backups);
  return {
    last: at === 0 ? null : new Date(at).toISOString(),
    count: listBackups(paths.backups).length,
    folder: paths.backups,
  };
}
