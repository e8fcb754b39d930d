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
      ...view.unpublished.map((folder) => t('sharing.stationCannotWriteFolder', { folder })),
      ...view.stations.flatMap((one) => ['', ...stationLines(one)]),
    ]);
  });
}

function sentenceOf(view: StationsView): Said {
  const verdict = stationsVerdict(view);
  const { all, open, silent, mute } = verdict;
  if (view.by === null) return say('sharing.noStationSharesFolder');
  if (view.database !== null)
    return say('sharing.databaseStationsCannotRead', { when: timeOf(view.published_at) });
  const asOf = timeOf(verdict.asOf);
  if (verdict.isEverythingOut) return say('sharing.everythingAllStations', { all, asOf });
  const when = seenText(verdict.silentSince);
  const parts = [
    open > 0 && say('sharing.somethingNot', { open }),
    silent > 0 && say('sharing.lastSeenLater', { silent, when }),
    mute > 0 && say('sharing.notReport', { mute }),
    view.unread.length > 0 && say('sharing.stationsCannotReadNow', { folders: view.unread.join(', ') }),
    view.unpublished.length > 0 && say('sharing.notSeeStationEverywhere'),
  ].filter((part) => part !== false);
  const list = joined(parts, '; ');
  return say('sharing.notCertainEverything', { all, list });
}

const STANDINGS: Readonly<Record<SeenStation['standing'], Said>> = {
  reports: say('sharing.reports'),
  silent: say('sharing.notSeenLately'),
  mute: say('sharing.notReportStationStarted'),
};

const FOLDER_STANDINGS: Readonly<Record<FolderStanding, Said>> = {
  ok: say('sharing.watched'),
  away: say('sharing.cannotReached'),
  paused: say('sharing.paused'),
  unseen: say('sharing.notScannedYet'),
  other: say('sharing.anotherStationSends'),
  problem: say('sharing.needsAttention'),
};

const timeOf = (time: string | null) => (time === null ? say('terminal.never') : isoTimeText(time));
const seenText = (time: string | null) => (time === null ? say('sharing.unknownTime') : isoTimeText(time));

function stationLines({ id, name, version, own, standing, seen_at: seen, health }: SeenStation): string[] {
  const facts = t('sharing.versionLastSeen', {
    standing: STANDINGS[standing],
    version: version ?? say('sharing.unknown'),
    when: seenText(seen),
  });
  return [
    `${name ?? id}${own ? ` (${t('sharing.thisStation')})` : ''}: ${facts}`,
    ...(health === null ? [] : healthLines(health)),
  ];
}

function healthLines({ waits, stuck, tasks_waiting: tasks, problems, folders, ...health }: StationHealth) {
  const since = (time: string | null) =>
    time === null ? '' : ` ${t('sharing.sinceWhen', { when: localTime(time) })}`;
  const out = health.everything_out ? t('sharing.everythingIsOut') : t('sharing.notEverythingIsOut');
  return [
    `  ${out}; ${t('sharing.confirmedService', { when: localTime(health.confirmed_at) })}`,
    ...(waits.count === 0
      ? []
      : [`  ${t('sharing.countToSend', { count: waits.count })}${since(waits.since)}`]),
    ...(tasks.count === 0
      ? []
      : [`  ${t('sharing.tasksWaitDocumentsData', { count: tasks.count })}${since(tasks.since)}`]),
    ...problems.map((code) => `  ${messageOf(code)}`),
    ...stuck.map(
      ({ code, count, since: at }) =>
        `  ${t('sharing.countStuck', { count })}${since(at)}: ${messageOf(code)}`,
    ),
    ...folders.map(({ id, standing, since: at, found, waits: unsent, stuck: count, last_scan: scan }) => {
      const state = `${t('common.folderWithId', { id })}: ${said(FOLDER_STANDINGS[standing])}${since(at)}`;
      const values = { found, unsent, count, scan: localTime(scan) };
      return `  ${state}, ${t('sharing.foundSendStuckLast', values)}`;
    }),
  ];
}

/** Returns the message of a problem code. Returns the code itself if only a newer version knows the code (I7). */
function messageOf(code: string): string {
  const known = problemCodeSchema.safeParse(code);
  return known.success ? said(sayProblem({ code: known.data, detail: null }).message) : code;
}
