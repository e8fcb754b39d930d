import { backlogSchema } from '../../contract/settings.ts';
import { systemClock } from '../../core/clock.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import { addRequest, type EngineRequest, requestOutcome } from '../../core/ledger/requests.ts';
import { PlainError } from '../../core/plain-error.ts';
import { actor } from '../../core/station/actor.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { filesView } from '../../core/views/files-view.ts';
import { withLedger } from './choice.ts';
import { UsageError } from './failure.ts';
import { columns, show, type Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 150;
const PATIENCE_MS = 15_000;

/**
 * Asks something of the engine: a row in the ledger first (I5). A running engine carries it out now, and this waits for what
 * comes of it; else the next start does.
 */
export function askEngine(terminal: Terminal, choice: StationChoice, asked: EngineRequest): Promise<void> {
  return withLedger(choice, 'engine', async (ledger, station) => {
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

/** `files`: every file that was found, with what has become of it and why (I1). */
export function showFiles(
  terminal: Terminal,
  choice: StationChoice,
  filter: { folder: string | null; states: readonly string[] },
): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const files = filesView(ledger, filter);
    show(terminal, files, () =>
      files.length === 0
        ? ['No such files.']
        : columns([
            ['FILE', 'STATE', 'PATH', 'WHY'],
            ...files.map((file) => [
              String(file.id),
              file.state,
              file.path,
              file.problem?.message ?? file.ignored_by ?? '',
            ]),
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
