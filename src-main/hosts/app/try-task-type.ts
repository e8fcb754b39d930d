import type { Finding } from '../../contract/views/folder.ts';
import { appendAudit } from '../../core/audit/audit.ts';
import { newId } from '../../core/ids.ts';
import { submissionById } from '../../core/ledger/tables/submissions.ts';
import { triedFinding } from '../../core/views/task-type-finding.ts';
import type { AppContext } from './context.ts';

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 100;
const FILE_NAME = 'clearfolder-test.txt';

/** Sends a document without patient data as a Task of this type, and tells what the service says to it. */
export async function tryTaskType(
  context: AppContext,
  { actor }: { readonly actor: string },
  taskType: string,
): Promise<Finding> {
  const { clock, random } = context;
  const { engine, ledger } = context.engine();
  // Its own number, so that it is not taken for the test document of another day.
  const text = `This is a test by Clearfolder to check whether the service accepts the task type. The test has no patient data.\n${newId(clock, random)}\n`;
  const content = Buffer.from(text);
  const { id: drop } = engine.drops.open();
  const send = async () => {
    await engine.drops.addStream(drop, { path: FILE_NAME, size: content.length }, once(content));
    return await engine.drops.send(drop, {
      grouping: 'each',
      taskType,
      requestSpec: {},
      name: 'Clearfolder test',
      duplicates: true,
      notBefore: clock.now(),
      onQueued: (queued, at) =>
        appendAudit(ledger, { at, actor, action: 'submission.added', subject: queued }),
    });
  };
  const [id] = await send().catch(async (error: unknown) => {
    await engine.drops.discard(drop).catch(() => undefined);
    throw error;
  });
  if (id === undefined) throw new Error('a drop was sent without a submission');
  context.changed();
  const begun = clock.monotonic();
  for (;;) {
    const row = submissionById(ledger, id);
    if (row === null) throw new Error('a submission that was just queued is not there');
    if (row.ended_at !== null || clock.monotonic() - begun > PATIENCE_MS) {
      // A refused test is no document that could not be sent: the person has the answer, and nothing to do about it.
      if (row.state === 'rejected') await engine.outbox.withdraw(id);
      context.changed();
      return triedFinding(row);
    }
    await clock.sleep(LOOK_EVERY_MS);
  }
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
