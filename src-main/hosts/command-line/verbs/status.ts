import { type Said, say } from '../../../contract/say.ts';
import type { Attention } from '../../../contract/views/overview.ts';
import { reportOf } from '../../../contract/views/station-report.ts';
import { EXIT_CODES } from '../../../contract/views/station-state.ts';
import { systemClock } from '../../../core/clock.ts';
import { openStation, type Station } from '../../../core/installation/open-station.ts';
import { lastWord } from '../../../core/last-word.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { overviewView } from '../../../core/views/overview/overview-view.ts';
import { stateOfEngine } from '../../headless/engine-beside.ts';
import { STATE_SENTENCES } from '../../headless/state-sentences.ts';
import { withStationLedger } from '../../headless/station-ledger.ts';
import { said, t } from '../../language.ts';
import { localTime, problemLines, type StationContext, show } from '../terminal.ts';
import { unsentText } from './unsent-text.ts';

/**
 * `status`: tells the state of the station, for monitoring. The engine tells its own state, also if this process cannot read the ledger.
 * Without an engine that answers, the counts are those of the ledger, with the last state that an engine stored there. Returns the exit code
 * of the state. @throws PlainError if no engine runs and the ledger cannot be read
 */
export async function showStatus({ terminal, choice }: StationContext): Promise<number> {
  const station = await openStation(choice, undefined, 'read');
  const { state, report: told } = await stateOfEngine(station.folder.path);
  const record = await withStationLedger(station, 'reader', (ledger) => recordOf(station, ledger)).catch(
    (error: unknown) => {
      if (state === 'not-running') throw error;
      return null;
    },
  );
  const report = told ?? record?.report ?? null;
  const word = told === null ? (record?.word ?? null) : null;
  show(terminal, { ...report, state, last_word: word }, () => [
    said(STATE_SENTENCES[state]),
    ...problemLines(report?.problem ?? null),
    ...(word === null
      ? []
      : [
          t('terminal.lastStateRecord', {
            state: word.state,
            when: localTime(word.since),
          }),
        ]),
    ...(report === null ? [] : [t('terminal.lastChecked', { when: localTime(report.last_checked) })]),
    ...(report?.attention ?? []).map(({ kind, count }) => `${count} ${said(KINDS[kind])}`),
    // A ledger that lacks files does not know what is not sent.
    ...((report?.files_unrecorded ?? 0) > 0
      ? [t('terminal.filesNotRecordedYet', { count: report?.files_unrecorded ?? 0 })]
      : record === null
        ? []
        : [record.unsent]),
    ...(told !== null && !told.compared && told.account.settling > 0 ? [said(UNCOMPARED)] : []),
  ]);
  return EXIT_CODES[state];
}

const UNCOMPARED = say('terminal.filesStateSettlingComplete');

function recordOf({ name, settings }: Station, ledger: Ledger) {
  const { environment, folders: rules, copies } = settings;
  const overview = overviewView({
    ...{ now: systemClock.now(), revision: 0, station: name, environment, rules },
    ...{ copies: copies?.folder ?? null, ledger, engine: null, failure: null, drops: 0 },
  });
  return { report: reportOf(overview), word: lastWord(ledger), unsent: unsentText(ledger, rules) };
}

const KINDS: Readonly<Record<Attention['kind'], Said>> = {
  'engine-stopped': say('terminal.engineStopped'),
  unwritable: say('terminal.recordWhatSentCannot'),
  secret: say('terminal.secret'),
  network: say('common.network'),
  clock: say('doctor.clock'),
  stations: say('common.stations'),
  copies: say('common.copies'),
  callbacks: say('common.callbacks'),
  folder: say('terminal.folder'),
  upkeep: say('terminal.upkeepSentFilesCannot'),
  'failed-act': say('terminal.failedActRequestsFailed'),
  unreadable: say('terminal.unreadableFilesFoldersCannot'),
  record: say('terminal.recordWhatSentService'),
  twin: say('terminal.twinTasksServiceMade'),
  waiting: say('terminal.waiting'),
  'wrong-patient': say('sharing.wrongPatient'),
  denied: say('terminal.denied'),
  backlog: say('terminal.heldExistingFilesNeed'),
  held: say('terminal.heldFilesNotSent'),
  rejected: say('terminal.rejectedItemsOutbox'),
  stuck: say('terminal.stuck'),
  'corrected-patient': say('sharing.correctedPatient'),
  'not-approved': say('terminal.outcome.notApproved'),
  'ended-badly': say('terminal.endedBadly'),
  drop: say('terminal.drop'),
};
