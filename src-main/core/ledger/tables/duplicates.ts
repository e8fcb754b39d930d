import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { TASK_IS_GONE } from '../tasks/tasks.ts';
import { type Purpose, payloadHash, purposeHash } from './dedup-keys.ts';
import { type SubmissionRow, sentFileSchema } from './outbox-rows.ts';
import { GOES, MAY_BE_TASK, mayHaveArrived, WAITS } from './perhaps-sent.ts';

/**
 * A person's decision about documents with an earlier submission or claim. `again`: send a second time. `after-all`: send although the
 * documents may be in a Task, or another station withdrew them or claimed them for another organization. `too`: send documents that were
 * sent for another purpose for the present purpose of their folder. Null: no decision.
 */
export type SubmitDecision = 'again' | 'after-all' | 'too' | null;

const earlierSchema = z
  .object({
    id: z.string(),
    group_key: z.string().nullable(),
    goes: z.int(),
    waits: z.int(),
    perhaps_sent: z.int(),
  })
  .transform((row) => ({
    id: row.id,
    groupKey: row.group_key,
    goes: row.goes === 1,
    waits: row.waits === 1,
    isUnproven: row.perhaps_sent === 1,
  }));

/** An earlier submission whose documents are in a Task, may be in a Task, or will be sent (I2). */
export interface Earlier {
  readonly id: string;
  /** The key of the group whose files the submission sends; null if its files were no group. */
  readonly groupKey: string | null;
  /** True if the submission is unfinished, or was accepted. False if the submission was rejected or withdrawn, or if its Task is gone. */
  readonly goes: boolean;
  /** Whether the submission is still queued, sending or unconfirmed. */
  readonly waits: boolean;
  /** Whether an attempt of this station may have made a Task, and the service has not said that the Task does not exist. */
  readonly isUnproven: boolean;
}

/** A document that an earlier submission contains. `of` is this submission. */
export interface Known {
  readonly sha256: string;
  readonly of: Earlier;
}

const EARLIER = `SELECT submission.id, submission.group_key, (${GOES} AND NOT ${TASK_IS_GONE}) AS goes, ${WAITS} AS waits, submission.perhaps_sent FROM submission`;

/** SQL expression: 1 if the submission is of the group `@groupKey`; otherwise 0, also if `@groupKey` is null. */
const OF_GROUP = '(@groupKey IS NOT NULL AND submission.group_key IS @groupKey)';

/**
 * Returns a submission that meets `MAY_BE_TASK` and has exactly these documents and this purpose; null without such a submission.
 * Prefers a submission with `goes`, then a submission of the group `groupKey`, and then the oldest.
 */
export function findEarlier(
  ledger: Ledger,
  purpose: Purpose,
  sha256s: readonly string[],
  groupKey: string | null = null,
): Earlier | null {
  return readOne(
    ledger.prepared(
      `${EARLIER} WHERE payload_hash IN (@hash, @unknownSpec) AND (payload_hash = @hash OR purpose IS NULL) AND ${MAY_BE_TASK}
       ORDER BY goes DESC, ${OF_GROUP} DESC, seq LIMIT 1`,
    ),
    earlierSchema,
    {
      hash: payloadHash(purpose, sha256s),
      // A Task that the ledger lacked, and whose request_spec the service did not give (`addFoundSubmission`).
      unknownSpec: payloadHash({ ...purpose, requestSpec: {} }, sha256s),
      groupKey,
    },
  );
}

/**
 * Returns a submission that meets `MAY_BE_TASK`, contains this document and has this purpose; null without such a submission.
 * Prefers a submission with `goes`, then a submission of the group `groupKey`, and then the newest. A null `purpose` means any purpose, and
 * a null `folderId` any origin.
 */
export function findEarlierWith(
  ledger: Ledger,
  purpose: Purpose | null,
  sha256: string,
  groupKey: string | null = null,
  folderId: string | null = null,
): Earlier | null {
  return readOne(
    ledger.prepared(
      `${EARLIER} JOIN submission_file ON submission.id = submission_file.submission_id
       WHERE submission_file.sha256 = @sha256 AND ${MAY_BE_TASK}
         AND (@purpose IS NULL OR purpose = @purpose OR (purpose IS NULL AND task_type = @taskType))
         AND (@folderId IS NULL OR folder_id = @folderId)
       ORDER BY goes DESC, ${OF_GROUP} DESC, submission.seq DESC LIMIT 1`,
    ),
    earlierSchema,
    {
      sha256,
      groupKey,
      folderId,
      purpose: purpose === null ? null : purposeHash(purpose),
      taskType: purpose?.taskType ?? null,
    },
  );
}

