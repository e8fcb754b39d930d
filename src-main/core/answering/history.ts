import { assertNever } from '../../contract/assert-never.ts';
import { describeForCommandLine, type ProblemOfRow } from '../../contract/problem.ts';
import { inWords as english, joined, type Said, say } from '../../contract/say.ts';
import { issueText, plainName } from '../../contract/texts/issue-text.ts';
import { zoned } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import {
  type AlreadyThere,
  type MessagePayload,
  type MessageRow,
  type OutboxState,
  problemOf,
} from '../ledger/tables/outbox-rows.ts';
import { snapshotsOf } from '../ledger/tasks/snapshots.ts';
import { messagesOf } from '../ledger/tasks/task-messages.ts';
import { taskHistory } from '../ledger/tasks/task-queries.ts';
import type { Issue } from '../service/schemas.ts';

/** An event of a Task, in words for people. `at`: when this station learned of the event, in milliseconds since the epoch. */
export type HistoryEntry = {
  readonly at: number;
  readonly words: string;
  readonly said: { readonly words: Said };
} & (
  | { readonly kind: 'status'; readonly status: string; readonly since: string }
  | { readonly kind: 'asked'; readonly since: string; readonly needs: readonly string[] }
  | {
      readonly kind: 'sent';
      readonly by: string;
      readonly files: readonly string[];
      readonly data: Readonly<Record<string, unknown>> | null;
      readonly state: OutboxState;
      /** If the service redirected the message from a frozen Task: the uuid of the newer Task. Otherwise null. */
      readonly went_to: string | null;
      /** The documents of an answer that the Task already had. Null: the service accepted all documents as new, or nothing is known. */
      readonly already_there: AlreadyThere | null;
      readonly problem: ReturnType<typeof describeForCommandLine> | null;
    }
);

const STATE_WORDS: Readonly<Record<OutboxState, Said>> = {
  queued: say('documents.notSentYet'),
  sending: say('documents.beingSent'),
  unconfirmed: say('documents.perhapsSentNotConfirmed'),
  accepted: say('documents.accepted'),
  rejected: say('documents.refused'),
  withdrawn: say('documents.withdrawn'),
};

function messageWords(payload: MessagePayload, files: readonly string[]): Said {
  switch (payload.kind) {
    case 'answer': {
      const data = payload.data === null ? [] : Object.keys(payload.data).map(plainName);
      const parts = [...files, ...data];
      return parts.length === 0
        ? say('documents.requestResumeWithoutNew')
        : say('documents.answerWith', { list: parts.join(', ') });
    }
    case 'name':
      return say('documents.changeName');
    case 'cleared':
      return payload.cleared ? say('documents.markFollowDone') : say('documents.reopeningFollow');
    case 'external-id':
      return say('documents.changeReference');
    case 'event':
      return payload.event === 'note' && typeof payload.extraData['text'] === 'string'
        ? say('documents.noteWith', { note: payload.extraData['text'] })
        : say('documents.eventWith', { event: payload.event });
    default:
      return assertNever(payload);
  }
}

/** `sent`: this station queued a message to the Task. `at`: when this station learned of the event, in milliseconds since the epoch. */
export type TaskEvent =
  | { readonly kind: 'status'; readonly at: number; readonly status: string; readonly since: string }
  | { readonly kind: 'asked'; readonly at: number; readonly since: string; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'sent';
      readonly at: number;
      readonly message: MessageRow;
      readonly files: readonly string[];
      readonly wentTo: string | null;
      /** Why the service has not accepted the message; null for an accepted or withdrawn message, or if no reason is known. */
      readonly problem: ProblemOfRow | null;
    };

/** Returns the statuses, requests for input and messages of a Task, in the order in which this station learned of them. */
export function eventsOf(ledger: Ledger, taskUuid: string): TaskEvent[] {
  const statuses = taskHistory(ledger, taskUuid).map(
    (row): TaskEvent => ({ kind: 'status', at: row.seen_at, status: row.status, since: zoned(row.since) }),
  );
  const asked = snapshotsOf(ledger, taskUuid)
    .filter((snapshot) => snapshot.status === 'waiting')
    .map(
      ({ payload, taken_at: at }): TaskEvent => ({
        kind: 'asked',
        at,
        since: zoned(payload.latest_status_change),
        issues: payload.issues,
      }),
    );
  const sent = messagesOf(ledger, taskUuid).map(
    ({ fileNames, ...message }): TaskEvent => ({
      kind: 'sent',
      at: message.created_at,
      message,
      files: fileNames,
      wentTo: message.progress.redirectedTo?.at(-1) ?? null,
      problem: troubleOf(message, taskUuid),
    }),
  );
  return [...statuses, ...asked, ...sent].sort((a, b) => a.at - b.at);
}

function troubleOf(message: MessageRow, taskUuid: string): ProblemOfRow | null {
  const { state, payload } = message;
  const problem = state === 'accepted' || state === 'withdrawn' ? null : problemOf(message);
  // In `answer.frozen`, "this Task" is the frozen Task. The text would be wrong in the history of the newer Task.
  if (problem?.code === 'answer.frozen' && message.task_uuid !== taskUuid) return null;
  return problem && { ...problem, subject: payload.kind === 'answer' ? 'answer' : 'change' };
}

export function historyOf(ledger: Ledger, taskUuid: string): HistoryEntry[] {
  return eventsOf(ledger, taskUuid).map((event) => inWords(event, taskUuid));
}

/** Returns the data of an answer, or the extra data of an entry in the Task's event log; null for a message of any other kind. */
export function dataOf(payload: MessagePayload): Record<string, unknown> | null {
  if (payload.kind === 'event') return payload.extraData;
  return payload.kind === 'answer' ? payload.data : null;
}

function alreadyWords(known: AlreadyThere | null): Said | string {
  if (known === null) return '';
  const documents = known.files.join(', ') || say('documents.someDocuments', { count: known.count });
  return say('documents.serviceAlready', { documents });
}

const wordsOf = (words: Said) => ({ words: english(words, 'en'), said: { words } });

function inWords(event: TaskEvent, taskUuid: string): HistoryEntry {
  const { at } = event;
  switch (event.kind) {
    case 'status': {
      const { kind, status, since } = event;
      return { kind, at, ...wordsOf(say('documents.statusIs', { status })), status, since };
    }
    case 'asked': {
      const needs = event.issues.map((issue) => issueText(issue));
      const asked = joined(
        event.issues.map((issue): Said => ({ issue })),
        ' ',
      );
      const words =
        needs.length === 0 ? say('documents.serviceAsks') : say('documents.serviceAsksFor', { asked });
      return { kind: event.kind, at, ...wordsOf(words), since: event.since, needs };
    }
    case 'sent': {
      const { message, files, wentTo, problem } = event;
      const known = message.progress.alreadyThere ?? null;
      const redirect =
        wentTo === null || wentTo === taskUuid ? '' : say('documents.redirectedNewerTask', { uuid: wentTo });
      return {
        kind: event.kind,
        at,
        ...wordsOf(
          say('documents.historyEntry', {
            what: messageWords(message.payload, files),
            actor: message.actor,
            state: STATE_WORDS[message.state],
            redirect,
            already: alreadyWords(known),
          }),
        ),
        by: message.actor,
        files,
        data: dataOf(message.payload),
        state: message.state,
        went_to: wentTo,
        already_there: known,
        problem: problem && describeForCommandLine(problem),
      };
    }
    default:
      return assertNever(event);
  }
}
