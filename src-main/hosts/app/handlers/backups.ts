import { describeProblem } from '../../../contract/problem.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { backupVerbs } from '../../../contract/verbs/backups.ts';
import { recordFirst } from '../../../core/audit/audit.ts';
import { copiesState } from '../../../core/housekeeping/external-copies.ts';
import { stationLedgerKey } from '../../../core/installation/open-station.ts';
import { copyInThread } from '../../../core/ledger/backup/copy-in-thread.ts';
import { backUpLedger, lastBackupAt, listBackups } from '../../../core/ledger/backup/hourly-backups.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from './handlers.ts';

export const backupsHandlers: Handlers<keyof typeof backupVerbs> = {
  'backups.state': (_, context) => stateOf(context, context.clock.now()),
  'backups.make': async (_, context, { actor }) => {
    const { ledger, station } = context.engine();
    const at = context.clock.now();
    const about = {
      environment: station.settings.environment,
      station: { id: station.id, name: station.name },
    };
    const key = await stationLedgerKey(station);
    const entry = { actor, action: 'backup.made', subject: null, detail: { opensWith: 'station' } } as const;
    await recordFirst(ledger, context.clock.now, entry, () =>
      backUpLedger(ledger, station.paths.backups, key, at, about, copyInThread),
    );
    return stateOf(context, at);
  },
};

function stateOf(context: AppContext, now: number) {
  const { paths, settings } = context.station();
  const ledger = context.running()?.ledger ?? null;
  const at = lastBackupAt(paths.backups, now);
  return {
    last: at === 0 ? null : new Date(at).toISOString(),
    count: listBackups(paths.backups, now).length,
    folder: paths.backups,
    copies: copiesOf(settings, ledger),
  };
}

function copiesOf({ copies, environment }: Settings, ledger: Ledger | null) {
  if (copies === null || environment === 'practice') return null;
  const { folder, hours } = copies;
  const state = ledger === null ? null : copiesState(ledger, folder);
  const problem = state?.problem == null ? null : describeProblem(state.problem);
  return { folder, hours, last: state?.last ?? null, problem };
}
