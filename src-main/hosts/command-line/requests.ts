import { z } from 'zod';
import { backlogSchema, type FolderRule } from '../../contract/settings.ts';
import { systemClock } from '../../core/clock.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import { FILE_STATES } from '../../core/ledger/files.ts';
import { type Ledger, readAll } from '../../core/ledger/ledger.ts';
import { addRequest, type EngineRequest, requestOutcome } from '../../core/ledger/requests.ts';
import { OUTBOX_STATES } from '../../core/ledger/rows.ts';
import { submissionById } from '../../core/ledger/submission-lookup.ts';
import { PlainError } from '../../core/plain-error.ts';
import { actor } from '../../core/station/actor.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { filesView } from '../../core/views/files-view.ts';
import { withLedger } from './choice.ts';
import { UsageError } from './failure.ts';
import { show, type Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 150;
const PATIENCE_MS = 15_000;
/** What I1 counts; a file that is bound is shown with the state of its submission. */
const STATES: readonly string[] = [...new Set([...FILE_STATES, ...OUTBOX_STATES])].filter(
  (state) => state !== 'bound',
);

/**
 * Asks something of the engine: a row in the ledger first (I5). A running engine carries it out now, and this waits for what
 * comes of it; else the next start does.
 */
export function askEngine(terminal: Terminal, choice: StationChoice, asked: EngineRequest): Promise<void> {
  return withLedger(choice, 'engine', async (ledger, station) => {
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
    show(terminal, { done: false }, () => ['Noted. It is carried out as soon as Clearfolder runs.']);
  });
}

/** Refuses at once what no engine could carry out, because what it is about does not exist. */
function assertKnown(ledger: Ledger, rules: readonly FolderRule[], asked: EngineRequest): void {
  if ('folder' in asked && asked.folder !== null) {
    const ids = new Set([
      ...rules.map((rule) => rule.id),
      ...readAll(ledger.db.prepare('SELECT id FROM folder'), z.object({ id: z.string() })).map(
        (row) => row.id,
      ),
    ]);
    if (!ids.has(asked.folder)) throw unknownFolder(asked.folder, [...ids]);
  }
  if ('submission' in asked && !isInOutbox(ledger, asked.submission)) {
    throw new PlainError(
      'outbox.unknown-id',
      'The outbox holds no submission or answer with this id. Nothing was changed.',
      'Look the id up with: clearfolder outbox',
    );
  }
  if ('file' in asked && ledger.db.prepare('SELECT 1 FROM file WHERE id = ?').get(asked.file) === undefined) {
    throw new PlainError(
      'file.unknown',
      'No file has this number. Nothing was changed.',
      'Look the number up with: clearfolder files',
    );
  }
}

/** A submission, or an answer, whose id `answer --json` gives. */
function isInOutbox(ledger: Ledger, id: string): boolean {
  return (
    submissionById(ledger, id) !== null ||
    ledger.db.prepare('SELECT 1 FROM message WHERE id = ?').get(id) !== undefined
  );
}

function unknownFolder(id: string, known: readonly string[]): PlainError {
  return new PlainError(
    'folder.unknown',
    `No folder has the id "${id}". Nothing was changed.`,
    known.length === 0
      ? 'Add a folder under "folders" in the settings first.'
      : `The folders are: ${known.join(', ')}.`,
  );
}

/** `files`: every file that was found, with what has become of it and why (I1). */
export function showFiles(
  terminal: Terminal,
  choice: StationChoice,
  filter: { folder: string | null; states: readonly string[] },
): Promise<void> {
  const unknown = filter.states.find((state) => !STATES.includes(state));
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is not a state. The states are: ${STATES.join(', ')}.`);
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    if (filter.folder !== null)
      assertKnown(ledger, settings.folders, { verb: 'rescan', folder: filter.folder });
    const files = filesView(ledger, filter);
    show(terminal, files, () =>
      files.length === 0
        ? ['No such files.']
        : files.flatMap((file) => [
            `${String(file.id).padStart(6)}  ${file.state.padEnd(11)}  ${file.path}`,
            ...(file.ignored_by === null ? [] : [`        left out by the rule "${file.ignored_by}"`]),
            ...(file.problem === null
              ? []
              : [`        ${file.problem.message}`, `        What to do: ${file.problem.next}`]),
          ]),
    );
  });
}

/** What `backlog FOLDER send|skip|DATE` asks for. */
export function backlogRequest(folder: string, words: string): EngineRequest {
  const decision = backlogSchema.safeParse(
    words === 'send' || words === 'skip' ? words : { newerThan: words },
  );
  if (!decision.success)
    throw new UsageError('Say "send", "skip", or a date such as 2026-01-31 (that day and newer are sent).');
  return { verb: 'decide-backlog', folder, decision: decision.data };
}

/** What `decide FILE send|leave-out|answer:TASK` asks for. */
export function fileRequest(file: string, words: string): EngineRequest {
  const id = Number(file);
  if (!Number.isInteger(id)) throw new UsageError('FILE is the number that "clearfolder files" shows.');
  if (words === 'send' || words === 'leave-out') return { verb: 'decide-file', file: id, decision: words };
  if (words === 'send-anyway') return { verb: 'send-anyway', file: id };
  if (words.startsWith('answer:')) {
    return { verb: 'decide-file', file: id, decision: { answerTo: words.slice('answer:'.length) } };
  }
  throw new UsageError('Say "send", "leave-out", "send-anyway" (a duplicate) or "answer:TASK".');
}
