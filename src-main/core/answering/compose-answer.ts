import { basename } from 'node:path';
import { isShallow } from '../../contract/json-object.ts';
import { say } from '../../contract/say.ts';
import { appendAudit } from '../audit/audit.ts';
import { copyFile } from '../drops/fill-drop.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { addMessage, type NewMessage } from '../ledger/tables/messages.ts';
import type { MessagePayload, NewFile } from '../ledger/tables/outbox-rows.ts';
import { isTerminal, readTask, type TaskRow } from '../ledger/tasks/task-row.ts';
import { PlainError } from '../plain-error.ts';
import { identityOf, lstatOrNull } from '../share-io/file-identity.ts';
import type { ContentFault } from '../spool/format-end.ts';
import { isTooMuchText, TOO_MUCH_TEXT, tooMuchText } from '../spool/inline-text.ts';
import { type Spool, toNewFile } from '../spool/spool.ts';

export type AnswerSpool = Pick<Spool, 'freeze' | 'sync' | 'remove'>;

export interface AnswerRequest {
  readonly ledger: Ledger;
  readonly spool: AnswerSpool;
  readonly taskUuid: string;
  readonly files: readonly string[];
  /** The faults with which the answer accepts a file. */
  readonly accept?: readonly ContentFault[];
  /** A JSON object, or null for an answer with documents only. */
  readonly data: unknown;
  readonly actor: string;
  readonly now: number;
  readonly id: string;
}

/**
 * Copies the files of an answer into the spool, and then commits the answer as a message, before the outbox sends anything (I3, I5).
 * @throws PlainError `answer.empty`, `answer.data`, `task.unknown`, `answer.ended`, `answer.file`, `file.not-a-document`,
 * `file.web-page`, `file.unfinished`, `file.too-much-text`; DiskFault
 */
export async function composeAnswer(request: AnswerRequest): Promise<void> {
  const { ledger, spool, files, now } = request;
  const check = checkAnswer(request, files.length);
  const frozen: NewFile[] = [];
  try {
    for (const path of files) frozen.push(await freeze(spool, path, request.accept ?? []));
    if (isTooMuchText(frozen)) throw tooMuchText();
    await spool.sync();
    ledger.transaction(() => keepAnswer(request, check.message(frozen), now));
  } catch (error) {
    await spool.remove(frozen.map((file) => file.spoolName));
    throw error;
  }
}

/** Adds the message of an answer and its audit entry. Must be called in a transaction. */
export function keepAnswer(
  { ledger }: Pick<AnswerRequest, 'ledger'>,
  message: NewMessage,
  now: number,
): void {
  addMessage(ledger, message, now);
  const { actor, taskUuid, files } = message;
  const detail = { files: files.length };
  appendAudit(ledger, { at: now, actor, action: 'answer.added', subject: taskUuid, detail });
}

export type AnswerWords = Pick<AnswerRequest, 'ledger' | 'taskUuid' | 'data' | 'actor' | 'id'> & {
  readonly notBefore?: number;
};

/**
 * Checks an answer before its files are read. Returns the function `message`, which makes the message with the answer. `message` must be
 * called in the transaction that adds the message, because `message` checks once more whether the Task has ended.
 * @throws PlainError `answer.empty`, `answer.data`, `task.unknown`, `answer.ended`
 */
export function checkAnswer(
  { ledger, taskUuid, data: given, actor, id, notBefore }: AnswerWords,
  fileCount: number,
): { message(files: readonly NewFile[]): NewMessage } {
  const data = checkedData(given);
  if (fileCount === 0 && data === null) {
    throw new PlainError(
      'answer.empty',
      say('documents.answerNoDocumentsNo'),
      say('documents.addLeastFileValue'),
    );
  }
  assertOpen(ledger, taskUuid);
  return {
    message: (files) => {
      // The Task may have ended while the files were copied.
      assertOpen(ledger, taskUuid);
      const payload = { kind: 'answer', data } as const;
      return { id, taskUuid, payload, files, actor, ...(notBefore === undefined ? {} : { notBefore }) };
    },
  };
}

