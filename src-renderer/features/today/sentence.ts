import {
  isConfirmed,
  isEverythingOut,
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

const joined = (facts: readonly string[]) => `${facts.join(', ')}.`;

/** Returns the sentence that summarizes the state of the station. The sentence says "all is sent" only if no count contradicts this. */
export function sentenceOf(overview: Overview | null, up: boolean): Sentence {
  if (overview === null) {
    return { text: t(up ? 'shell.connection.connecting' : 'today.neverLinked'), tail: null, tone: 'plain' };
  }
  if (!up) return withPutAway(linkDown(overview), overview);
  const { state, confirmed_at: confirmed } = overview.connection;
  const asOf = confirmed === null ? null : t('today.tail.asOf', { time: timeText(confirmed) });
  const stopped = overview.attention.some(({ kind }) => kind === 'engine-stopped');
  if (stopped || state === 'stopped') return { text: t('today.stopped'), tail: asOf, tone: 'bad' };
  switch (state) {
    case 'needs-secret': {
      const trouble = secretTrouble(overview.connection.problem?.code);
      return { text: t(`today.${trouble}Secret`), tail: asOf, tone: 'bad' };
    }
    case 'starting':
      return { text: t('today.starting'), tail: asOf, tone: 'plain' };
    case 'unreachable':
      return withPutAway(unreachable(overview), overview);
    case 'connected':
      return withPutAway(connected(overview), overview);
  }
}

// Adds the waiting Tasks that the staff set aside or gave up, because no other count of the sentence contains these Tasks.
function withPutAway(sentence: Sentence, { tasks_set_aside, tasks_given_up }: Overview): Sentence {
  const facts = [
    ...(tasks_set_aside === 0 ? [] : [t('handling.countSetAside', { count: tasks_set_aside })]),
    ...(tasks_given_up === 0 ? [] : [t('handling.countGivenUp', { count: tasks_given_up })]),
  ];
  return facts.length === 0 ? sentence : { ...sentence, text: `${sentence.text} ${joined(facts)}` };
}

function linkDown(overview: Overview): Sentence {
  const facts = [...urgentFacts(overview), ...openFacts(overview, false)];
  const time = timeText(overview.now);
  if (facts.length === 0) return { text: t('today.linkDown', { time }), tail: null, tone: 'bad' };
  return { text: joined(facts), tail: t('today.linkDown', { time }), tone: 'bad' };
}

function unreachable(overview: Overview): Sentence {
  const facts = [...urgentFacts(overview), ...openFacts(overview, false)];
  const { confirmed_at: confirmed } = overview.connection;
  const time = confirmed === null ? null : timeText(confirmed);
  if (facts.length === 0) {
    const tail = time === null ? null : t('today.tail.asOf', { time });
    return { text: t('today.unreachable'), tail, tone: 'warn' };
  }
  const tail = time === null ? t('today.unreachable') : t('today.tail.unreachableAsOf', { time });
  return { text: joined(facts), tail, tone: 'warn' };
}

function connected(overview: Overview): Sentence {
  const { account, connection } = overview;
  const { confirmed_at: confirmed } = connection;
  const open = openFacts(overview, true);
  const urgent = urgentFacts(overview);
  const certain = isConfirmed(connection);
  const isOut = isEverythingOut(overview);
  const allOut = isOut && account.accepted > 0;
  const age = certain ? 'today.tail.confirmed' : 'today.tail.asOf';
  const tail = confirmed === null ? null : t(age, { time: timeText(confirmed) });
  const followUps = isOut ? followUpFacts(overview) : [];
  if (urgent.length + followUps.length > 0) {
    const all = allOut ? [t('today.allOutAfter', { count: account.accepted })] : [];
    return { text: joined([...urgent, ...followUps, ...open, ...all]), tail, tone: 'warn' };
  }
  if (open.length > 0) return { text: joined(open), tail, tone: toneOf(overview) };
  if (!certain) return { text: t('today.unconfirmed'), tail, tone: 'plain' };
  if (allOut) return { text: t('today.allOut', { count: account.accepted }), tail, tone: 'ok' };
  const empty = account.found === 0 && overview.tasks_known === 0;
  return { text: t(empty ? 'today.nothingYet' : 'today.nothingToSend'), tail, tone: 'plain' };
}

// Returns the tone of the sentence: `bad` if found files are missing from the counts (I1), `warn` if a person must act, otherwise `plain`.
function toneOf({ account, attention }: Overview): Sentence['tone'] {
  if (unaccounted(account) !== 0) return 'bad';
  const person = attention.some(({ kind }) =>
    ['denied', 'folder', 'backlog', 'held', 'rejected', 'stuck', 'drop'].includes(kind),
  );
  return person ? 'warn' : 'plain';
}

/** Returns the facts that contradict "all is sent", the worst fact first. `moving` is false while the engine cannot send anything. */
function openFacts(overview: Overview, moving: boolean): readonly string[] {
  const open = openCounts(overview);
  const isHeldUp = overview.sending.rows.some(({ problem }) => problem !== null);
  const counts = [
    ['today.unaccounted', open.unaccounted],
    ['today.notSent', open.notSent],
    ['today.refused', open.refused],
    ['today.backlog', open.backlog],
    ['today.gone', open.gone],
    ['today.denied', open.denied],
    ['today.folders', open.folders],
    ['today.folderTrouble', open.folderTrouble],
    ['today.foldersPaused', open.foldersPaused],
    [moving ? 'today.foldersUnseen' : 'today.foldersNotSeen', open.foldersUnseen],
    ['today.answers', open.answers],
    [moving && !isHeldUp ? 'today.onWay' : 'today.notOut', open.underway],
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

/** Returns the Tasks that ended without an approval and whose follow-up is open. */
function followUpFacts({ attention }: Overview): readonly string[] {
  return attention.flatMap((item) =>
    item.kind === 'not-approved' || item.kind === 'ended-badly'
      ? [t(`today.needs.${item.kind}`, { count: item.count })]
      : [],
  );
}
