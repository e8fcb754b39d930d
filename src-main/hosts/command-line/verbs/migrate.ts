import { say } from '../../../contract/say.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import type { Station } from '../../../core/installation/open-station.ts';
import { stationsDatabase } from '../../../core/installation/stations-database.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { stationsLogin } from '../../../core/secrets/stations-login.ts';
import { readNetwork } from '../../../core/service/http/network.ts';
import type { MovePlan, MoveTo } from '../../../core/stations/postgres/move-folder.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { t } from '../../language.ts';
import { VERSION } from '../../version.ts';
import { type StationContext, show } from '../terminal.ts';

interface MigrateOptions {
  readonly to: MoveTo;
  readonly dryRun?: true;
}

/**
 * `stations migrate`: changes how stations coordinate their work on a folder, from files to the stations' database or back. The audit gets
 * an entry before each change.
 * @throws PlainError if the folder, the database or another station prevents the change
 */
export function migrateFolders(
  { terminal, choice }: StationContext,
  folder: string | undefined,
  { to, dryRun }: MigrateOptions,
): Promise<void> {
  return withLedger(choice, dryRun ? 'reader' : 'beside', async (ledger, station) => {
    const rules = station.settings.folders.filter(({ id }) => folder === undefined || id === folder);
    if (rules.length === 0)
      throw new PlainError(
        'folder.unknown',
        folder === undefined
          ? say('sharing.noFolderWatched')
          : say('sharing.noFolderNameWatched', { folder }),
        say('sharing.listFolders'),
      );
    if (station.settings.environment === 'practice')
      throw new PlainError(
        'stations.practice',
        say('sharing.practiceModeSharesNo'),
        say('sharing.chooseAnotherEnvironmentSettings'),
      );
    const database = to === 'postgres' ? await openStations(station) : null;
    const moves = await import('../../../core/stations/postgres/move-folder.ts');
    const results: { folder: string; plan: MovePlan; missing: readonly string[] }[] = [];
    try {
      for (const { id, path } of rules) {
        try {
          const plan = await moves.planMove(path);
          if (dryRun) {
            results.push({ folder: id, plan, missing: [] });
            continue;
          }
          const detail = { to, from: plan.now };
          appendAudit(ledger, {
            at: systemClock.now(),
            actor: actor(),
            action: 'folder.moved',
            subject: id,
            detail,
          });
          terminal.err(t('sharing.folderMovingTakesTwo', { id }));
          const parts = { root: path, clock: systemClock };
          const { missing } =
            database === null
              ? await moves.moveToFiles(parts)
              : { ...(await moves.moveToDatabase(parts, database)), missing: [] };
          results.push({ folder: id, plan, missing });
        } catch (error) {
          throw interrupted(id, moves.isTaken(error), error);
        }
      }
    } finally {
      await database?.database.close();
    }
    show(terminal, results, () =>
      results.flatMap(({ folder: id, plan, missing }) =>
        dryRun ? planLines(id, plan, to) : [movedLine(id, to, missing)],
      ),
    );
    const waits = results.find(({ missing }) => missing.length > 0);
    if (waits !== undefined)
      throw new PlainError(
        'stations.missing',
        say('sharing.folderNotBackYet', { folder: waits.folder, list: waits.missing.join(', ') }),
        say('sharing.startStationsRepeatCommand'),
      );
  });
}

function planLines(id: string, { now, holder, claims, present }: MovePlan, to: MoveTo): string[] {
  const ways = {
    nobody: t('sharing.noStationUsedFolder'),
    files:
      holder === null
        ? t('sharing.stationsShareFolderFiles')
        : t('sharing.stationsShareFolderFilesSendsNow', { holder }),
    'to-database': t('sharing.moveDatabaseBegunNot'),
    database: t('sharing.stationsUseDatabase'),
    'to-files': t('sharing.moveBackFilesBegun'),
  };
  const then =
    to === 'postgres'
      ? [
          `  ${t('sharing.moveCopiesClaimsDatabase', { claims })}`,
          `  ${t('sharing.afterwardsStationsWithoutDatabase')}`,
        ]
      : [
          `  ${t('sharing.moveWaitsUntilStations', { list: present.join(', ') || t('terminal.none') })}`,
          `  ${t('sharing.afterwardsStationsDatabaseSettings')}`,
        ];
  const isThere = (to === 'postgres' && now === 'database') || (to === 'files' && now === 'files');
  return [
    t('sharing.folderNow', { id, now: ways[now] }),
    ...(isThere ? [`  ${t('sharing.moveChangesNothing')}`] : then),
  ];
}

const movedLine = (id: string, to: MoveTo, missing: readonly string[]): string =>
  missing.length > 0
    ? t('sharing.folderWaits', { id, list: missing.join(', ') })
    : to === 'postgres'
      ? t('sharing.folderStationsAgreeDatabase', { id })
      : t('sharing.folderStationsAgreeFiles', { id });

async function openStations(station: Station) {
  const network = readNetwork(station.settings.network);
  const address = stationsDatabase(station, network, VERSION);
  if (address === null)
    throw new PlainError(
      'stations.no-database',
      say('sharing.settingsNameNoDatabase'),
      say('sharing.enterStationsPostgresPostgres'),
    );
  const passphrase = await stationsLogin(station.secrets).passphrase();
  const { checkDatabase } = await import('../../../core/stations/postgres/check-database.ts');
  await checkDatabase(address, passphrase);
  const { openDatabase } = await import('../../../core/stations/postgres/database.ts');
  const { stationKeys } = await import('../../../core/stations/postgres/keys.ts');
  const { migrate } = await import('../../../core/stations/postgres/schema.ts');
  const database = openDatabase(address);
  await migrate(database);
  const keys = await stationKeys(passphrase ?? '');
  return { database, keys };
}

function interrupted(id: string, isTaken: boolean, error: unknown): PlainError {
  const why = isTaken ? say('sharing.stationAnotherCommandChanged') : describeError(error);
  return new PlainError(
    'stations.move',
    say('sharing.moveFolderNotEnd', { id, why }),
    say('sharing.repeatCommandContinue'),
  );
}