/**
 * Finds documents that may already be in a Task. `has`: whether a document with this hash may be in a Task for the given purpose, or in a
 * Task that came from the given folder, because a changed purpose of a folder applies to new documents.
 * `mayHaveSize`: whether a document of a submission may have this size. Only files of such a size need a comparison.
 */
export interface SentBefore {
  readonly mayHaveSize: (size: number) => boolean;
  readonly has: (sha256: string) => boolean;
  /** Returns why a group of these documents is not sent; null for a group with a new document. */
  readonly ofGroup: (
    sha256s: readonly string[],
    groupKey: string,
  ) => 'file.duplicate' | 'file.in-other-group' | null;
}

export function sentBefore(ledger: Ledger, rule: Purpose & { readonly id: string }): SentBefore {
  const rows = readAll(
    ledger.prepared('SELECT DISTINCT size FROM submission_file'),
    sentFileSchema.pick({ size: true }),
  );
  const sizes = new Set(rows.map(({ size }) => size));
  return {
    // The size 0 stands for a document of unknown size (`addFoundSubmission`).
    mayHaveSize: (size) => sizes.has(size) || sizes.has(0),
    has: (sha256) =>
      (findEarlierWith(ledger, rule, sha256) ?? findEarlierWith(ledger, null, sha256, null, rule.id)) !==
      null,
    ofGroup: (sha256s, groupKey) => {
      const known =
        findKnown(ledger, rule, sha256s, groupKey) ?? findKnownInFolder(ledger, rule.id, sha256s, groupKey);
      if (known === null) return null;
      return knownElsewhere(known, groupKey) === null ? 'file.duplicate' : 'file.in-other-group';
    },
  };
}

/**
 * Returns each document with its earlier submission; null if any document is new (docs/decisions/014-known-documents.md). `groupKey`: the
 * key of the group that the documents are to be sent as; null without a group.
 */
export function findKnown(
  ledger: Ledger,
  purpose: Purpose,
  sha256s: readonly string[],
  groupKey: string | null = null,
): readonly Known[] | null {
  const whole = findEarlier(ledger, purpose, sha256s, groupKey);
  const known: Known[] = [];
  for (const sha256 of sha256s) {
    const of = whole ?? findEarlierWith(ledger, purpose, sha256, groupKey);
    if (of === null) return null;
    known.push({ sha256, of });
  }
  return known;
}

/**
 * Returns a document of the group `groupKey` that is known only from another group or from files without a group; null without such a
 * document, or if `groupKey` is null. The other group may be of another patient, so a person must decide.
 */
export function knownElsewhere(known: readonly Known[], groupKey: string | null): Known | null {
  if (groupKey === null) return null;
  return known.find(({ of }) => of.groupKey !== groupKey) ?? null;
}

/**
 * Returns each document with an earlier submission from the folder for any purpose; null if any document is new to the folder. A file that
 * was renamed, copied or restored after the purpose of its folder changed is no new file, so a person decides about it.
 */
export function findKnownInFolder(
  ledger: Ledger,
  folderId: string,
  sha256s: readonly string[],
  groupKey: string | null,
): readonly Known[] | null {
  const known = sha256s.flatMap((sha256) => {
    const of = findEarlierWith(ledger, null, sha256, groupKey, folderId);
    return of === null ? [] : [{ sha256, of }];
  });
  return known.length === sha256s.length ? known : null;
}

export type DuplicateCode = 'file.duplicate' | 'file.duplicate-waits' | 'file.perhaps-sent';

/** Returns the problem of a file that is not sent because the given submission contains its document. */
export function codeOfDuplicate({ goes, waits }: Earlier): DuplicateCode {
  if (!goes) return 'file.perhaps-sent';
  return waits ? 'file.duplicate-waits' : 'file.duplicate';
}

/** Returns a submission in `known` whose `goes` is false, or null. Prefers one with `isUnproven`. A person must then decide. */
export function perhapsOf(known: readonly Known[]): Earlier | null {
  const perhaps = known.map(({ of }) => of).filter((of) => !of.goes);
  return perhaps.find((of) => of.isUnproven) ?? perhaps[0] ?? null;
}

/**
 * Returns another submission that meets `MAY_BE_TASK` and has the documents and purpose of the ended submission `id`; otherwise null.
 * An older submission that ended without a known Task does not count, because `id` was made in spite of the older submission.
 */
