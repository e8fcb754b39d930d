import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import type { Problem } from '../../contract/problem.ts';
import { detailOf } from '../../contract/texts/detail.ts';
import { isDiskFault } from '../disk-full.ts';
import { junkRuleOf } from '../junk.ts';
import type { Earlier } from '../ledger/tables/duplicates.ts';
import { errorCode, READ_FLAGS, sameVersion } from '../share-io/file-identity.ts';
import { type ContentFault, faultOfContent, problemOfContent } from '../spool/format-end.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../spool/inline-text.ts';
import { type FrozenFile, SourceChanged, type Spool } from '../spool/spool.ts';
import { type DroppedFile, shownPath } from './find-dropped.ts';
import { copyOf, type Entry, fateOfCopy, type Giving, type OpenDrop, type Refusal } from './open-drop.ts';

const FREEZE_ATTEMPTS = 3;
const COPIES_AT_A_TIME = 4;

/** The identity for a file that cannot be read, or that has no path on this computer. */
export const NO_IDENTITY = { size: 0, mtimeMs: 0, inode: '', ctimeMs: null };

type Copy = { readonly frozen: FrozenFile } | Refusal;

/** A file that a browser page sends as a stream of bytes. */
export interface StreamedFile {
  /** The path of the file, beginning with the name of the dropped file or folder. */
  readonly path: string;
  /** The size in bytes that the page announced. */
  readonly size: number;
  readonly giving?: Giving | undefined;
  /** Whether the file is a document of the Task that the drop corrects. */
  readonly carried?: boolean;
}

export interface DropFiller {
  /** Copies files of this computer into the spool. A known file is copied again only if the file has changed or was refused. */
  addFiles(drop: OpenDrop, files: readonly DroppedFile[]): Promise<void>;
  addStream(drop: OpenDrop, file: StreamedFile, stream: AsyncIterable<Uint8Array>): Promise<Entry>;
}

/**
 * Creates the filler, which copies the files of all drops into the spool, at most four files at a time.
 * @param nameOf returns the path under which the Task shows a file of this computer
 * @param earlierOf returns the earlier submission that makes a copied file a duplicate, or null
 */
export function createDropFiller({
  spool,
  nameOf,
  earlierOf,
  accept = [],
}: {
  readonly spool: Spool;
  /** The faults with which `addFiles` accepts a file. */
  readonly accept?: readonly ContentFault[];
  readonly nameOf: (drop: OpenDrop, file: DroppedFile) => string;
  readonly earlierOf: (drop: OpenDrop, sha256: string) => Earlier | null;
}): DropFiller {
  const limit = pLimit(COPIES_AT_A_TIME);

  /** Stores the result of a copy in `entry`, the drop's entry for the file. If the drop no longer has the entry, deletes the spool copy. */
  async function settle(drop: OpenDrop, entry: Entry, copy: Copy): Promise<void> {
    const isWanted = drop.has(entry);
    entry.fate =
      'frozen' in copy
        ? fateOfCopy(copy.frozen, earlierOf(drop, copy.frozen.sha256))
        : { state: 'refused', refusal: copy };
    const kept = copyOf(entry);
    if (!isWanted && kept !== null) await spool.remove([kept.spoolName]);
  }

  return {
    async addFiles(drop, files) {
      const outdated: string[] = [];
      const work = files.flatMap((file) => {
        const known = drop.sameSource(file.path);
        if (known !== null && sameVersion(known.identity, file.identity)) return [];
        if (known !== null) {
          drop.remove(known.index);
          outdated.push(...[copyOf(known)].flatMap((copy) => copy?.spoolName ?? []));
        }
        const { path: source, root, identity } = file;
        return [{ file, entry: drop.add({ shown: nameOf(drop, file), source, root, identity }) }];
      });
      await spool.remove(outdated);
      await Promise.all(
        work.map(({ file, entry }) =>
          limit(async () => {
            if (drop.has(entry)) await settle(drop, entry, await copyFile(spool, file, accept));
          }),
        ),
      );
    },
    async addStream(drop, { path, size, giving, carried = false }, stream) {
      const cleaned = shownPath(path);
      drop.makeWay(cleaned, size);
      const folder = cleaned.includes('/')
        ? `${giving?.id ?? ''} ${giving?.entry ?? 0}/${cleaned.split('/')[0]}`
        : null;
      const shown = drop.freePath(cleaned, folder ?? cleaned);
      const [first = shown, ...inner] = shown.split('/');
      const root = folder ?? shown;
      const entry = drop.add({ shown, source: shown, root, identity: { ...NO_IDENTITY, size }, carried });
      const file = { name: inner.at(-1) ?? first, below: inner.length === 0 ? first : inner.join('/'), size };
      await settle(drop, entry, await copyStream(spool, file, stream));
      return entry;
    },
  };
}

