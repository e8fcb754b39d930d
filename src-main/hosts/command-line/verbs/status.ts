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
          t('The last state in the record: {state}, since {when}.', {
            state: word.state,
            when: localTime(word.since),
          }),
        ]),
    ...(report === null ? [] : [t('Last checked: {when}.', { when: localTime(report.last_checked) })]),
    ...(report?.attention ?? []).map(({ kind, count }) => `${count} ${said(KINDS[kind])}`),
    // A ledger that lacks files does not know what is not sent.
    ...((report?.files_unrecorded ?? 0) > 0
      ? [t('Files that are not recorded yet: {count}.', { count: report?.files_unrecorded ?? 0 })]
      : record === null
        ? []
        : [record.unsent]),
    ...(told !== null && !told.compared && told.account.settling > 0 ? [said(UNCOMPARED)] : []),
  ]);
  return EXIT_CODES[state];
}

const UNCOMPARED = say(
  'Files in the state "settling" may be complete: Clearfolder sends no file of a folder before it has compared its record with the service, so that nothing is sent twice.',
);

function recordOf({ name, settings }: Station, ledger: Ledger) {
  const { environment, folders: rules, copies } = settings;
  const overview = overviewView({
    ...{ now: systemClock.now(), revision: 0, station: name, environment, rules },
    ...{ copies: copies?.folder ?? null, ledger, engine: null, failure: null, drops: 0 },
  });
  return { report: reportOf(overview), word: lastWord(ledger), unsent: unsentText(ledger, rules) };
}

const KINDS: Readonly<Record<Attention['kind'], Said>> = {
  'engine-stopped': say('engine-stopped'),
  unwritable: say('record of what was sent (it cannot be written)'),
  secret: say('secret'),
  network: say('network'),
  clock: say('clock'),
  stations: say('stations'),
  copies: say('copies'),
  callbacks: say('callbacks'),
  folder: say('folder'),
  upkeep: say('upkeep (sent files that cannot be moved, or answer folders that cannot be kept)'),
  'failed-act': say('failed-act (requests that failed after the time for Undo; Today says why)'),
  unreadable: say('unreadable (files or folders that cannot be read)'),
  record: say('record of what was sent (the service has Tasks that it did not know)'),
  twin: say('twin (Tasks that the service made twice)'),
  waiting: say('waiting'),
  'wrong-patient': say('wrong-patient'),
  denied: say('denied'),
  backlog: say('held (existing files that need a decision)'),
  held: say('held (files that could not be sent)'),
  rejected: say('rejected (items of the outbox)'),
  stuck: say('stuck'),
  'corrected-patient': say('corrected-patient'),
  'not-approved': say('not-approved'),
  'ended-badly': say('ended-badly'),
  drop: say('drop'),
};
