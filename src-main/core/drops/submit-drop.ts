import { describeForCommandLine, type Problem } from '../../contract/problem.ts';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { codeOfDuplicate } from '../ledger/tables/earlier.ts';
import { createFiles, type Files } from '../ledger/tables/files.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../spool/inline-text.ts';
import type { Spool } from '../spool/spool.ts';
import { type DroppedFile, findDropped } from './find-dropped.ts';
import { addGiven, fateOf, type ParcelFile, queueParcel } from './queue-drop.ts';
import { type Refusal, takeFile } from './take-file.ts';

export interface DropToSubmit {
  readonly ledger: Ledger;
  readonly spool: Spool;
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[];
  readonly taskType: string;
  readonly requestSpec?: Readonly<Record<string, unknown>>;
  /** All files as one Task; otherwise each file is one. */
  readonly together: boolean;
  readonly name?: string | null;
  readonly callbackTemplate?: string | null;
  readonly clock: Clock;
  readonly random: Random;
  /** Called for each submission, in the transaction that queues it. */
  readonly onQueued?: (id: string, now: number) => void;
}

export interface NotTaken {
  readonly path: string;
  readonly code: string;
  /** What happened and what to do, for people. */
  readonly words: string;
}

export interface DropOutcome {
  readonly submissionIds: readonly string[];
  readonly notTaken: readonly NotTaken[];
}

/**
 * Takes files given by hand: each gets a row of its own (I1), and what is not taken is reported with its reason. Together
 * means all or none: one file that cannot go out holds the others.
 */
export async function submitDrop(drop: DropToSubmit): Promise<DropOutcome> {
  const { ledger, spool, clock, random } = drop;
  const files = createFiles(ledger);
  const taken: ParcelFile[] = [];
  const found = await findDropped(drop.paths);
  let held = found.unreadable.length;
  const notTaken: NotTaken[] = found.unreadable.map(({ path, code }) => ({
    path,
    ...wordsOf({ code: 'file.unreadable', detail: `(${code})` }),
  }));
  for (const file of found.files) {
    const result = await takeFile(spool, file);
    if ('frozen' in result) {
      taken.push({ path: file.path, source: file.path, frozen: result.frozen });
      continue;
    }
    if ('problem' in result) held += 1;
    notTaken.push(recordRefused(drop, files, file, result));
  }
  const tooMuch = drop.together && isTooMuchText(taken.map(({ frozen }) => frozen));
  if (drop.together && (held > 0 || tooMuch)) {
    const problem: Problem = held > 0 ? { code: 'file.group-held', detail: null } : TOO_MUCH_TEXT;
    for (const { path, frozen } of taken) {
      notTaken.push(recordRefused(drop, files, { path, identity: frozen.identity }, { problem }));
      await spool.remove([frozen.spoolName]);
    }
    return { submissionIds: [], notTaken };
  }
  await spool.sync();
  const parcels = drop.together ? (taken.length > 0 ? [taken] : []) : taken.map((file) => [file]);
  const work = {
    taskType: drop.taskType,
    requestSpec: drop.requestSpec ?? {},
    name: drop.name ?? null,
    callbackTemplate: drop.callbackTemplate ?? null,
  };
  const submissionIds: string[] = [];
  for (const parcel of parcels) {
    const queued = ledger.transaction(() => {
      const now = clock.now();
      const made = queueParcel({ ledger, files, clock, random }, parcel, work, { now, again: false });
      if ('id' in made) drop.onQueued?.(made.id, now);
      return made;
    });
    if ('id' in queued) {
      submissionIds.push(queued.id);
      continue;
    }
    for (const [index, { path, frozen }] of parcel.entries()) {
      const known = queued.known[index];
      if (known !== undefined)
        notTaken.push({ path, ...wordsOf({ code: codeOfDuplicate(known.of), detail: null }) });
      await spool.remove([frozen.spoolName]);
    }
  }
  return { submissionIds, notTaken };
}

function recordRefused(
  drop: DropToSubmit,
  files: Files,
  { path, identity }: Pick<DroppedFile, 'path' | 'identity'>,
  refusal: Refusal,
): NotTaken {
  addGiven(files, path, { identity }, fateOf(refusal), drop.clock.now());
  if ('problem' in refusal) return { path, ...wordsOf(refusal.problem) };
  const words = `This is not a document (rule "${refusal.ignoredBy}"), so it was not sent.`;
  return { path, code: `ignored.${refusal.ignoredBy}`, words };
}

function wordsOf(problem: Problem): { code: string; words: string } {
  const { code, message, next } = describeForCommandLine({ ...problem, subject: 'drop' });
  return { code, words: `${message} ${next}` };
}
