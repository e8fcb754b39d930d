import { problemCodeSchema } from '../../../contract/problem.ts';
import { inWords, joined, type Said, say, sayProblem } from '../../../contract/say.ts';
import { isoTimeText } from '../../../contract/time-text.ts';
import {
  type FolderStanding,
  type SeenStation,
  type StationHealth,
  type StationsView,
  stationsVerdict,
} from '../../../contract/views/stations.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { stationsOf } from '../../headless/stations.ts';
import { said, t } from '../../language.ts';
import { localTime, type StationContext, show } from '../terminal.ts';

/**
 * `stations`: shows the report of every station that shares work with this station. The reports have counts, and no names of files or
 * patients (I11).
 */
export function showStations({ terminal, choice }: StationContext): Promise<void> {
  return withLedger(choice, 'reader', async (ledger, station) => {
    const view = await stationsOf(station, ledger);
    const sentence = sentenceOf(view);
    const { isEverythingOut } = stationsVerdict(view);
    const english = inWords(sentence, 'en');
    show(terminal, { sentence: english, everything_out: isEverythingOut, ...view }, () => [
      said(sentence),
      ...view.unpublished.map((folder) =>
        t(
          'This station cannot write into the folder "{folder}". The stations there do not see this station.',
          { folder },
        ),
      ),
      ...view.stations.flatMap((one) => ['', ...stationLines(one)]),
    ]);
  });
}

function sentenceOf(view: StationsView): Said {
  const verdict = stationsVerdict(view);
  const { all, open, silent, mute } = verdict;
  if (view.by === null) return say('No other station shares a folder or a database with this station.');
  if (view.database !== null)
    return say(
      'The database of the stations cannot be read, so it is not known whether everything is out. This station last reported to the others: {when}.',
      { when: timeOf(view.published_at) },
    );
  const asOf = timeOf(verdict.asOf);
  if (verdict.isEverythingOut)
    return all === 1
      ? say('Everything is out at the only station, as of {asOf}.', { asOf })
      : say('Everything is out at all {all} stations, as of {asOf}.', { all, asOf });
  const when = seenText(verdict.silentSince);
  const parts = [
    open > 0 &&
      (open === 1
        ? say('1 has something that is not out')
        : say('{open} have something that is not out', { open })),
    silent > 0 &&
      (silent === 1
        ? say('1 was last seen {when}', { when })
        : say('{silent} were last seen {when} or later', { silent, when })),
    mute > 0 && (mute === 1 ? say('1 does not report') : say('{mute} do not report', { mute })),
    view.unread.length > 0 &&
      say('the stations of {folders} cannot be read now', { folders: view.unread.join(', ') }),
    view.unpublished.length > 0 && say('the others do not see this station everywhere'),
  ].filter((part) => part !== false);
  const list = joined(parts, '; ');
  return all === 1
    ? say('It is not certain that everything is out. Of 1 station: {list}.', { list })
    : say('It is not certain that everything is out. Of {all} stations: {list}.', { all, list });
}

const STANDINGS: Readonly<Record<SeenStation['standing'], Said>> = {
  reports: say('reports'),
  silent: say('not seen lately'),
  mute: say('does not report (a station that has just started, or that cannot write into the folder)'),
};

const FOLDER_STANDINGS: Readonly<Record<FolderStanding, Said>> = {
  ok: say('watched'),
  away: say('cannot be reached'),
  paused: say('paused'),
  unseen: say('not scanned yet'),
  other: say('another station sends'),
  problem: say('needs attention'),
};

const timeOf = (time: string | null) => (time === null ? say('never') : isoTimeText(time));
const seenText = (time: string | null) => (time === null ? say('at an unknown time') : isoTimeText(time));

function stationLines({ id, name, version, own, standing, seen_at: seen, health }: SeenStation): string[] {
  const facts = t('{standing}, version {version}, last seen {when}', {
    standing: STANDINGS[standing],
    version: version ?? say('unknown'),
    when: seenText(seen),
  });
  return [
    `${name ?? id}${own ? ` (${t('this station')})` : ''}: ${facts}`,
    ...(health === null ? [] : healthLines(health)),
  ];
}

function healthLines({ waits, stuck, tasks_waiting: tasks, problems, folders, ...health }: StationHealth) {
  const since = (time: string | null) =>
    time === null ? '' : ` ${t('since {when}', { when: localTime(time) })}`;
  const out = health.everything_out ? t('everything is out') : t('not everything is out');
  return [
    `  ${out}; ${t('confirmed by the service: {when}', { when: localTime(health.confirmed_at) })}`,
    ...(waits.count === 0 ? [] : [`  ${t('{count} to send', { count: waits.count })}${since(waits.since)}`]),
    ...(tasks.count === 0
      ? []
      : [`  ${t('{count} Tasks wait for documents or data', { count: tasks.count })}${since(tasks.since)}`]),
    ...problems.map((code) => `  ${messageOf(code)}`),
    ...stuck.map(
      ({ code, count, since: at }) => `  ${t('{count} stuck', { count })}${since(at)}: ${messageOf(code)}`,
    ),
    ...folders.map(({ id, standing, since: at, found, waits: unsent, stuck: count, last_scan: scan }) => {
      const state = `${t('folder {id}', { id })}: ${said(FOLDER_STANDINGS[standing])}${since(at)}`;
      const values = { found, unsent, count, scan: localTime(scan) };
      return `  ${state}, ${t('found {found}, to send {unsent}, stuck {count}, last scan {scan}', values)}`;
    }),
  ];
}

/** Returns the message of a problem code. Returns the code itself if only a newer version knows the code (I7). */
function messageOf(code: string): string {
  const known = problemCodeSchema.safeParse(code);
  return known.success ? said(sayProblem({ code: known.data, detail: null }).message) : code;
}
