import { backlogSchema, type FolderRule } from '../../contract/settings.ts';
import { systemClock } from '../../core/clock.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { addRequest, type EngineRequest, requestOutcome } from '../../core/ledger/tables/engine-requests.ts';
import { createFiles } from '../../core/ledger/tables/files.ts';
import { folderIds } from '../../core/ledger/tables/folders.ts';
import { messageTable } from '../../core/ledger/tables/messages.ts';
import { submissionById } from '../../core/ledger/tables/submissions.ts';
import { PlainError } from '../../core/plain-error.ts';
import { withLedger } from './choice.ts';
import { UsageError } from './failure.ts';
import { show, type Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 150;
const PATIENCE_MS = 15_000;

/**
 * Asks something of the engine: a row in the ledger first (I5). A running engine carries it out now, and this waits for what
 * comes of it; else the next start does.
 */
export function askEngine(terminal: Terminal, choice: StationChoice, asked: EngineRequest): Promise<void> {
  return withLedger(choice, 'beside', async (ledger, station) => {
    assertKnown(ledger, station.settings.folders, asked);
    const seq = addRequest(ledger, asked, actor(), systemClock.now());
    const deadline = systemClock.monotonic() + PATIENCE_MS;
    while (engineIsRunning(station.folder.path) && systemClock.monotonic() < deadline) {
      const outcome = requestOutcome(ledger, seq);
      if (outcome?.ok === true) return show(terminal, { done: true }, () => ['Done.']);
      if (outcome?.ok === false) {
        throw new PlainError(outcome.error.code, outcome.error.message, outcome.error.next);
      }
      await systemClock.sleep(LOOK_EVERY_MS);
    }
    show(terminal, { done: false }, () => ['The request is saved. Clearfolder carries it out when it runs.']);
  });
}

/** Refuses at once what no engine could carry out, because what it is about does not exist. */
function assertKnown(ledger: Ledger, rules: readonly FolderRule[], asked: EngineRequest): void {
  if ('folder' in asked && asked.folder !== null) assertFolderIsKnown(ledger, rules, asked.folder);
  if ('submission' in asked && !isInOutbox(ledger, asked.submission)) {
    throw new PlainError(
      'outbox.unknown-id',
      'The outbox has no submission or answer with this id. Nothing was changed.',
      'Find the id with: clearfolder outbox',
    );
  }
  if ('file' in asked && createFiles(ledger).byId(asked.file) === null) {
    throw new PlainError(
      'file.unknown',
      'No file has this number. Nothing was changed.',
      'Find the number with: clearfolder files',
    );
  }
}

/** A submission, or an answer, whose id `answer --json` gives. */
function isInOutbox(ledger: Ledger, id: string): boolean {
  return submissionById(ledger, id) !== null || messageTable(ledger).get(id) !== null;
}

/** @throws PlainError `folder.unknown` for the id of a folder that is neither in the settings nor was ever watched */
export function assertFolderIsKnown(ledger: Ledger, rules: readonly FolderRule[], id: string): void {
  const known = new Set([...rules.map((rule) => rule.id), ...folderIds(ledger)]);
  if (known.has(id)) return;
  throw new PlainError(
    'folder.unknown',
    `No folder has the id "${id}". Nothing was changed.`,
    known.size === 0
      ? 'Add a folder under "folders" in the settings first.'
      : `The folders are: ${[...known].join(', ')}.`,
  );
}

/** What `backlog FOLDER send|skip|DATE` asks for. */
export function backlogRequest(folder: string, words: string): EngineRequest {
  const decision = backlogSchema.safeParse(
    words === 'send' || words === 'skip' ? words : { newerThan: words },
  );
  if (!decision.success)
    throw new UsageError(
      'Use "send", "skip", or a date such as 2026-01-31 (files of that day and newer files are sent).',
    );
  return { verb: 'decide-backlog', folder, decision: decision.data };
}

/** What `decide FILE send|leave-out|answer:TASK` asks for. */
export function fileRequest(file: string, words: string): EngineRequest {
  const id = Number(file);
  if (!Number.isInteger(id)) throw new UsageError('FILE must be the number that "clearfolder files" shows.');
  if (words === 'send' || words === 'leave-out') return { verb: 'decide-file', file: id, decision: words };
  if (words === 'send-anyway') return { verb: 'send-anyway', file: id };
  if (words.startsWith('answer:')) {
    return { verb: 'decide-file', file: id, decision: { answerTo: words.slice('answer:'.length) } };
  }
  throw new UsageError('Say "send", "leave-out", "send-anyway" (a duplicate) or "answer:TASK".');
}
