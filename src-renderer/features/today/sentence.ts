import {
  filesToSend,
  isConfirmed,
  isEverythingOut,
  isHeldUp,
  openCounts,
  unaccounted,
} from '../../../src-main/contract/views/open-counts.ts';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { secretTrouble, waitingCount } from '../../state/needs.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';

export interface Sentence {
  readonly text: string;
  /** The words after `text`: when the service last confirmed the data, or why the data may be outdated; null without such words. */
  readonly tail: string | null;
  readonly tone: 'ok' | 'plain' | 'warn' | 'bad';
}

const joined = (facts: readonly string[]) => (facts.length === 0 ? '' : `${facts.join(', ')}.`);
const sentences = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/**
 * Returns the text that summarizes the state of the station: first which files are out (the service has them), then what needs a person.
 * The text says that everything is out only if no count contradicts this.
 */
export function sentenceOf(overview: Overview | null, up: boolean): Sentence {
  if (overview === null) {
    return { text: t(up ? 'shell.connection.connecting' : 'today.neverLinked'), tail: null, tone: 'plain' };
  }
  if (!up) return linkDown(overview);
  const { state, confirmed_at: confirmed } = overview.connection;
  const tail = confirmed === null ? null : t('today.tail.asOf', { time: timeText(confirmed) });
  const stopped = overview.attention.some(({ kind }) => kind === 'engine-stopped');
  if (stopped || state === 'stopped')
    return { text: withCause(overview, t('today.stopped')), tail, tone: 'bad' };
  if (overview.state === 'cannot-record')
    return { text: withCause(overview, t('today.cannotRecord')), tail, tone: 'bad' };
  switch (state) {
    case 'needs-secret': {
      const trouble = secretTrouble(overview.connection.problem?.code);
      return { text: withCause(overview, t(`today.${trouble}Secret`)), tail, tone: 'bad' };
    }
    case 'starting':
      return { text: withCause(overview, t('today.starting')), tail, tone: 'plain' };
    case 'unreachable':
      return unreachable(overview);
    case 'connected':
      return connected(overview);
  }
}

const withCause = (overview: Overview, cause: string) => sentences([outText(overview, false), cause]);

/** Returns how many files are out, and what contradicts "everything is out". `moving` is false while the engine cannot send anything. */
function outText(overview: Overview, moving: boolean): string {
  const facts = joined(openFacts(overview, moving));
  const { out, all } = filesToSend(overview);
  // Without the ledger or without files, there is no number to tell.
  if (!overview.recorded || all === 0) return facts;
  const lead = t('today.out', { out, all });
  return facts === '' ? `${lead}.` : `${lead}; ${facts}`;
}

const needsText = (overview: Overview) =>
  sentences([joined([...urgentFacts(overview), ...followUpFacts(overview)]), joined(putAwayFacts(overview))]);

// The waiting Tasks that the staff set aside or gave up. No other count of the text contains these Tasks.
function putAwayFacts({ tasks_set_aside, tasks_given_up }: Overview): readonly string[] {
  return [
    ...(tasks_set_aside === 0 ? [] : [t('handling.countSetAside', { count: tasks_set_aside })]),
    ...(tasks_given_up === 0 ? [] : [t('handling.countGivenUp', { count: tasks_given_up })]),
  ];
}

function linkDown(overview: Overview): Sentence {
  const text = sentences([outText(overview, false), needsText(overview)]);
  const lost = t('today.linkDown', { time: timeText(overview.now) });
  return text === '' ? { text: lost, tail: null, tone: 'bad' } : { text, tail: lost, tone: 'bad' };
}

function unreachable(overview: Overview): Sentence {
  const text = sentences([outText(overview, false), needsText(overview)]);
  const { confirmed_at: confirmed } = overview.connection;
  const time = confirmed === null ? null : timeText(confirmed);
  if (text === '') {
    const tail = time === null ? null : t('today.tail.asOf', { time });
    return { text: t('today.unreachable'), tail, tone: 'warn' };
  }
  const tail = time === null ? t('today.unreachable') : t('today.tail.unreachableAsOf', { time });
  return { text, tail, tone: 'warn' };
}

