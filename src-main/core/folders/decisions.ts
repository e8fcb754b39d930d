import { isAbsolute, join } from 'node:path';
import { say } from '../../contract/say.ts';
import { checkAnswer } from '../answering/compose-answer.ts';
import { diskFull, FolderFault } from '../disk-full.ts';
import { type ResendParts, resendDrop } from '../drops/queue-drop.ts';
import { codeOf } from '../error-code.ts';
import { newId } from '../ids.ts';
import { purposeHash } from '../ledger/tables/dedup-keys.ts';
import type { SubmitDecision } from '../ledger/tables/duplicates.ts';
import type { FileRow } from '../ledger/tables/files.ts';
import { addMessage } from '../ledger/tables/messages.ts';
import { endOffer, offeredSubmissions } from '../ledger/tables/other-purpose.ts';
import { PlainError, problemError } from '../plain-error.ts';
import { sameVersion } from '../share-io/file-identity.ts';
import { isTooMuchText, TOO_MUCH_TEXT, tooMuchText } from '../spool/inline-text.ts';
import { SourceChanged, toNewFile } from '../spool/spool.ts';
import { WITHHELD } from '../stations/stations.ts';
import { SENT_ANYWAY, statOf } from './file-row.ts';
import type { Member } from './submit/member.ts';
import { FolderLeft } from './submit/submitter.ts';
import type { WatchedFolder } from './watched-folder.ts';

export type FileDecision = 'send' | 'leave-out' | { readonly answerTo: string };

/**
 * A person's decision about the documents that a folder sent for another purpose (`ledger/tables/other-purpose.ts`). `purpose`: the hash of
 * the purpose that the person saw.
 */
export interface OfferDecision {
  readonly decision: 'send' | 'dismiss';
  readonly purpose: string;
}

export interface DecisionParts extends ResendParts {
  readonly folderOf: (id: string | null) => WatchedFolder | null;
  readonly onQueued: () => void;
}

/** A function that runs in the transaction that stores a decision, for example to write the audit entry. */
export type Kept = () => void;
export const nothingMore: Kept = () => undefined;

const memberOf = (row: FileRow): Member => ({ id: row.id, path: row.path, identity: statOf(row) });