async function freeze(spool: AnswerSpool, path: string, accept: readonly ContentFault[]): Promise<NewFile> {
  const stats = await lstatOrNull(path).catch(() => null);
  if (stats !== null) {
    // A person chose this file, so a name that looks like junk (`junkRuleOf`) does not exclude the file.
    const named = { path, below: '', kind: 'file', identity: identityOf(stats) } as const;
    const copy = await copyFile(spool, named, accept);
    if ('frozen' in copy) return toNewFile({ path, frozen: copy.frozen });
    if ('problem' in copy && copy.problem.code === TOO_MUCH_TEXT.code) throw tooMuchText();
    if ('kept' in copy && copy.kept !== undefined) {
      await spool.remove([copy.kept.spoolName]);
      if (copy.problem.code === 'file.unfinished')
        throw new PlainError(
          'file.unfinished',
          say('documents.endFileMissing', { name: basename(path) }),
          say('documents.scanExportDocumentAgain'),
        );
      if (copy.problem.code === 'file.web-page')
        throw new PlainError(
          'file.web-page',
          say('documents.fileWebPage', {
            name: basename(path),
          }),
          say('documents.downloadExportDocumentAgain'),
        );
      throw new PlainError(
        'file.not-a-document',
        say('documents.fileNotDocumentKnown', {
          name: basename(path),
        }),
        say('documents.checkFileSendFileAnywayAnswer'),
      );
    }
  }
  throw new PlainError(
    'answer.file',
    say('documents.cannotReadFileComplete', {
      name: basename(path),
    }),
    say('documents.checkFileExists'),
  );
}

function checkedData(data: unknown): Record<string, unknown> | null {
  if (data === null || data === undefined) return null;
  const isObject = typeof data === 'object' && !Array.isArray(data);
  if (!isObject || Object.keys(data).length === 0 || !isShallow(data)) {
    throw new PlainError(
      'answer.data',
      say('documents.dataAnswerJsonObject'),
      say('documents.enterValuesLike'),
    );
  }
  return { ...data };
}

function assertOpen(ledger: Ledger, taskUuid: string): TaskRow {
  const task = readTask(ledger, taskUuid);
  if (task === null) {
    throw new PlainError(
      'task.unknown',
      say('documents.stationNotKnowTaskIdAnswer'),
      say('documents.findTask'),
    );
  }
  if (isTerminal(task.status)) {
    throw new PlainError('answer.ended', say('documents.taskEnded'), say('documents.checkResultTask'));
  }
  return task;
}

/**
 * Adds a message to the outbox that resumes a waiting Task without new input (docs/service.md 4.5). The message is an answer with neither
 * documents nor data.
 *
 * @throws PlainError `task.unknown`, `answer.ended`, `task.not-waiting`
 */
export function addResume({ ledger, now, taskUuid, ...edit }: Omit<EditRequest, 'payload'>): void {
  ledger.transaction(() => {
    const { status, gone_since: gone } = assertOpen(ledger, taskUuid);
    if (status !== 'waiting' || gone !== null) {
      throw new PlainError(
        'task.not-waiting',
        say('documents.taskNotWaitingNow'),
        say('documents.refreshTaskSeePresent'),
      );
    }
    keepAnswer({ ledger }, { ...edit, taskUuid, payload: { kind: 'answer', data: null }, files: [] }, now);
  });
}

export interface EditRequest {
  readonly ledger: Ledger;
  readonly taskUuid: string;
  readonly payload: Exclude<MessagePayload, { kind: 'answer' }>;
  readonly actor: string;
  readonly id: string;
  readonly now: number;
  readonly notBefore: number;
}

/** Commits the message for an edit or a log entry of a Task, together with the audit entry, before the outbox sends the message (I5). */
export function addEdit({ ledger, actor, now, taskUuid, ...edit }: EditRequest): void {
  ledger.transaction(() => {
    addMessage(ledger, { ...edit, taskUuid, actor, files: [] }, now);
    appendAudit(ledger, {
      at: now,
      actor,
      action: 'edit.added',
      subject: taskUuid,
      detail: { kind: edit.payload.kind },
    });
  });
}