function connected(overview: Overview): Sentence {
  const { confirmed_at: confirmed } = overview.connection;
  const age = isConfirmed(overview.connection) ? 'today.tail.confirmed' : 'today.tail.asOf';
  const tail = confirmed === null ? null : t(age, { time: timeText(confirmed) });
  const needs = needsText(overview);
  const text = sentences([connectedText(overview), needs]);
  const isWaitedFor = urgentFacts(overview).length + followUpFacts(overview).length > 0;
  return { text, tail, tone: isWaitedFor ? 'warn' : toneOf(overview) };
}

function connectedText(overview: Overview): string {
  const { account, tasks_known } = overview;
  if (!isEverythingOut(overview)) {
    const hasFacts = openFacts(overview, true).length > 0;
    return hasFacts ? outText(overview, true) : withCause(overview, t('today.unconfirmed'));
  }
  if (account.accepted > 0) return t('today.allOut', { count: account.accepted });
  const isNew = account.found === 0 && tasks_known === 0;
  return t(isNew ? 'today.nothingYet' : 'today.nothingToSend');
}

// Returns the tone of the text: `bad` if found files are missing from the counts (I1), `warn` if a person must act, `ok` if all documents are
// out, otherwise `plain`.
function toneOf(overview: Overview): Sentence['tone'] {
  const { account, attention } = overview;
  if (unaccounted(account) !== 0) return 'bad';
  const person = attention.some(({ kind }) =>
    [
      'record',
      'twin',
      'failed-act',
      'denied',
      'folder',
      'unreadable',
      'upkeep',
      'backlog',
      'held',
      'rejected',
      'stuck',
      'drop',
    ].includes(kind),
  );
  if (person) return 'warn';
  return isEverythingOut(overview) && account.accepted > 0 ? 'ok' : 'plain';
}

/** Returns the facts that contradict "everything is out", the worst fact first. `moving` is false while the engine cannot send anything. */
function openFacts(overview: Overview, moving: boolean): readonly string[] {
  const open = openCounts(overview);
  const counts = [
    ['today.unrecorded', open.unrecorded],
    ['today.unaccounted', open.unaccounted],
    ['today.unreadable', open.unreadable],
    ['today.rejected', open.rejected],
    ['today.needs.held', open.onHold],
    ['today.needs.rejected', open.refused],
    ['today.backlog', open.backlog],
    ['today.unfit', open.unfit],
    ['today.gone', open.gone],
    ['today.denied', open.denied],
    ['today.folders', open.folders],
    ['today.folderTrouble', open.folderTrouble],
    ['today.foldersPaused', open.foldersPaused],
    [moving ? 'today.foldersUnseen' : 'today.foldersNotSeen', open.foldersUnseen],
    ['today.answers', open.answers],
    [overview.compared ? 'today.settling' : 'today.uncompared', open.settling],
    [moving && !isHeldUp(overview) ? 'today.onWay' : 'today.notOut', open.underway],
    ['today.others', open.others],
    ['today.notConfirmed', open.unconfirmed],
    ['today.changes', open.changes],
    ['today.needs.drop', open.drops],
  ] as const;
  return counts.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]));
}

function urgentFacts(overview: Overview): readonly string[] {
  const doubtful = overview.attention.find(({ kind }) => kind === 'wrong-patient');
  const count = waitingCount(overview);
  return [
    ...(doubtful?.kind === 'wrong-patient'
      ? [t('today.needs.wrong-patient', { count: doubtful.count })]
      : []),
    ...(count === 0 ? [] : [t('today.needs.waiting', { count })]),
  ];
}

/** Returns the ended Tasks whose follow-up is open: corrected Tasks of two patients, and Tasks without an approval. */
function followUpFacts({ attention }: Overview): readonly string[] {
  return attention.flatMap((item) =>
    item.kind === 'corrected-patient' || item.kind === 'not-approved' || item.kind === 'ended-badly'
      ? [t(`today.needs.${item.kind}`, { count: item.count })]
      : [],
  );
}