/** Carries out a person's decision about a waiting file, such as a backlog file, a duplicate, or a file that came late for its group. */
export function createDecisions(parts: DecisionParts) {
  const { ledger, files, spool, commit, clock, random, onQueued } = parts;

  const rowOf = (fileId: number, states: readonly FileRow['state'][]): FileRow => {
    const row = files.byId(fileId);
    if (row === null || row.current === 0 || !states.includes(row.state)) {
      throw refused('file.decided');
    }
    return row;
  };

  /** Queues the files of `rows` as one submission. With `again`, the documents are sent even if they were sent before. */
  const submit = async (
    first: FileRow,
    rows: readonly FileRow[],
    again: boolean,
    kept: Kept,
  ): Promise<void> => {
    if (first.folder_id === null && first.duplicate_of !== null) {
      // A file that a browser page sent has no path on this computer, so Clearfolder cannot read the file again.
      if (!rows.every((row) => isAbsolute(row.path))) throw refused('file.by-hand');
      const given = [parts, rows, first.duplicate_of, decidedOf(first, again), kept] as const;
      if (!(await resendDrop(...given).catch(inWords))) throw refused('file.duplicate');
      onQueued();
      return;
    }
    if (first.folder_id === null) throw refused('file.by-hand');
    const folder = parts.folderOf(first.folder_id);
    if (folder === null) throw refused('folder.no-rule');
    await assertMaySend(folder);
    const { submitter } = folder;
    const keptIfWatched = () => {
      // During the reading, a person may have changed the rule's path, and the file then does not belong to the rule any more.
      if (parts.folderOf(folder.rule.id) !== folder) throw new FolderLeft('the rule of the folder changed');
      kept();
    };
    const outcome = await submitter
      .submit(rows.map(memberOf), first.group_key, decidedOf(first, again), keptIfWatched)
      .catch(inWords);
    if (outcome === 'queued') onQueued();
    if (outcome === 'touched') ledger.transaction(kept);
    for (const row of rows) folder.decided(row.id, row.group_key);
    if (outcome === 'taken-back') throw refused('file.taken-back');
    if (
      outcome === 'other-organisation' ||
      outcome === 'other-environment' ||
      outcome === 'claimed-elsewhere' ||
      outcome === 'at-service' ||
      outcome === 'in-other-group'
    )
      throw problemError({ code: `file.${outcome}`, detail: null });
    if (outcome === 'perhaps-sent') throw refused('file.perhaps-sent');
    if (outcome === 'duplicate' || outcome === 'elsewhere') throw refused('file.duplicate');
    if (outcome === 'too-much-text') throw tooMuchText();
  };

  // Returns all files that a decision about `row` concerns: the files of its parcel (which were to become one Task together) or, without a
  // parcel, the unsent files of its group with the same problem.
  const filesWith = (row: FileRow): FileRow[] => {
    const { folder_id: folder, group_key: group, problem_code: code } = row;
    if (row.parcel !== null) return files.ofParcel(row);
    if (folder === null || group === null) return [row];
    return files.openOfGroup(folder, group).filter((one) => one.problem_code === code);
  };

  /** Whether the group of `rows` has other unsent files, such as a file that changed after the group was held. */
  const hasOthers = (rows: readonly FileRow[]): boolean => {
    const { folder_id: folder = null, group_key: group = null } = rows[0] ?? {};
    if (folder === null || group === null) return false;
    return files.openOfGroup(folder, group).some(({ id }) => !rows.some((row) => row.id === id));
  };

  /** Sets held files back to `settling`. The files are then sent with the rest of their group once the whole group is ready. */
  const letGo = async (rows: readonly FileRow[], kept: Kept): Promise<void> => {
    const folder = parts.folderOf(rows[0]?.folder_id ?? null);
    if (folder === null) throw refused('folder.no-rule');
    await assertMaySend(folder);
    ledger.transaction(() => {
      for (const { id } of rows) files.reopen(id);
      kept();
    });
    await folder.rescan();
  };

  const answer = async (row: FileRow, taskUuid: string, actor: string, kept: Kept): Promise<void> => {
    const folder = parts.folderOf(row.folder_id);
    if (folder === null && !isAbsolute(row.path)) throw refused('folder.no-rule');
    const id = newId(clock, random);
    const answering = checkAnswer({ ledger, taskUuid, data: null, actor, id }, 1);
    // If another station has the lease, that station sends the file as a Task. An answer would send the file a second time.
    if (folder !== null) await assertMaySend(folder);
    const path = folder === null ? row.path : join(folder.rule.path, row.path);
    const frozen = await spool.freeze(path, undefined, folder?.calls()).catch(inWords);
    try {
      if (isTooMuchText([frozen])) throw tooMuchText();
      await spool.sync();
      await commit(() => {
        rowOf(row.id, ['held', 'settling', 'duplicate']);
        if (!sameVersion(frozen.identity, statOf(row))) throw refused('file.changed');
        addMessage(ledger, answering.message([toNewFile({ path: row.path, frozen })]), clock.now());
        const move = folder?.rule.after === 'move';
        files.bind(row.id, frozen.sha256, { to: 'message', id, move }, clock.now());
        kept();
      });
    } catch (error) {
      await spool.remove([frozen.spoolName]);
      throw error;
    }
    folder?.decided(row.id, row.group_key);
    onQueued();
  };

  // Queues the documents of an earlier submission for the present purpose of the folder rule. Returns false if at least one document is no
  // longer as it was sent, or may be in a Task of this purpose already; nothing is queued then.
  const sendToo = async (folder: WatchedFolder, earlier: string): Promise<boolean> => {
    const rows = files.ofSubmission(earlier);
    const isStill = () => {
      const now = files.ofSubmission(earlier);
      if (now.length !== rows.length)
        throw new SourceChanged('the files are bound to another submission now');
      if (parts.folderOf(folder.rule.id) !== folder) throw new FolderLeft('the rule of the folder changed');
    };
    try {
      const group = rows[0]?.group_key ?? null;
      return (await folder.submitter.submit(rows.map(memberOf), group, 'too', isStill)) === 'queued';
    } catch (error) {
      const isOfFile = error instanceof SourceChanged || (error instanceof Error && 'syscall' in error);
      if (error instanceof FolderLeft || diskFull(error) !== null || !isOfFile) inWords(error);
      return false;
    }
  };

  return {
    /**
     * Carries out a decision about documents that a folder sent for another purpose, and ends the offer. `send`: queues each document once
     * for the present purpose of the rule, in Tasks with the same documents as before. After a fault of the disk or a kill, the offer still
     * has the documents that were not queued. @throws PlainError
     */
    async decideOffer(
      folder: WatchedFolder,
      { decision, purpose }: OfferDecision,
      kept: Kept = nothingMore,
    ): Promise<void> {
      const { rule } = folder;
      if (purposeHash(rule) !== purpose) throw refused('folder.purpose-changed');
      let leftOut = 0;
      if (decision === 'send') {
        await assertMaySend(folder);
        for (const { id, documents } of offeredSubmissions(ledger, rule)) {
          if (await sendToo(folder, id)) onQueued();
          else leftOut += documents;
        }
      }
      ledger.transaction(() => {
        endOffer(ledger, rule, leftOut);
        kept();
      });
    },

    /**
     * Carries out a decision about a file. `send`: sends the file as a new Task. `answerTo`: sends the file as an answer to a waiting Task.
     * If the file is held for a reason that concerns a whole parcel (`ofWhole`), all files of the parcel are sent together.
     * @throws PlainError if the file changed, vanished, or waits for no decision; nothing is sent then
     */
    async decideFile(
      fileId: number,
      decision: FileDecision,
      actor = 'station',
      kept: Kept = nothingMore,
    ): Promise<void> {
      const row = rowOf(fileId, ['held', 'settling']);
      if (decision === 'leave-out') {
        ledger.transaction(() => {
          files.setFate(row.id, { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } });
          kept();
        });
        parts.folderOf(row.folder_id)?.decided(row.id, row.group_key);
      } else if (decision === 'send') {
        const together = ofWhole(row);
        const rows = together ? filesWith(row) : [row];
        if (rows.some(({ size }) => size === 0)) throw problemError({ code: 'file.empty', detail: null });
        if ((together || ofFile(row)) && hasOthers(rows)) await letGo(rows, kept);
        else await submit(row, rows, false, kept);
      } else {
        await answer(row, decision.answerTo, actor, kept);
      }
    },

    /** Sends a duplicate and the other duplicates of its parcel as a new Task. @throws PlainError */
    async sendAnyway(fileId: number, kept: Kept = nothingMore): Promise<void> {
      const row = rowOf(fileId, ['duplicate']);
      await submit(row, files.ofParcel(row), true, kept);
    },
  };
}

