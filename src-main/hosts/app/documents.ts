import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertNever } from '../../contract/assert-never.ts';
import type { Result } from '../../contract/result.ts';
import { say } from '../../contract/say.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit, recordFirst } from '../../core/audit/audit.ts';
import { makePrivateFolder } from '../../core/data-folder/private-folder.ts';
import { codeOf } from '../../core/error-code.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { latestSnapshot } from '../../core/ledger/tasks/snapshots.ts';
import { PlainError } from '../../core/plain-error.ts';
import { partOf, SpaceShortError, TargetExistsError } from '../../core/service/downloads/download.ts';
import { LinkRefused } from '../../core/service/downloads/link-places.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { originalOf } from '../../core/views/alias-of.ts';
import { resultOf } from '../headless/describe-failure.ts';
import type { Caller, FetchedDocument } from './app.ts';
import type { AppContext } from './context.ts';
import { isLocked, lockedMeanwhile } from './lock/lock-words.ts';

const OPEN_TYPE = 'application/octet-stream';

/** Downloads a document of a Task for a person. The private copy for viewing is removed afterwards (docs/architecture.md 7). */
export function createDocuments(context: AppContext) {
  const open = new Set<string>();

  const folderOf = () => context.station().paths.documents;
  const saves = createUnfinishedSaves(folderOf);

  function audit(action: AuditAction, { actor }: Caller, task: string, item: string): void {
    const { ledger } = context.engine();
    appendAudit(ledger, { at: context.clock.now(), actor, action, subject: task, detail: { item } });
  }

  async function fetchDocument(
    task: string,
    item: string,
    caller: Caller,
    purpose: 'show' | 'save',
  ): Promise<FetchedDocument> {
    if (context.lock.locked()) throw isLocked();
    const { client, ledger } = context.engine();
    const folder = folderOf();
    await makePrivateFolder(folder);
    const path = join(folder, randomUUID());
    open.add(path);
    const dispose = async () => {
      await rm(path, { force: true });
      open.delete(path);
    };
    try {
      const original = originalIn(ledger, task, item);
      const { fileName, size } = await client.downloadItem(task, item, path, { original });
      if (context.lock.locked()) throw lockedMeanwhile();
      audit(purpose === 'save' ? 'document.saved' : 'document.viewed', caller, task, item);
      const listed = listedItem(ledger, task, item);
      return {
        name: fileName,
        mediaType: listed?.data_format ?? OPEN_TYPE,
        size,
        stream: () => createReadStream(path),
        dispose,
      };
    } catch (error) {
      await dispose();
      throw error;
    }
  }

  return {
    read: (
      task: string,
      item: string,
      caller: Caller,
      purpose: 'show' | 'save' = 'show',
    ): Promise<Result<FetchedDocument>> => asResult(() => fetchDocument(task, item, caller, purpose)),
    save: (task: string, item: string, target: string, caller: Caller): Promise<Result<null>> =>
      asResult(async () => {
        if (context.lock.locked()) throw isLocked();
        const { client, ledger } = context.engine();
        const { actor } = caller;
        const entry = { actor, action: 'document.saved', subject: task, detail: { item } } as const;
        const part = partOf(target);
        await saves.during(part, () =>
          client.downloadItem(task, item, target, {
            part,
            original: originalIn(ledger, task, item),
            placing: (place) => recordFirst(ledger, context.clock.now, entry, place),
          }),
        );
        return null;
      }),
    /** Removes the private files that a killed process left behind. If the removal fails, the next start tries again. */
    removeLeftovers: () => saves.removeLeftovers().catch(() => undefined),
    stop: async (): Promise<void> => {
      await saves.stop();
      for (const path of open) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

const asResult = <T>(work: () => Promise<T>) => resultOf(work, aboutDocument);

/** Converts an error of a download into a PlainError with texts for a person. Returns any other error unchanged. */
export function aboutDocument(error: unknown): unknown {
  if (error instanceof TargetExistsError) {
    return new PlainError(
      'document.exists',
      say('common.fileNameAlreadyExists'),
      say('documents.chooseAnotherName'),
    );
  }
  if (error instanceof SpaceShortError) {
    return new PlainError(
      'document.no-space',
      say('documents.diskTooLittleFree'),
      say('documents.freeSomeSpaceDisk'),
    );
  }
  if (error instanceof LinkRefused) return linkRefused(error.fault);
  if (error instanceof ServiceError) {
    switch (error.failure.kind) {
      case 'refused':
        return new PlainError(
          'document.refused',
          error.failure.detail === null
            ? say('documents.serviceNotProvideDocument')
            : say('documents.serviceNotProvideDocumentNothingOpened', { detail: error.failure.detail }),
          say('documents.openTaskAgain'),
        );
      case 'not-sent':
        if (error.failure.obstacle !== undefined) return error;
        return notFetched();
      case 'unknown':
      case 'unreadable':
        return notFetched();
      default:
        return error;
    }
  }
  if (error instanceof Error && 'syscall' in error) {
    return new PlainError(
      'document.unwritable',
      say('documents.cannotWriteDocumentFolder', { code: codeOf(error) }),
      say('common.chooseAnotherFolder'),
    );
  }
  return error;
}

const listedItem = (ledger: Ledger, task: string, item: string) =>
  latestSnapshot(ledger, task)?.payload.data_items.find(({ uuid }) => uuid === item);

function originalIn(ledger: Ledger, task: string, item: string): string | null {
  const listed = listedItem(ledger, task, item);
  return listed === undefined ? null : originalOf(listed);
}

function notFetched(): PlainError {
  return new PlainError(
    'document.not-fetched',
    say('documents.cannotLoadWholeDocument'),
    say('documents.tryAgainProblemLasts'),
  );
}

function linkRefused(fault: LinkRefused['fault']): PlainError {
  switch (fault) {
    case 'unprotected':
    case 'place':
      return new PlainError(
        'document.link-refused',
        say('documents.serviceGaveUnsafeAddress'),
        say('documents.tellAdministrator'),
      );
    case 'too-large':
      return new PlainError(
        'document.too-large',
        say('documents.documentLarger2Gb'),
        say('documents.askOperatorServiceAnother'),
      );
    default:
      return assertNever(fault);
  }
}

const NOTE = '.saving';
// Matches the path of a temporary file of a save (`partOf`). Outside the private folder, `removeLeftovers` removes no other files.
const PART = /\.part-[0-9a-f-]{36}$/;

/**
 * Records the temporary file of each save in a note on the disk, so that the next start can remove the temporary files that a killed
 * process left behind.
 */
export interface UnfinishedSaves {
  /** Runs `work` while a note names the temporary file `part`. Removes `part` and the note afterwards. */
  during(part: string, work: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
  /** Removes all files in the private folder, and each temporary file that a note names. Called at the start. */
  removeLeftovers(): Promise<void>;
}

export function createUnfinishedSaves(folder: () => string): UnfinishedSaves {
  // The finished saves whose temporary file or note must still be removed. Maps the path of each note to the path of the temporary file.
  const over = new Map<string, string>();
  // A save succeeds even if a removal fails. The next save, `stop` or the next start tries the removal again.
  const tidy = async () => {
    for (const [note, part] of over)
      await rm(part, { force: true })
        .then(() => rm(note, { force: true }))
        .then(
          () => over.delete(note),
          () => undefined,
        );
  };

  return {
    during: async (part, work) => {
      const note = join(folder(), `${randomUUID()}${NOTE}`);
      await makePrivateFolder(folder());
      try {
        await writeFile(note, part, { flag: 'wx', mode: 0o600 });
        await work();
      } finally {
        over.set(note, part);
        await tidy();
      }
    },
    stop: tidy,
    removeLeftovers: async () => {
      for (const name of await readdir(folder())) {
        const path = join(folder(), name);
        const part = name.endsWith(NOTE) ? await readFile(path, 'utf8') : '';
        if (PART.test(part)) await rm(part, { force: true });
        await rm(path, { recursive: true, force: true });
      }
      await rmdir(folder());
    },
  };
}
