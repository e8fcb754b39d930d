import { open } from 'node:fs/promises';
import type { Problem } from '../../contract/problem.ts';
import { isDiskFault } from '../disk-full.ts';
import { errorCode, READ_FLAGS } from '../share-io/file-identity.ts';
import { hasItsEnd } from '../spool/format-end.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../spool/inline-text.ts';
import { junkRuleOf } from '../spool/junk.ts';
import { type FrozenFile, SourceChanged, type Spool } from '../spool/spool.ts';
import type { DroppedFile } from './find-dropped.ts';

const FREEZE_ATTEMPTS = 3;

/** Why a file given by hand does not go out. */
export type Refusal = { readonly ignoredBy: string } | { readonly problem: Problem };
export type Taking = { readonly frozen: FrozenFile } | Refusal;

/** Copies a file given by hand into the spool, if it is a document and whole. Never rejects. */
export async function takeFile(
  spool: Pick<Spool, 'freeze' | 'remove'>,
  { path, below, kind, identity }: Pick<DroppedFile, 'path' | 'below' | 'kind' | 'identity'>,
): Promise<Taking> {
  const ignoredBy = kind === 'file' ? junkRuleOf(below) : kind;
  if (ignoredBy !== null) return { ignoredBy };
  if (identity.size === 0) return refused('file.empty');
  try {
    if (!(await isWhole(path, identity.size))) return refused('file.unfinished');
    for (let attempt = 1; ; attempt++) {
      try {
        const frozen = await spool.freeze(path);
        return await unlessRefused(spool, frozen, async () => tooMuch(frozen));
      } catch (error) {
        if (!(error instanceof SourceChanged) || attempt === FREEZE_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    return faultOf(error);
  }
}

/**
 * The same for a file that comes as bytes and has no path here. `below` is the part of its path that the person did not
 * name; what is not as long as it was said to be is refused, and nothing of it is kept. Never rejects.
 */
export async function takeStream(
  spool: Spool,
  { name, below, size }: { readonly name: string; readonly below: string; readonly size: number },
  stream: AsyncIterable<Uint8Array>,
): Promise<Taking> {
  const ignoredBy = junkRuleOf(below);
  if (ignoredBy !== null) return { ignoredBy };
  if (size === 0) return refused('file.empty');
  try {
    const frozen = await spool.freezeStream(measured(stream, size), name, size);
    return await unlessRefused(spool, frozen, async () =>
      (await isWhole(spool.pathOf(frozen.spoolName), size)) ? tooMuch(frozen) : refused('file.unfinished'),
    );
  } catch (error) {
    return faultOf(error);
  }
}

/** A copy, or why it does not go out; then, and where it cannot be looked at, it is removed. */
async function unlessRefused(
  spool: Pick<Spool, 'remove'>,
  frozen: FrozenFile,
  look: () => Promise<Refusal | null>,
): Promise<Taking> {
  let refusal: Refusal | null | undefined;
  try {
    refusal = await look();
  } finally {
    if (refusal !== null) await spool.remove([frozen.spoolName]);
  }
  return refusal ?? { frozen };
}

function tooMuch(frozen: FrozenFile): Refusal | null {
  return isTooMuchText([frozen]) ? { problem: TOO_MUCH_TEXT } : null;
}

async function isWhole(path: string, size: number): Promise<boolean> {
  const handle = await open(path, READ_FLAGS);
  return await hasItsEnd(handle, size).finally(() => handle.close());
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
        throw new BrokenOff('the connection broke', { cause: error });
      });
      if (next.done === true) break;
      seen += next.value.byteLength;
      if (seen > size) throw new BrokenOff('it is longer than was said');
      yield next.value;
    }
    ended = true;
    if (seen < size) throw new BrokenOff('it is shorter than was said');
  } finally {
    if (!ended) await pieces.return?.().catch(() => undefined);
  }
}

function refused(code: Problem['code'], detail: string | null = null): Refusal {
  return { problem: { code, detail } };
}

function faultOf(error: unknown): Refusal {
  if (error instanceof BrokenOff) return refused('file.broken-off', `(${error.message})`);
  if (error instanceof SourceChanged) return refused('file.changing');
  const code = errorCode(error);
  return refused(isDiskFault(error) ? 'spool.full' : 'file.unreadable', `(${code})`);
}