/** Whether a file is held for a reason that concerns its whole parcel: all files that were to become one Task together. */
function ofWhole(row: FileRow): boolean {
  const { problem_code: code } = row;
  if (code === 'file.duplicate-withdrawn' || code === 'file.in-other-group') return true;
  return isWithheld(row) || code === TOO_MUCH_TEXT.code;
}

/** Whether a file is held for a reason that concerns the file alone. A decision to send the file must not divide its group. */
function ofFile({ problem_code: code }: FileRow): boolean {
  return code !== null && (SENT_ANYWAY.has(code) || code === 'file.unreadable' || code === 'spool.full');
}

/** Whether a file is held because another station claimed or withdrew the document, or because the document may already be in a Task. */
function isWithheld({ problem_code: code }: FileRow): boolean {
  return WITHHELD.some((one) => one === code);
}

/** Checks that this station may submit from the folder. @throws PlainError if this station does not hold the lease */
async function assertMaySend(folder: WatchedFolder): Promise<void> {
  if (await folder.shared.holds()) return;
  throw folder.question === null ? refused('station.other') : problemError(folder.question);
}

// Returns the decision for the submitter. `after-all`: the person knows the problem, so the same problem must not hold the file again.
function decidedOf(row: FileRow, again: boolean): SubmitDecision {
  if (again || row.problem_code === 'file.in-other-group') return 'again';
  return isWithheld(row) ? 'after-all' : null;
}

/** Throws a PlainError with a message for people if `error` is an expected error. Throws any other error unchanged. */
function inWords(error: unknown): never {
  if (error instanceof FolderLeft) throw refused('folder.left', error);
  if (error instanceof SourceChanged) throw refused('file.changed', error);
  if (error instanceof FolderFault) throw problemError({ code: 'folder.full', detail: `(${error.code})` });
  const told = diskFull(error);
  if (told !== null) throw told;
  // Errors of the spool's disk are handled above, so a system error here comes from the source file.
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  throw new PlainError(
    'file.unreadable',
    say('documents.cannotOpenFile', { code: codeOf(error) }),
    say('documents.closeProgramUsesFile'),
    { cause: error },
  );
}

const REASONS = {
  'file.decided': [say('documents.fileNoLongerNeeds'), say('documents.refreshListFiles')],
  'file.changed': [say('documents.fileChangedRemovedMeantime'), say('documents.checkFile')],
  'folder.left': [say('documents.settingsFolderChangedRead'), say('documents.checkFile')],
  'file.taken-back': [
    say('documents.anotherStationWithdrewDocument'),
    say('documents.checkFileSendFileAnywayDecide'),
  ],
  'file.perhaps-sent': [say('documents.sameDocumentAlreadyTask'), say('documents.lookServiceTaskDocument')],
  'file.duplicate': [
    say('documents.sameDocumentSentBefore'),
    say('documents.checkFileSendFileAnywayDecideSendDuplicate'),
  ],
  'folder.no-rule': [say('documents.fileNotComeFolder'), say('documents.sendFile')],
  'folder.purpose-changed': [say('folders.taskTypeRequestDetails'), say('folders.lookFolder')],
  'file.by-hand': [say('documents.fileAddedHand'), say('documents.addFileAgain')],
  'station.other': [say('documents.anotherStationHandlesFolder'), say('documents.decideAboutFileStation')],
} as const;

function refused(code: keyof typeof REASONS, cause?: unknown): PlainError {
  const [message, next] = REASONS[code];
  return new PlainError(code, message, next, cause === undefined ? undefined : { cause });
}
