import { z } from 'zod';
import type { FolderRule } from '../../../contract/settings.ts';
import type { TaskSummary } from '../../service/schemas.ts';
import { laterOf, microsOf } from '../db/date-time.ts';
import { type Ledger, readAll, readNumber, readValue } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';
import { type Purpose, payloadHash } from './dedup-keys.ts';
import { undecidedIn } from './files.ts';
import { readFolder } from './folders.ts';

/*
 * The service is the last witness of what was sent. If the list of the service has Tasks with a stamp of this station that the ledger does
 * not know, the ledger is behind: somebody put back an older copy of the whole disk.
 */

const BEHIND = 'ledger.behind';
const COMPARED_TO = 'ledger.compared-to';
const MADE = 'station.made.';
const BEGAN_WITHOUT_FOLDERS = 'ledger.began-without-folders';
const DAY_US = 86_400_000_000;

const behindSchema = z.object({
  /** The time at which this station noticed, in milliseconds since the epoch. */
  at: z.int(),
  /**
   * `older`: the service has Tasks of this station that the ledger did not know. `none`: the ledger is new, and the organization has more
   * Tasks than this station compares with the files of its folders.
   */
  kind: z.enum(['older', 'none']),
  /** The number of Tasks that this station sent and the ledger did not know; for `none`, the number of Tasks that can be compared. */
  tasks: z.int(),
  /** The number of these Tasks that have a document of which neither the bytes nor the name is known. */
  unread: z.int(),
});
/** The evidence from the list of the service that the ledger may lack documents that were sent. */
export type Behind = z.infer<typeof behindSchema>;

export function readBehind(ledger: Ledger): Behind | null {
  return readState(ledger, BEHIND, behindSchema);
}

export function writeBehind(ledger: Ledger, behind: Behind): void {
  writeState(ledger, BEHIND, behind);
}

/**
 * Whether new files of the folder wait for the decision of a person, because the ledger is behind. The wait ends with the decision about
 * the backlog of the folder. Without an undecided file, the wait ends after the first complete scan, unless documents of the found Tasks
 * could not be read: a file with such a document would be sent twice.
 */
export function waitsForDecision(ledger: Ledger, folderId: string): boolean {
  const behind = readBehind(ledger);
  if (behind === null) return false;
  const row = readFolder(ledger, folderId);
  if (row !== null && (row.backlog ?? 'ask') !== 'ask') return false;
  return behind.unread > 0 || row?.backlog_listed_at == null || undecidedIn(ledger, folderId);
}

/** Returns what a person must know while at least one of the folders waits for the decision; otherwise null. */
export function behindNow(ledger: Ledger, rules: readonly Pick<FolderRule, 'id'>[]): Behind | null {
  return rules.some(({ id }) => waitsForDecision(ledger, id)) ? readBehind(ledger) : null;
}

/** Returns the date (`created`) of the newest Task up to which the ledger was compared with the list, or that this station made. */
export function comparedTo(ledger: Ledger, now: number): string | null {
  const newest = ledger.prepared(
    'SELECT created FROM task WHERE mine = 1 AND created_us <= ? ORDER BY created_us DESC LIMIT 1',
  );
  const made = readValue(newest, z.string(), now * 1000 + DAY_US);
  return laterOf(readState(ledger, COMPARED_TO, z.string()), made);
}

export function noteComparedTo(ledger: Ledger, created: string): void {
  writeState(ledger, COMPARED_TO, laterOf(readState(ledger, COMPARED_TO, z.string()), created));
}

/**
 * Whether the ledger is new, or has never been compared with the Tasks of its organization because no folder was watched. An organization
 * without a Task leaves no date, so the note of the first look decides.
 */
export function isWithoutRecord(ledger: Ledger, now: number): boolean {
  return readState(ledger, BEGAN_WITHOUT_FOLDERS, z.boolean()) ?? comparedTo(ledger, now) === null;
}

/** Notes that the ledger was compared with the Tasks of its organization. `isTrue`: no folder was watched, so this comparison counts for nothing. */
export function noteBeganWithoutFolders(ledger: Ledger, isTrue: boolean): void {
  writeState(ledger, BEGAN_WITHOUT_FOLDERS, isTrue);
}

