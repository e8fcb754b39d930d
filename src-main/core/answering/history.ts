import { assertNever } from '../../contract/assert-never.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MessagePayload, OutboxState } from '../ledger/rows.ts';
import { snapshotsOf } from '../ledger/snapshots.ts';
import { messagesOf } from '../ledger/task-messages.ts';
import { taskHistory } from '../ledger/task-queries.ts';
import { issueWords } from './needs.ts';
import { plainName } from './words.ts';

/** One thing that happened to a Task, as this station learnt of it. `at` is milliseconds since the epoch. */
export type HistoryEntry = { readonly at: number; readonly words: string } & (
  | { readonly kind: 'status'; readonly status: string; readonly since: string }
  | { readonly kind: 'asked'; readonly since: string; readonly needs: readonly string[] }
  | {
      readonly kind: 'sent';
      readonly by: string;
      readonly files: readonly string[];
      readonly data: Readonly<Record<string, unknown>> | null;
      readonly state: OutboxState;
      /** The newer Task it went to, where the one it was meant for was frozen. */
      readonly went_to: string | null;
    }
);

function stateWords(state: OutboxState): string {
  switch (state) {
    case 'queued':
      return 'not sent yet';
    case 'sending':
      return 'being sent';
    case 'unconfirmed':
      return 'sent, not confirmed yet';
    case 'accepted':
      return 'accepted';
    case 'rejected':
      return 'refused';
    case 'withdrawn':
      return 'withdrawn';
    default:
      return assertNever(state);
  }
}

function messageWords(payload: MessagePayload, files: readonly string[]): string {
  switch (payload.kind) {
    case 'answer': {
      const data = payload.data === null ? [] : Object.keys(payload.data).map(plainName);
      return `Answer: ${[...files, ...data].join(', ')}`;
    }
    case 'name':
      return 'Name changed';
    case 'cleared':
      return payload.cleared ? 'Marked as cleared' : 'Marked as not cleared';
    case 'external-id':
      return 'Reference changed';
    case 'event':
      return `Event: ${payload.event}`;
    default:
      return assertNever(payload);
  }
}

/** What a Task went through, was asked for and was sent, by whom, in the order this station learnt of it. */
export function historyOf(ledger: Ledger, taskUuid: string): HistoryEntry[] {
  const statuses = taskHistory(ledger, taskUuid).map(
    (row): HistoryEntry => ({
      kind: 'status',
      at: row.seen_at,
      words: `Status: ${row.status}`,
      status: row.status,
      since: row.since,
    }),
  );
  const asked = snapshotsOf(ledger, taskUuid)
    .filter((snapshot) => snapshot.status === 'waiting')
    .map((snapshot): HistoryEntry => {
      const needs = snapshot.payload.issues.map(issueWords);
      return {
        kind: 'asked',
        at: snapshot.taken_at,
        words: `The service asks: ${needs.join(' ') || 'for more documents or data'}`,
        since: snapshot.payload.latest_status_change,
        needs,
      };
    });
  const sent = messagesOf(ledger, taskUuid).map((message): HistoryEntry => {
    const wentTo = message.progress.redirectedTo?.at(-1) ?? null;
    const redirect = wentTo === null || wentTo === taskUuid ? '' : `; went to the newer Task ${wentTo}`;
    return {
      kind: 'sent',
      at: message.created_at,
      words: `${messageWords(message.payload, message.fileNames)} (${message.actor}; ${stateWords(message.state)}${redirect})`,
      by: message.actor,
      files: message.fileNames,
      data: message.payload.kind === 'answer' ? message.payload.data : null,
      state: message.state,
      went_to: wentTo,
    };
  });
  return [...statuses, ...asked, ...sent].sort((a, b) => a.at - b.at);
}
