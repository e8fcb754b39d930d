import type { Problem } from '../../contract/problem.ts';
import { joined, type Said, say, sayProblem } from '../../contract/say.ts';
import type { Clock, Random } from '../clock.ts';
import type { FetchDocument } from '../fetch-document.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import { codeOfDuplicate } from '../ledger/tables/duplicates.ts';
import { createFiles } from '../ledger/tables/files.ts';
import { PlainError } from '../plain-error.ts';
import type { ContentFault } from '../spool/format-end.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../spool/inline-text.ts';
import type { Spool } from '../spool/spool.ts';
import { carryOver } from './carry-over.ts';
import type { CorrectionSource } from './correction-source.ts';
import { createDropFiller } from './fill-drop.ts';
import { findDropped } from './find-dropped.ts';
import { createOpenDrop, type OpenDrop } from './open-drop.ts';
import { queueDrop, refuseUnchanged } from './queue-drop.ts';
import { streamOf, type TypedDocument } from './typed-document.ts';

export interface DropToSubmit {
  readonly ledger: Ledger;
  readonly spool: Spool;
  readonly paths: readonly string[];
  readonly taskType: string;
  readonly requestSpec?: Readonly<Record<string, unknown>>;
  /** Whether the drop becomes one Task with only `requestSpec`, without documents (`DropRequest.onlyDetails`). */
  readonly onlyDetails?: boolean;
  /** Whether all files become one Task. If false, each file becomes a Task of its own. */
  readonly together: boolean;
  /** Whether files that are no documents are sent too. */
  readonly accept?: readonly ContentFault[];
  readonly name?: string | null;
  readonly callbackTemplate?: string | null;
  readonly externalId?: string | null;
  /** Documents that a person typed. Typed documents are sent in the same way as files. */
  readonly typed?: readonly TypedDocument[];
  readonly clock: Clock;
  readonly random: Random;
  readonly onQueued?: (id: string, now: number) => void;
  /**
   * Present if the files correct the Task `source`. `left`: the uuids of the data items to leave out. `what`: the change in the words of
   * the person. `sameAgain`: whether to send a correction that changes nothing.
   */
  readonly correction?: {
    readonly source: CorrectionSource;
    readonly left: ReadonlySet<string>;
    readonly what: string;
    readonly sameAgain: boolean;
    readonly fetch: FetchDocument;
  };
}

export interface NotTaken {
  readonly path: string;
  readonly code: string;
  /** A text for people: why the file is not sent, and what the person can do. */
  readonly said: Said;
}

export interface DropOutcome {
  readonly submissionIds: readonly string[];
  readonly notTaken: readonly NotTaken[];
}

/**
 * Queues files from the command line, with a row for each file (I1). If `together` is true and a file is refused or unreadable, no file is
 * queued.
 * @throws PlainError `correct.lost`, `drop.unchanged`; nothing is queued then
 */
export async function submitDrop(submit: DropToSubmit): Promise<DropOutcome> {
  const { ledger, spool, clock, random, correction } = submit;
  const corrects = correction?.source ?? null;
  const drop = createOpenDrop({ id: newId(clock, random), openedAt: clock.now(), task: null, corrects });
  const found = await findDropped(submit.paths);
  const filler = createDropFiller({
    spool,
    nameOf: (_drop, file) => file.path,
    earlierOf: () => null,
    accept: submit.accept ?? [],
  });
  if (correction !== undefined)
    await carryOver(drop, filler, correction.source, correction.fetch, correction.left);
  await filler.addFiles(drop, found.files);
  for (const document of submit.typed ?? []) await filler.addStream(drop, ...streamOf(document));
  if (submit.together) await holdAllIfOneIsRefused(drop, spool, found.unreadable.length > 0);
  const refused = refusedOf(drop);
  const purpose = { taskType: submit.taskType, requestSpec: submit.requestSpec ?? {} };
  if (correction !== undefined) await refuseCorrection(submit, drop, purpose, correction.sameAgain);
  const { ids, duplicates } = await queueDrop(
    { ledger, files: createFiles(ledger), spool, clock, random },
    drop,
    {
      grouping: submit.together ? 'together' : 'each',
      duplicates: correction !== undefined,
      onlyDetails: submit.onlyDetails ?? false,
      ...purpose,
      ...(correction && { correction: { corrects: correction.source.task, what: correction.what } }),
      name: submit.name ?? null,
      callbackTemplate: submit.callbackTemplate ?? null,
      reference: submit.externalId ?? null,
      ...(submit.onQueued === undefined ? {} : { onQueued: submit.onQueued }),
    },
  );
  return {
    submissionIds: ids,
    notTaken: [
      ...found.unreadable.map(({ path, code }) => ({
        path,
        ...wordsOf({ code: 'file.unreadable', detail: `(${code})` }),
      })),
      ...refused,
      ...duplicates.map(({ entry, of }) => ({
        path: entry.source,
        ...wordsOf({ code: codeOfDuplicate(of), detail: null }),
      })),
    ],
  };
}

/** Throws if documents of the corrected Task could not be copied, or if the correction changes nothing. Then deletes the spool copies. */
async function refuseCorrection(
  { ledger, spool }: DropToSubmit,
  drop: OpenDrop,
  purpose: Purpose,
  sameAgain: boolean,
): Promise<void> {
  try {
    const lost = drop.correction?.lost ?? [];
    if (lost.length > 0) throw lostDocuments(lost.map(({ name }) => name));
    refuseUnchanged({ ledger }, drop, { ...purpose, duplicates: sameAgain });
  } catch (error) {
    await spool.remove(drop.spoolNames());
    throw error;
  }
}

function lostDocuments(names: readonly string[]): PlainError {
  return new PlainError(
    'correct.lost',
    say('documents.serviceNotGiveDocuments', {
      list: names.join(', '),
    }),
    say('documents.tryAgainLater'),
  );
}

async function holdAllIfOneIsRefused(drop: OpenDrop, spool: Spool, isOneUnreadable: boolean): Promise<void> {
  const copied = drop.copied();
  const isOneHeld =
    isOneUnreadable ||
    drop.entries().some(({ fate }) => fate.state === 'refused' && 'problem' in fate.refusal);
  const isTooMuch = isTooMuchText(copied.map(({ fate }) => fate.frozen));
  if (!isOneHeld && !isTooMuch) return;
  const problem: Problem = isOneHeld ? { code: 'file.group-held', detail: null } : TOO_MUCH_TEXT;
  const copies = copied.map(({ fate }) => fate.frozen.spoolName);
  for (const entry of drop.entries()) {
    if ('frozen' in entry.fate) entry.fate = { state: 'refused', refusal: { problem } };
  }
  await spool.remove(copies);
}

function refusedOf(drop: OpenDrop): NotTaken[] {
  return drop.entries().flatMap(({ source: path, fate }) => {
    if (fate.state !== 'refused') return [];
    if ('problem' in fate.refusal) return [{ path, ...wordsOf(fate.refusal.problem) }];
    const rule = fate.refusal.ignoredBy;
    const said = say('documents.notDocumentRule', { rule });
    return [{ path, code: `ignored.${rule}`, said }];
  });
}

function wordsOf(problem: Problem): Pick<NotTaken, 'code' | 'said'> {
  const { message, next } = sayProblem({ ...problem, subject: 'drop' }, 'command');
  return { code: problem.code, said: joined([message, next], ' ') };
}
