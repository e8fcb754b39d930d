import { describeForCommandLine, type Problem } from '../../contract/problem.ts';
import type { Clock, Random } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { codeOfDuplicate } from '../ledger/tables/duplicates.ts';
import { createFiles } from '../ledger/tables/files.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../spool/inline-text.ts';
import type { Spool } from '../spool/spool.ts';
import { createDropFiller } from './fill-drop.ts';
import { findDropped } from './find-dropped.ts';
import { createOpenDrop, type OpenDrop } from './open-drop.ts';
import { queueDrop } from './queue-drop.ts';
import { streamOf, type TypedDocument } from './typed-document.ts';

export interface DropToSubmit {
  readonly ledger: Ledger;
  readonly spool: Spool;
  readonly paths: readonly string[];
  readonly taskType: string;
  readonly requestSpec?: Readonly<Record<string, unknown>>;
  /** Whether all files become one Task. If false, each file becomes a Task of its own. */
  readonly together: boolean;
  /** Whether files that are no documents are sent too. */
  readonly anyType?: boolean;
  readonly name?: string | null;
  readonly callbackTemplate?: string | null;
  readonly externalId?: string | null;
  /** Typed documents, which are sent as the files are. */
  readonly typed?: readonly TypedDocument[];
  readonly clock: Clock;
  readonly random: Random;
  readonly onQueued?: (id: string, now: number) => void;
}

export interface NotTaken {
  readonly path: string;
  readonly code: string;
  /** A text for people: why the file is not sent, and what the person can do. */
  readonly words: string;
}

export interface DropOutcome {
  readonly submissionIds: readonly string[];
  readonly notTaken: readonly NotTaken[];
}

/** Queues files from the command line, with a row for each file (I1). With `together`, a refused or unreadable file stops all files. */
export async function submitDrop(submit: DropToSubmit): Promise<DropOutcome> {
  const { ledger, spool, clock, random } = submit;
  const drop = createOpenDrop({ id: newId(clock, random), openedAt: clock.now(), task: null });
  const found = await findDropped(submit.paths);
  const filler = createDropFiller({
    spool,
    nameOf: (_drop, file) => file.path,
    earlierOf: () => null,
    anyType: submit.anyType ?? false,
  });
  await filler.addFiles(drop, found.files);
  for (const document of submit.typed ?? []) await filler.addStream(drop, ...streamOf(document));
  if (submit.together) await holdAllIfOneIsRefused(drop, spool, found.unreadable.length > 0);
  const refused = refusedOf(drop);
  const { ids, duplicates } = await queueDrop(
    { ledger, files: createFiles(ledger), spool, clock, random },
    drop,
    {
      grouping: submit.together ? 'together' : 'each',
      duplicates: false,
      taskType: submit.taskType,
      requestSpec: submit.requestSpec ?? {},
      name: submit.name ?? null,
      callbackTemplate: submit.callbackTemplate ?? null,
      externalId: submit.externalId ?? null,
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
    const words = `This is not a document (rule "${rule}"), so it was not sent.`;
    return [{ path, code: `ignored.${rule}`, words }];
  });
}

function wordsOf(problem: Problem): { code: string; words: string } {
  const { code, message, next } = describeForCommandLine({ ...problem, subject: 'drop' });
  return { code, words: `${message} ${next}` };
}