export function findTwin(
  ledger: Ledger,
  { id, seq, payload_hash: hash }: Pick<SubmissionRow, 'id' | 'seq' | 'payload_hash'>,
): Earlier | null {
  return readOne(
    ledger.prepared(
      `${EARLIER} WHERE payload_hash = @hash AND id <> @id AND ${MAY_BE_TASK} AND (${GOES} OR seq > @seq)
       ORDER BY goes DESC, seq LIMIT 1`,
    ),
    earlierSchema,
    { id, seq, hash },
  );
}

/**
 * Returns another submission with documents of the rejected submission `row`. Returns null if at least one document of `row` is in no other
 * submission that has sent the document, has possibly sent the document, or will send the document. Prefers the result of `findTwin`, then
 * a later submission whose `goes` is false.
 */
export function findSentSince(
  ledger: Ledger,
  row: Pick<SubmissionRow, 'id' | 'seq' | 'payload_hash' | 'task_type' | 'request_spec'>,
): Earlier | null {
  const twin = findTwin(ledger, row);
  if (twin !== null) return twin;
  const documents = readAll(
    ledger.prepared('SELECT DISTINCT sha256 FROM submission_file WHERE submission_id = ?'),
    sentFileSchema.pick({ sha256: true }),
    row.id,
  );
  const other = ledger.prepared(
    `${EARLIER} JOIN submission_file ON submission.id = submission_file.submission_id
     WHERE submission_file.sha256 = @sha256 AND submission.seq > @seq AND ${MAY_BE_TASK}
       AND (purpose = @purpose OR (purpose IS NULL AND task_type = @taskType))
     ORDER BY goes DESC, submission.seq DESC LIMIT 1`,
  );
  const { seq, task_type: taskType, request_spec: requestSpec } = row;
  const purpose = purposeHash({ taskType, requestSpec });
  const others: Earlier[] = [];
  for (const { sha256 } of documents) {
    const of = readOne(other, earlierSchema, { sha256, seq, purpose, taskType });
    if (of === null) return null;
    others.push(of);
  }
  return others.find(({ goes }) => !goes) ?? others[0] ?? null;
}

const duplicateSchema = z.object({
  id: z.int(),
  sha256: z.string().nullable(),
  group_key: z.string().nullable(),
  stands: z.int(),
});

const DUPLICATES = `SELECT id, sha256, group_key, current = 1 AND gone = 0 AS stands
  FROM file WHERE duplicate_of = ? AND state = 'duplicate'`;

/**
 * Changes the duplicates of a withdrawn submission, because a duplicate must refer to a submission that was or will be sent (I1). If
 * another submission sends the same document, the file becomes a duplicate of that submission; a file of a group only if the submission
 * is of the same group. Otherwise the file is held, or counts as
 * vanished if the file is missing from its folder. Must be called after the withdrawal, in the same transaction.
 */
export function releaseDuplicates(ledger: Ledger, submission: SubmissionRow): void {
  const { id } = submission;
  const duplicates = readAll(ledger.prepared(DUPLICATES), duplicateSchema, id);
  if (duplicates.length === 0) return;
  const point = ledger.prepared('UPDATE file SET duplicate_of = ? WHERE id = ?');
  // A held file keeps its `duplicate_of`. If a person added the file by hand and sends the file later, `duplicate_of` tells the task type
  // and request_spec for the file: those of the withdrawn submission.
  const hold = ledger.prepared(`UPDATE file SET state = 'held', problem_code = ? WHERE id = ?`);
  const why = mayHaveArrived(ledger, id) ? 'file.perhaps-sent' : 'file.duplicate-withdrawn';
  // `sha256` becomes NULL, so that no later version of the file counts as equal to this unsent version.
  const vanish = ledger.prepared(
    `UPDATE file SET state = 'withdrawn', problem_code = 'file.vanished', current = 0, sha256 = NULL WHERE id = ?`,
  );
  const as = { taskType: submission.task_type, requestSpec: submission.request_spec };
  const twin = findTwin(ledger, submission);
  for (const { id: file, sha256, group_key: groupKey, stands } of duplicates) {
    const alone = sha256 !== null ? findEarlierWith(ledger, as, sha256, groupKey) : null;
    const other = [twin, alone].find(
      (one) => one?.goes === true && (groupKey === null || one.groupKey === groupKey),
    );
    if (other != null) point.run(other.id, file);
    else if (stands === 1) hold.run(why, file);
    else vanish.run(file);
  }
}
