import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { ulid } from 'ulid';
import { z } from 'zod';
import { describeForCommandLine } from '../../../contract/problem.ts';
import { composeAnswer } from '../../../core/answering/compose-answer.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import type { StationChoice } from '../../../core/installation/open-station.ts';
import { messageTable } from '../../../core/ledger/tables/messages.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { createSpool } from '../../../core/spool/spool.ts';
import { taskDetailView } from '../../../core/views/task-detail-view.ts';
import { besideEngine } from '../../headless/beside-engine.ts';
import { dataToSend, type GlobalOptions } from '../global-options.ts';
import { problemLines, show, type Terminal, UsageError } from '../terminal.ts';

const POLL_MS = 250;

/**
 * `answer ID --file F... --data JSON`: sends documents, data or both to a waiting Task. The ledger has the answer before anything
 * is sent (I5). Returns the exit code.
 */
export async function answerTask(
  terminal: Terminal,
  choice: StationChoice,
  id: string,
  { file = [] }: { readonly file?: readonly string[] },
  command: Command,
): Promise<0 | 1> {
  const data = parseData(dataToSend(command.optsWithGlobals<GlobalOptions>()));
  const files = file.map((path) => resolve(path));
  for (const path of files) await assertDocument(path);
  return await besideEngine(choice, async ({ station, ledger, wake, abandoned }) => {
    const { uuid } = taskDetailView(ledger, id);
    const messageId = ulid();
    await composeAnswer({
      ledger,
      spool: createSpool({ dir: station.paths.spool, clock: systemClock }),
      taskUuid: uuid,
      files,
      data,
      actor: actor(),
      now: systemClock.now(),
      id: messageId,
    });
    wake();
    const messages = messageTable(ledger);
    let row = messages.get(messageId);
    while (row !== null && row.ended_at === null && row.problem_code === null && !abandoned()) {
      await systemClock.sleep(POLL_MS);
      row = messages.get(messageId);
    }
    const problem =
      row?.problem_code == null
        ? null
        : describeForCommandLine({ code: row.problem_code, detail: row.problem_detail, subject: 'answer' });
    const state = row?.state ?? 'queued';
    show(terminal, { id: messageId, task_uuid: uuid, state, problem }, () => [
      state === 'accepted'
        ? `The service accepted the answer and continues with Task ${uuid}.`
        : state === 'rejected'
          ? 'The service rejected the answer.'
          : `The answer is saved (${state}). Clearfolder sends the answer automatically while Clearfolder runs.`,
      ...problemLines(problem),
    ]);
    return state === 'rejected' ? 1 : 0;
  });
}

/** Refuses an empty or missing document before anything is saved. */
async function assertDocument(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => describeError(error));
  const fault =
    typeof found === 'string'
      ? `cannot be read (${found})`
      : !found.isFile()
        ? 'is not a file'
        : found.size === 0
          ? 'is empty'
          : null;
  if (fault === null) return;
  throw new PlainError(
    'answer.file',
    `${basename(path)} ${fault}, so the answer was not sent.`,
    'Give each complete document with --file, then answer again.',
  );
}

function parseData(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new UsageError(`--data must be a JSON object, for instance '{"member_id": "..."}'.`);
  }
}
