import { type Said, say } from '../../../contract/say.ts';
import type { Attention } from '../../../contract/views/overview.ts';
import { systemClock } from '../../../core/clock.ts';
import { engineIsRunning, holderOf } from '../../../core/data-folder/engine-lock.ts';
import { hasNothingToList } from '../../../core/tracking/cycle.ts';
import { overviewView } from '../../../core/views/overview/overview-view.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { said, t } from '../../language.ts';
import { localTime, type StationContext, show } from '../terminal.ts';
import { unsentText } from './unsent-text.ts';

// The exit codes of `status`. Monitoring programs rely on the codes, so the codes must never change. The codes 1 (failed) and 2 (wrong
// usage) have the same meaning for every verb.
const EXIT = { fine: 0, 'needs-attention': 3, 'service-away': 4, 'not-running': 5 } as const;

// An engine reads the list of Tasks at least every five minutes. If two readings are missing, the service counts as unreachable.
const AWAY_AFTER_MS = 600_000;

// The kinds of attention items that are everyday work of the staff. An alarm for these items would hardly ever end.
const EVERYDAY: ReadonlySet<Attention['kind']> = new Set([
  'waiting',
  'wrong-patient',
  'corrected-patient',
  'not-approved',
  'ended-badly',
  'drop',
]);

interface Running {
  readonly now: number;
  /** The time (ISO 8601) at which the service last answered completely; null if the service never did. */
  readonly checked: string | null;
  readonly started: string | null;
  readonly attention: readonly Pick<Attention, 'kind'>[];
  /** Whether no Task was ever followed, so that Clearfolder has asked the service nothing. */
  readonly idle: boolean;
}

/** Returns what `status` tells of a running engine. An engine that has just started has ten minutes to reach the service. */
export function runningState({ now, checked, started, attention, idle }: Running) {
  const reached = [checked, started].map((time) => Date.parse(time ?? '') || 0);
  if (!idle && now - Math.max(...reached) > AWAY_AFTER_MS) return 'service-away';
  return attention.every(({ kind }) => EVERYDAY.has(kind)) ? 'fine' : 'needs-attention';
}

/**
 * `status`: shows, with counts and without names, whether Clearfolder runs, whether Clearfolder reaches the service, and what needs a
 * person. Resolves to the exit code.
 */
export function showStatus({ terminal, choice }: StationContext): Promise<number> {
  return withLedger(choice, 'reader', (ledger, { name, settings, folder }) => {
    const now = systemClock.now();
    const { environment, folders: rules, copies } = settings;
    const { account, attention, connection } = overviewView({
      ...{ now, revision: 0, station: name, environment, rules, copies: copies?.folder ?? null },
      ...{ ledger, engine: null, failure: null, drops: 0 },
    });
    const checked = connection.confirmed_at;
    const started = holderOf(folder.path)?.started ?? null;
    const idle = checked === null && hasNothingToList(ledger, settings.tracking.scope);
    const state = engineIsRunning(folder.path)
      ? runningState({ now, checked, started, attention, idle })
      : 'not-running';
    const needs = attention.map((item) => ({ kind: item.kind, count: 'count' in item ? item.count : 1 }));
    show(terminal, { state, environment, last_checked: checked, account, attention: needs }, () => [
      said(SENTENCES[state]),
      idle ? said(NOT_ASKED) : t('Last checked: {when}.', { when: localTime(checked) }),
      ...needs.map(({ kind, count }) => `${count} ${said(KINDS[kind])}`),
      unsentText(ledger, rules),
    ]);
    return EXIT[state];
  });
}

const NOT_ASKED = say(
  'Clearfolder has not asked the service yet, because Clearfolder has followed no Task so far. Whether the service answers is not known.',
);

const SENTENCES = {
  fine: say('Clearfolder runs. Nothing needs attention beyond the everyday work.'),
  'needs-attention': say('Clearfolder runs, and something needs attention.'),
  'service-away': say('Clearfolder runs, but has not reached the service for ten minutes.'),
  'not-running': say('Clearfolder is not running with this data folder, so nothing is sent or checked.'),
} as const satisfies Record<keyof typeof EXIT, Said>;

const KINDS: Readonly<Record<Attention['kind'], Said>> = {
  'engine-stopped': say('engine-stopped'),
  secret: say('secret'),
  network: say('network'),
  stations: say('stations'),
  copies: say('copies'),
  callbacks: say('callbacks'),
  folder: say('folder'),
  unreadable: say('unreadable (files or folders that cannot be read)'),
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
