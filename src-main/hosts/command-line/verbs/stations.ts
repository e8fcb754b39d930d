import { describeForCommandLine, problemCodeSchema } from '../../../contract/problem.ts';
import {
  type SeenStation,
  type StationHealth,
  type StationsView,
  stationsVerdict,
} from '../../../contract/views/stations.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { stationsOf } from '../../headless/stations.ts';
import { localTime, type StationContext, show } from '../terminal.ts';

/** `stations`: tells in counts, without names of files or patients, what every station that shares work with this one says (I11). */
export function showStations({ terminal, choice }: StationContext): Promise<void> {
  return withLedger(choice, 'reader', async (ledger, station) => {
    const view = await stationsOf(station, ledger);
    const sentence = sentenceOf(view);
    const { isEverythingOut } = stationsVerdict(view);
    show(terminal, { sentence, everything_out: isEverythingOut, ...view }, () => [
      sentence,
      ...view.unpublished.map(
        (folder) =>
          `This station cannot write into the folder "${folder}". The stations there do not see this station.`,
      ),
      ...view.stations.flatMap((one) => ['', ...stationLines(one)]),
    ]);
  });
}

const has = (count: number) => (count === 1 ? 'has' : 'have');
const was = (count: number) => (count === 1 ? 'was' : 'were');

function sentenceOf(view: StationsView): string {
  const verdict = stationsVerdict(view);
  const { all, open, silent, mute } = verdict;
  if (view.by === null) return 'No other station shares a folder or a database with this station.';
  if (view.database !== null)
    return `The database of the stations cannot be read, so it is not known whether everything is out. This station last reported to the others: ${localTime(view.published_at)}.`;
  if (verdict.isEverythingOut)
    return `Everything is out at ${all === 1 ? 'the only station' : `all ${all} stations`}, as of ${localTime(verdict.asOf)}.`;
  const parts = [
    open > 0 && `${open} ${has(open)} something that is not out`,
    silent > 0 &&
      `${silent} ${was(silent)} last seen ${verdict.silentSince === null ? 'at an unknown time' : localTime(verdict.silentSince)}${silent > 1 ? ' or later' : ''}`,
    mute > 0 && `${mute} ${mute === 1 ? 'does' : 'do'} not report`,
    view.unread.length > 0 && `the stations of ${view.unread.join(', ')} cannot be read now`,
    view.unpublished.length > 0 && 'the others do not see this station everywhere',
  ].filter((part) => part !== false);
  return `It is not certain that everything is out. Of ${all} ${all === 1 ? 'station' : 'stations'}: ${parts.join('; ')}.`;
}

const STANDINGS = {
  reports: 'reports',
  silent: 'not seen lately',
  mute: 'does not report (an older version, or a station that cannot write into the folder)',
} as const satisfies Record<SeenStation['standing'], string>;

function stationLines({ id, name, version, own, standing, seen_at: seen, health }: SeenStation): string[] {
  return [
    `${name ?? id}${own ? ' (this station)' : ''}: ${STANDINGS[standing]}, version ${version ?? 'unknown'}, last seen ${seen === null ? 'at an unknown time' : localTime(seen)}`,
    ...(health === null ? [] : healthLines(health)),
  ];
}

function healthLines({ waits, stuck, tasks_waiting: tasks, problems, folders, ...health }: StationHealth) {
  const since = (time: string | null) => (time === null ? '' : ` since ${localTime(time)}`);
  return [
    `  ${health.everything_out ? 'everything is out' : 'not everything is out'}; confirmed by the service: ${localTime(health.confirmed_at)}`,
    ...(waits.count === 0 ? [] : [`  ${waits.count} to send${since(waits.since)}`]),
    ...(tasks.count === 0 ? [] : [`  ${tasks.count} Tasks wait for documents or data${since(tasks.since)}`]),
    ...problems.map((code) => `  ${messageOf(code)}`),
    ...stuck.map(({ code, count, since: at }) => `  ${count} stuck${since(at)}: ${messageOf(code)}`),
    ...folders.map(
      (folder) =>
        `  folder ${folder.id}: ${folder.standing}${since(folder.since)}, found ${folder.found}, to send ${folder.waits}, stuck ${folder.stuck}, last scan ${localTime(folder.last_scan)}`,
    ),
  ];
}

/** Returns the message of a problem code. A code of a newer version is shown as it is (I7). */
function messageOf(code: string): string {
  const known = problemCodeSchema.safeParse(code);
  return known.success ? describeForCommandLine({ code: known.data, detail: null }).message : code;
}
