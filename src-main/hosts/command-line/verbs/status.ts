import { type Said, say } from '../../../contract/say.ts';
import type { Attention } from '../../../contract/views/overview.ts';
import { reportOf } from '../../../contract/views/station-report.ts';
import { EXIT_CODES } from '../../../contract/views/station-state.ts';
import { systemClock } from '../../../core/clock.ts';
import { lastWord } from '../../../core/last-word.ts';
import { overviewView } from '../../../core/views/overview/overview-view.ts';
import { stateOfEngine } from '../../headless/engine-beside.ts';
import { STATE_SENTENCES } from '../../headless/state-sentences.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { said, t } from '../../language.ts';
import { localTime, problemLines, type StationContext, show } from '../terminal.ts';
import { unsentText } from './unsent-text.ts';

/**
 * `status`: tells the state of the station, for monitoring. The engine tells its own state. Without an engine that answers, the counts are
 * those of the ledger, with the last state that an engine stored there. Returns the exit code of the state.
 */
export function showStatus({ terminal, choice }: StationContext): Promise<number> {
  return withLedger(choice, 'reader', async (ledger, { name, settings, folder }) => {
    const engine = await stateOfEngine(folder.path);
    const { state } = engine;
    const { environment, folders: rules, copies } = settings;
    const report =
      engine.report ??
      reportOf(
        overviewView({
          ...{ now: systemClock.now(), revision: 0, station: name, environment, rules },
          ...{ copies: copies?.folder ?? null, ledger, engine: null, failure: null, drops: 0 },
        }),
      );
    const word = engine.report === null ? lastWord(ledger) : null;
    show(terminal, { ...report, state, last_word: word }, () => [
      said(STATE_SENTENCES[state]),
      ...problemLines(report.problem),
      ...(word === null
        ? []
        : [
            t('The last state in the record: {state}, since {when}.', {
              state: word.state,
              when: localTime(word.since),
            }),
          ]),
      t('Last checked: {when}.', { when: localTime(report.last_checked) }),
      ...report.attention.map(({ kind, count }) => `${count} ${said(KINDS[kind])}`),
      unsentText(ledger, rules),
    ]);
    return EXIT_CODES[state];
  });
}

const KINDS: Readonly<Record<Attention['kind'], Said>> = {
  'engine-stopped': say('engine-stopped'),
  secret: say('secret'),
  network: say('network'),
  clock: say('clock'),
  stations: say('stations'),
  copies: say('copies'),
  callbacks: say('callbacks'),
  folder: say('folder'),
  unreadable: say('unreadable (files or folders that cannot be read)'),
  record: say('record of what was sent (the service has Tasks that it did not know)'),
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
