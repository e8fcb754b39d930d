import { say } from '../../contract/say.ts';
import type { Clock, Random } from '../clock.ts';
import { purposeOf } from '../drops/correction-source.ts';
import { newSubmissionId } from '../ids.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { findKnown } from '../ledger/tables/duplicates.ts';
import { messageTable } from '../ledger/tables/messages.ts';
import type { MessageRow, NewFile, SentFileRow } from '../ledger/tables/outbox-rows.ts';
import { addSubmission } from '../ledger/tables/submissions.ts';
import { PlainError } from '../plain-error.ts';
import { type Spool, toNewFile } from '../spool/spool.ts';

export interface AsTaskParts {
  readonly ledger: Ledger;
  readonly spool: Pick<Spool, 'freezeStream' | 'sync' | 'remove'>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Queues the documents of a rejected answer as a new Task, and withdraws the answer in the same transaction. The data of the answer becomes a
 * JSON document (docs/service.md 4.2). `taskType`: null for the type of the answered Task. `kept` runs in the transaction.
 * @throws PlainError `outbox.unknown-id`, `outbox.not-possible`, `outbox.not-kept`, `outbox.already-sent`; DiskFault
 */
export async function answerAsTask(
  parts: AsTaskParts,
  id: string,
  taskType: string | null,
  kept: () => void,
): Promise<void> {
  const { ledger, spool } = parts;
  const messages = messageTable(ledger);
  const row = messages.get(id);
  if (row === null)
    throw new PlainError('outbox.unknown-id', say('documents.outboxNoItemId'), say('common.findId'));
  const data = row.payload.kind === 'answer' ? row.payload.data : null;
  const documents = data === null ? [] : [await dataDocument(spool, data)];
  try {
    if (documents.length > 0) await spool.sync();
    ledger.transaction(() => {
      queue(parts, row, documents, taskType);
      kept();
    });
  } catch (error) {
    await spool.remove(documents.map(({ spoolName }) => spoolName));
    throw error;
  }
}

function queue(
  { ledger, clock, random }: AsTaskParts,
  { id, payload, progress, task_uuid: task }: MessageRow,
  more: readonly NewFile[],
  taskType: string | null,
): void {
  const messages = messageTable(ledger);
  const now = clock.now();
  const isRefused = messages.get(id)?.state === 'rejected';
  const copies = messages.files(id);
  if (payload.kind !== 'answer' || !isRefused || copies.length === 0) throw notPossible();
  const documents = [...copies.map(documentOf), ...more];
  const own = purposeOf(ledger, progress.redirectedTo?.at(-1) ?? task);
  const purpose = { ...own, taskType: taskType ?? own.taskType };
  const known = findKnown(
    ledger,
    purpose,
    documents.map(({ sha256 }) => sha256),
  );
  if (known?.[0] !== undefined) throw alreadySent(known[0].of.id);
  const { id: submission, externalId } = newSubmissionId({ ledger, clock, random });
  const source = { origin: 'drop', folderId: null, groupKey: null, claimKey: null } as const;
  const work = { ...purpose, name: null, callbackTemplate: null, files: documents, perhapsSent: false };
  addSubmission(ledger, { id: submission, externalId, ...source, ...work }, now);
  ledger
    .prepared('UPDATE file SET submission_id = ?, message_id = NULL WHERE message_id = ?')
    .run(submission, id);
  // The copies belong to the submission now.
  messages.forgetSpool(id);
  messages.withdraw(id, now);
}

async function dataDocument(
  spool: AsTaskParts['spool'],
  data: Readonly<Record<string, unknown>>,
): Promise<NewFile> {
  const name = 'answer.json';
  const frozen = await spool.freezeStream(bytesOf(data), name);
  return toNewFile({ path: name, frozen });
}

async function* bytesOf(data: Readonly<Record<string, unknown>>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(data));
}

function documentOf(file: SentFileRow): NewFile {
  const { path, file_name: fileName, media_type: mediaType, size, sha256, spool_name: spoolName } = file;
  if (spoolName === null) throw notKept();
  return { path, fileName, mediaType, size, sha256, spoolName };
}

function notPossible(): PlainError {
  return new PlainError(
    'outbox.not-possible',
    say('documents.rejectedAnswerDocumentsSent'),
    say('documents.checkState'),
  );
}

function notKept(): PlainError {
  return new PlainError(
    'outbox.not-kept',
    say('documents.notDocumentsAnswerAny'),
    say('documents.addDocumentsAgain'),
  );
}

function alreadySent(submission: string): PlainError {
  return new PlainError(
    'outbox.already-sent',
    say('documents.documentsAnswerAlreadyWent', {
      id: submission,
    }),
    say('documents.checkSubmission'),
  );
}