/** Whether the ledger has the submission or Task of a listed Task. */
export function knowsTask(ledger: Ledger, { uuid, external_id: externalId }: TaskSummary): boolean {
  const known = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM submission WHERE external_id = @externalId)
       OR EXISTS (SELECT 1 FROM submission WHERE task_uuid = @uuid)
       OR EXISTS (SELECT 1 FROM task WHERE uuid = @uuid AND mine = 1)
       OR EXISTS (SELECT 1 FROM station_state WHERE key = '${MADE}' || @externalId)`,
  );
  return readNumber(known, { uuid, externalId: externalId ?? null }) === 1;
}

/** Records an external_id that this station made and perhaps claimed, but did not queue. Another station may send under the claim. */
export function noteMadeOnly(ledger: Ledger, externalId: string): void {
  writeState(ledger, `${MADE}${externalId}`, true);
}

/** The highest `seq` of a submission; 0 without a submission. */
export function lastSubmission(ledger: Ledger): number {
  return readNumber(ledger.prepared('SELECT COALESCE(MAX(seq), 0) FROM submission'));
}

/**
 * Returns the open submissions that this ledger never began to send, and whose documents are all in Tasks of the same type that
 * `addFoundSubmission` added: a person added the documents once more before the Tasks were found.
 */
export function openInFoundTasks(ledger: Ledger): { readonly id: string; readonly taskUuid: string }[] {
  const found = ledger.prepared(
    `SELECT own.id, MIN(found.task_uuid) AS taskUuid
     FROM submission AS own
     JOIN submission_file AS file ON file.submission_id = own.id
     LEFT JOIN (SELECT of.sha256, made.task_type, made.task_uuid FROM submission_file AS of
                JOIN submission AS made ON made.id = of.submission_id
                WHERE made.state = 'accepted' AND made.purpose IS NULL) AS found
       ON found.sha256 = file.sha256 AND found.task_type = own.task_type
     WHERE own.state IN ('queued', 'unconfirmed') AND own.first_sent_at IS NULL AND own.test = 0
     GROUP BY own.id HAVING COUNT(*) = COUNT(found.task_uuid)`,
  );
  return readAll(found, z.object({ id: z.string(), taskUuid: z.string() }));
}

/** Returns the earliest date, in microseconds since the epoch, of a Task that a submission with a higher `seq` became; otherwise null. */
export function firstMadeSince(ledger: Ledger, seq: number): number | null {
  const first = ledger.prepared(
    `SELECT MIN(created_us) FROM submission CROSS JOIN task ON task.uuid = submission.task_uuid
     WHERE seq > ? AND first_sent_at IS NOT NULL`,
  );
  return readValue(first, z.int(), seq);
}

/** A Task of this station that the ledger lacked, with the documents whose bytes the service gave. */
export interface FoundTask extends Pick<Purpose, 'taskType' | 'requestSpec'> {
  readonly id: string;
  readonly externalId: string;
  readonly taskUuid: string;
  readonly name: string;
  readonly created: string;
  readonly documents: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly sha256: string;
  }[];
}

/**
 * Adds the submission of a Task that the ledger lacked, so that its documents count as sent. The submission counts for every request_spec
 * of its task type, because the service may not give the request_spec. Must be called in the transaction that stores the Task.
 */
export function addFoundSubmission(ledger: Ledger, found: FoundTask, now: number): void {
  const { documents, requestSpec, created, ...columns } = found;
  const hash = payloadHash(
    found,
    documents.map(({ sha256 }) => sha256),
  );
  ledger
    .prepared(
      `INSERT INTO submission (id, seq, origin, task_type, request_spec, name, external_id, payload_hash, purpose, state, task_uuid,
         attempts, created_at, ended_at)
       VALUES (@id, (SELECT COALESCE(MAX(seq), 0) + 1 FROM submission), 'drop', @taskType, @requestSpec, @name, @externalId, @hash, NULL,
         'accepted', @taskUuid, 1, @createdAt, @now)`,
    )
    .run({
      ...columns,
      requestSpec: JSON.stringify(requestSpec),
      hash,
      createdAt: Math.floor(microsOf(created) / 1000),
      now,
    });
  // The size of the document is not known. The size 0 says so, because Clearfolder sends no empty file.
  const add = ledger.prepared(
    `INSERT INTO submission_file (submission_id, position, path, file_name, media_type, size, sha256, spool_name)
     VALUES (@id, @position, @name, @name, @mediaType, 0, @sha256, NULL)`,
  );
  for (const [position, document] of documents.entries()) add.run({ ...document, id: found.id, position });
}
