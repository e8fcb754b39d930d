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
          ? say('No folder is watched. Nothing was changed.')
          : say('No folder with the name "{folder}" is watched. Nothing was changed.', { folder }),
        say('List the folders with: clearfolder folders'),
      );
    if (station.settings.environment === 'practice')
      throw new PlainError(
        'stations.practice',
        say('Practice mode shares no folder with other stations. Nothing was changed.'),
        say('Choose another environment in the settings.'),
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
          terminal.err(
            t(
              'Folder "{id}": moving. This takes up to two minutes. Nothing is sent from the folder meanwhile.',
              { id },
            ),
          );
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
        say(
          'Folder "{folder}" is not back yet. These stations did not write their claims into the folder: {list}. No station sends from the folder until then.',
          { folder: waits.folder, list: waits.missing.join(', ') },
        ),
        say(
          'Start Clearfolder on these stations and repeat the command, or type: clearfolder stations migrate FOLDER --to postgres. For a station that no longer exists, see "Move a folder to the database, and back" in the manual.',
        ),
      );
  });
}

function planLines(id: string, { now, holder, claims, present }: MovePlan, to: MoveTo): string[] {
  const ways = {
    nobody: t('no station has used the folder yet'),
    files:
      holder === null
        ? t('stations share the folder by files')
        : t('stations share the folder by files; "{holder}" sends now', { holder }),
    'to-database': t('a move to the database was begun and not ended'),
    database: t('stations use a database'),
    'to-files': t('a move back to files was begun and not ended'),
  };
  const then =
    to === 'postgres'
      ? [
          `  ${t('The move copies {claims} claims into the database, and stops sending from the folder for about 20 seconds.', { claims })}`,
          `  ${t('Afterwards, stations without this database in their settings send nothing from the folder.')}`,
        ]
      : [
          `  ${t('The move waits until these stations wrote their claims into the folder: {list}.', { list: present.join(', ') || t('none') })}`,
          `  ${t('Afterwards, stations with a database in their settings send nothing from the folder.')}`,
        ];
  const isThere = (to === 'postgres' && now === 'database') || (to === 'files' && now === 'files');
  return [
    t('Folder "{id}": {now}.', { id, now: ways[now] }),
    ...(isThere ? [`  ${t('The move changes nothing.')}`] : then),
  ];
}

const movedLine = (id: string, to: MoveTo, missing: readonly string[]): string =>
  missing.length > 0
    ? t('Folder "{id}": waits for {list}.', { id, list: missing.join(', ') })
    : to === 'postgres'
      ? t('Folder "{id}": the stations agree by the database from now on.', { id })
      : t('Folder "{id}": the stations agree by files from now on.', { id });

async function openStations(station: Station) {
  const network = readNetwork(station.settings.network);
  const address = stationsDatabase(station, network, VERSION);
  if (address === null)
    throw new PlainError(
      'stations.no-database',
      say('The settings name no database of the stations. Nothing was changed.'),
      say('Enter "stations": { "postgres": "postgres://USER@HOST:PORT/DATABASE" } in the settings first.'),
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
  const why = isTaken
    ? say('a station or another command changed the folder at the same time')
    : describeError(error);
  return new PlainError(
    'stations.move',
    say('The move of folder "{id}" did not end ({why}). No document is lost or sent twice.', { id, why }),
    say(
      'Repeat the command to continue, or move the folder the other way with --to. Until then, "clearfolder folders" shows whether the folder waits.',
    ),
  );
}