/** Returns the spool copy of a file, or a refusal if the file has a fault that is not in `accept`. Never rejects. */
export async function copyFile(
  spool: Pick<Spool, 'freeze' | 'remove'>,
  { path, below, kind, identity }: Pick<DroppedFile, 'path' | 'below' | 'kind' | 'identity'>,
  accept: readonly ContentFault[],
): Promise<Copy> {
  const ignoredBy = kind === 'file' ? junkRuleOf(below) : kind;
  if (ignoredBy !== null) return { ignoredBy };
  if (identity.size === 0) return refused('file.empty');
  try {
    const fault = await faultOf(path, { path: basename(path), size: identity.size });
    for (let attempt = 1; ; attempt++) {
      try {
        const frozen = await spool.freeze(path);
        return await unlessRefused(spool, frozen, async () =>
          refusalOf(frozen, fault !== null && accept.includes(fault) ? null : fault, path),
        );
      } catch (error) {
        if (!(error instanceof SourceChanged) || attempt === FREEZE_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    return refusalFor(error);
  }
}

// Copies a streamed file into the spool. Returns the spool copy, or a refusal if the stream is no complete document of `size` bytes.
// `below`: the path inside the dropped folder, or the name of a single file. The junk rules apply to `below`. Never rejects.
async function copyStream(
  spool: Spool,
  { name, below, size }: { readonly name: string; readonly below: string; readonly size: number },
  stream: AsyncIterable<Uint8Array>,
): Promise<Copy> {
  const ignoredBy = junkRuleOf(below);
  if (ignoredBy !== null) return { ignoredBy };
  if (size === 0) return refused('file.empty');
  try {
    const frozen = await spool.freezeStream(measured(stream, size), name, size);
    return await unlessRefused(spool, frozen, async () =>
      refusalOf(frozen, await faultOf(spool.pathOf(frozen.spoolName), { path: name, size }), name),
    );
  } catch (error) {
    return refusalFor(error);
  }
}

// Returns the spool copy if `check` returns null, otherwise the refusal of `check`. Deletes a spool copy that the result does not contain.
async function unlessRefused(
  spool: Pick<Spool, 'remove'>,
  frozen: FrozenFile,
  check: () => Promise<Refusal | null>,
): Promise<Copy> {
  let refusal: Refusal | null | undefined;
  try {
    refusal = await check();
  } finally {
    if (refusal !== null && !(refusal && 'kept' in refusal)) await spool.remove([frozen.spoolName]);
  }
  return refusal ?? { frozen };
}

function refusalOf(frozen: FrozenFile, fault: ContentFault | null, name: string): Refusal | null {
  if (isTooMuchText([frozen])) return { problem: TOO_MUCH_TEXT };
  return fault && { problem: problemOfContent(fault, name), kept: frozen };
}

async function faultOf(at: string, file: { readonly path: string; readonly size: number }) {
  const handle = await open(at, READ_FLAGS);
  return await faultOfContent(handle, file).finally(() => handle.close());
}

class BrokenOff extends Error {}

async function* measured(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  const pieces = stream[Symbol.asyncIterator]();
  let ended = false;
  try {
    while (true) {
      const next = await pieces.next().catch((error: unknown) => {
        ended = true;
        throw new BrokenOff(detailOf('detail.connectionBroke'), { cause: error });
      });
      if (next.done === true) break;
      seen += next.value.byteLength;
      if (seen > size) throw new BrokenOff(detailOf('detail.longerThanSaid'));
      yield next.value;
    }
    ended = true;
    if (seen < size) throw new BrokenOff(detailOf('detail.shorterThanSaid'));
  } finally {
    if (!ended) await pieces.return?.().catch(() => undefined);
  }
}

function refused(code: Problem['code'], detail: string | null = null): Refusal {
  return { problem: { code, detail } };
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof BrokenOff) return refused('file.broken-off', `(${error.message})`);
  if (error instanceof SourceChanged) return refused('file.changing');
  const code = errorCode(error);
  return refused(isDiskFault(error) ? 'spool.full' : 'file.unreadable', `(${code})`);
}
