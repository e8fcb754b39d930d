import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeProblem, type Problem } from '../../contract/problem.ts';
import type { Clock, Random } from '../clock.ts';
import { createFiles, type Files } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { addSubmission, findEarlier, payloadHash } from '../ledger/new-submission.ts';
import { errorCode, identityOf, lstatOrNull, READ_FLAGS } from './file-identity.ts';
import { hasItsEnd } from './format-end.ts';
import { newId } from './ids.ts';
import { junkRuleOf } from './junk.ts';
import { type FrozenFile, SourceChanged, type Spool } from './spool.ts';
import { toNewFile } from './submitter.ts';
import { type WalkedFile, walk } from './walk.ts';

const FREEZE_ATTEMPTS = 3;

export interface Drop {
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

interface Taken {
  readonly path: string;
  readonly frozen: FrozenFile;
}

/**
 * Takes files given by hand: each gets a row of its own (I1), and what is not taken is reported with its reason. Together
 * means all or none: one file that cannot go out holds the others.
 */
export async function submitDrop(drop: Drop): Promise<DropOutcome> {
  const files = createFiles(drop.ledger);
  const notTaken: NotTaken[] = [];
  const taken: Taken[] = [];
  let held = 0;
  for (const found of await findAll(drop.paths, notTaken)) {
    const result = await takeOne(drop, found);
    if ('frozen' in result) {
      taken.push(result);
      continue;
    }
    if ('problem' in result) held += 1;
    notTaken.push(recordRefused(drop, files, found, result));
  }
  if (drop.together && held > 0) {
    const problem: Problem = { code: 'file.group-held', detail: null };
    for (const { path, frozen } of taken) {
      notTaken.push(
        recordRefused(drop, files, { path, kind: 'file', identity: frozen.identity }, { problem }),
      );
      await drop.spool.remove([frozen.spoolName]);
    }
    return { submissionIds: [], notTaken };
  }
  await drop.spool.sync();
  const parcels = drop.together ? (taken.length > 0 ? [taken] : []) : taken.map((file) => [file]);
  const submissionIds: string[] = [];
  for (const parcel of parcels) {
    const id = queueParcel(drop, files, parcel);
    if (id !== null) {
      submissionIds.push(id);
      continue;
    }
    for (const { path, frozen } of parcel) {
      notTaken.push({ path, ...wordsOf({ code: 'file.duplicate', detail: null }) });
      await drop.spool.remove([frozen.spoolName]);
    }
  }
  return { submissionIds, notTaken };
}

async function findAll(paths: readonly string[], notTaken: NotTaken[]): Promise<WalkedFile[]> {
  const found: WalkedFile[] = [];
  const unreadable = (path: string, code: string) =>
    void notTaken.push({ path, ...wordsOf({ code: 'file.unreadable', detail: `(${code})` }) });
  for (const path of paths) {
    try {
      const stats = await lstatOrNull(path);
      if (stats === null) unreadable(path, 'ENOENT');
      else if (!stats.isDirectory()) {
        const kind = stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'special-file';
        found.push({ path, kind, identity: identityOf(stats) });
      } else {
        const below: WalkedFile[] = [];
        await walk({
          root: path,
          onFile: (file) => void below.push(file),
          onTrouble: (trouble) => unreadable(`${path}/${trouble.path}`, trouble.code),
        });
        below.sort((a, b) => (a.path < b.path ? -1 : 1));
        found.push(...below.map((file) => ({ ...file, path: `${path}/${file.path}` })));
      }
    } catch (error) {
      unreadable(path, errorCode(error));
    }
  }
  const names = new Set<string>();
  return found.filter(({ path }) => !names.has(path) && names.add(path));
}

type Refusal = { readonly ignoredBy: string } | { readonly problem: Problem };

async function takeOne(drop: Drop, { path, kind, identity }: WalkedFile): Promise<Taken | Refusal> {
  const ignoredBy = kind === 'file' ? junkRuleOf(basename(path)) : kind;
  if (ignoredBy !== null) return { ignoredBy };
  if (identity.size === 0) return { problem: { code: 'file.empty', detail: null } };
  try {
    const handle = await open(path, READ_FLAGS);
    const complete = await hasItsEnd(handle, identity.size).finally(() => handle.close());
    if (!complete) return { problem: { code: 'file.unfinished', detail: null } };
    for (let attempt = 1; ; attempt++) {
      try {
        return { path, frozen: await drop.spool.freeze(path) };
      } catch (error) {
        if (!(error instanceof SourceChanged) || attempt === FREEZE_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    if (error instanceof SourceChanged) return { problem: { code: 'file.changing', detail: null } };
    return { problem: { code: 'file.unreadable', detail: `(${errorCode(error)})` } };
  }
}

function recordRefused(drop: Drop, files: Files, found: WalkedFile, refusal: Refusal): NotTaken {
  const { path, identity } = found;
  const fate =
    'ignoredBy' in refusal
      ? ({ state: 'ignored', by: refusal.ignoredBy } as const)
      : ({ state: 'held', problem: refusal.problem } as const);
  files.insert(rowOf(path, identity, fate), drop.clock.now());
  if ('problem' in refusal) return { path, ...wordsOf(refusal.problem) };
  const words = `This is not a document (rule "${refusal.ignoredBy}"), so it was not sent.`;
  return { path, code: `ignored.${refusal.ignoredBy}`, words };
}

function queueParcel(drop: Drop, files: Files, parcel: readonly Taken[]): string | null {
  const { ledger, clock, taskType } = drop;
  const hash = payloadHash(
    taskType,
    parcel.map((file) => file.frozen.sha256),
  );
  return ledger.transaction(() => {
    const now = clock.now();
    const rows = parcel.map(({ path, frozen }) => ({
      id: files.insert(rowOf(path, frozen.identity, { state: 'settling' }), now),
      sha256: frozen.sha256,
    }));
    const earlier = findEarlier(ledger, hash);
    if (earlier !== null) {
      for (const row of rows) files.markDuplicate(row.id, row.sha256, earlier);
      return null;
    }
    const id = newId(clock, drop.random);
    addSubmission(
      ledger,
      {
        id,
        origin: 'drop',
        folderId: null,
        groupKey: null,
        claimKey: null,
        taskType,
        requestSpec: drop.requestSpec ?? {},
        name: drop.name ?? null,
        callbackTemplate: drop.callbackTemplate ?? null,
        externalId: id,
        files: parcel.map(toNewFile),
        perhapsSent: false,
      },
      now,
    );
    for (const row of rows) files.bind(row.id, row.sha256, { to: 'submission', id, move: false }, now);
    return id;
  });
}

function rowOf(
  path: string,
  { size, mtimeMs, inode }: WalkedFile['identity'],
  fate: Parameters<Files['insert']>[0]['fate'],
) {
  return { folderId: null, path, nameKey: path.normalize('NFC'), groupKey: null, size, mtimeMs, inode, fate };
}

function wordsOf(problem: Problem): { code: string; words: string } {
  const { code, message, next } = describeProblem(problem);
  return { code, words: `${message} ${next}` };
}
