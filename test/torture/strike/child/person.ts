import { join } from 'node:path';
import { z } from 'zod';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { runCommandLine } from '../../../../src-main/hosts/command-line/program.ts';
import { ANSWER_DATA, FILES } from '../files.ts';
import type { FastClock } from './fast-clock.ts';

const CALLER = { actor: 'clerk' };
const LOOK_MS = 400;
const dropSchema = z.object({
  id: z.string(),
  reading: z.boolean(),
  files: z.array(z.object({ state: z.string() })),
});

export interface PersonParts {
  readonly app: App;
  readonly clock: FastClock;
  readonly root: string;
  readonly where: readonly string[];
  readonly apiSecret: string;
  readonly documents: Readonly<Record<string, string>>;
  /** Rows of the ledger, read past the boundary that is struck at; [] while it is closed. */
  readonly asked: (sql: string) => unknown[];
  /** Puts the moved document into its folder again, under another name. */
  readonly putAgain: () => void;
  /** Whether it has become so late that nobody waits any more. */
  readonly late: () => boolean;
}

/** What somebody at the front desk does; each step until the ledger shows that it is done, however often it is told "no". */
export async function workAsPerson(parts: PersonParts): Promise<void> {
  const { root, asked, clock, app, documents } = parts;
  const has = (sql: string) => asked(sql).length > 0;
  const value = (sql: string): string | null => {
    const row = z.object({ value: z.string().nullable() }).safeParse(asked(sql)[0]);
    return row.success ? row.data.value : null;
  };
  const taskOf = (file: string) =>
    value(
      `SELECT task_uuid AS value FROM submission JOIN submission_file ON submission_id = submission.id WHERE sha256 = '${documents[file]}' AND task_uuid IS NOT NULL`,
    );
  const given = (file: string) => has(`SELECT 1 FROM submission_file WHERE sha256 = '${documents[file]}'`);
  const said = (kind: string, task: string) =>
    has(`SELECT 1 FROM message WHERE task_uuid = '${task}' AND json_extract(payload, '$.kind') = '${kind}'`);
  const waits = (task: string | null): task is string =>
    task !== null && has(`SELECT 1 FROM task WHERE uuid = '${task}' AND status = 'waiting'`);
  const ended = (task: string | null): task is string =>
    task !== null && has(`SELECT 1 FROM task WHERE uuid = '${task}' AND status = 'completed'`);
  const inEach = [FILES.byCommand, FILES.byDrop];

  await until(
    parts,
    () => given(FILES.byCommand),
    async () => {
      const path = join(root, 'given', FILES.byCommand);
      await command(parts, 'submit', path, '--task-type', 'intake', '--request-spec', '{"needs":true}');
    },
  );
  await until(
    parts,
    () => given(FILES.byDrop),
    async () => {
      const drop = await gathered(parts, null, join(root, 'given', FILES.byDrop));
      const rest = { grouping: 'each', task_type: 'intake', request_spec: { needs: true }, name: null };
      await verb(app, 'drops.send', { drop, ...rest, duplicates: false });
    },
  );
  for (const file of inEach) {
    await until(
      parts,
      () => waits(taskOf(file)) || said('answer', taskOf(file) ?? ''),
      () => rest(clock),
    );
    const task = taskOf(file) ?? '';
    const path = join(root, 'given', FILES.answer);
    await until(
      parts,
      () => said('answer', task),
      async () => {
        if (file === FILES.byCommand)
          await command(parts, 'answer', task, '--file', path, '--data', JSON.stringify(ANSWER_DATA));
        else {
          const drop = await gathered(parts, task, path);
          await verb(app, 'answers.send', { task, drop, data: ANSWER_DATA });
        }
      },
    );
  }
  for (const file of [...inEach, FILES.moved, FILES.nested]) {
    await until(
      parts,
      () => ended(taskOf(file)),
      () => rest(clock),
    );
  }
  // The scanner's operator puts the same document in again.
  if (!has(`SELECT 1 FROM file WHERE state = 'duplicate' AND folder_id = 'in'`)) parts.putAgain();
  const [named, cleared] = [taskOf(FILES.moved) ?? '', taskOf(FILES.nested) ?? ''];
  await until(
    parts,
    () => said('name', named),
    async () => {
      await verb(app, 'tasks.rename', { task: named, name: 'Named by hand' });
    },
  );
  await until(
    parts,
    () => said('cleared', cleared),
    async () => {
      await verb(app, 'tasks.set-cleared', { task: cleared, cleared: true });
    },
  );
}

/** Does it until it is done. What is told as not possible is tried again a little later; a stopped engine is started. */
async function until(
  { app, clock, late }: PersonParts,
  done: () => boolean,
  step: () => Promise<void>,
): Promise<void> {
  while (!done()) {
    if (late()) throw new Error('it is too late');
    await step().catch(async () => {
      await app.call('app.restart-engine', {}, CALLER);
    });
    if (!done()) await rest(clock);
  }
}

async function gathered({ app, clock }: PersonParts, task: string | null, path: string): Promise<string> {
  const { id } = dropSchema.parse(await verb(app, 'drops.open', { task }));
  await verb(app, 'drops.add-paths', { drop: id, paths: [path] });
  for (;;) {
    const drop = dropSchema.parse(await verb(app, 'drops.get', { drop: id }));
    if (drop.files.every((file) => file.state === 'ready') && drop.files.length > 0) return id;
    if (!drop.reading) {
      await verb(app, 'drops.discard', { drop: id });
      throw new Error('it was not taken');
    }
    await rest(clock);
  }
}

async function verb(app: App, name: string, input: object): Promise<unknown> {
  const result = await app.call(name, input, CALLER);
  if (result.ok) return result.value;
  throw new Error(result.error.code);
}

async function command({ where, apiSecret }: PersonParts, ...args: string[]): Promise<void> {
  const code = await runCommandLine([...args, ...where], {
    env: { CLEARFOLDER_API_SECRET: apiSecret },
    stdin: process.stdin,
    out: () => undefined,
    outIsTerminal: false,
    err: () => undefined,
  });
  if (code !== 0) throw new Error(`it ended with ${code}`);
}

const rest = (clock: FastClock): Promise<void> => clock.sleep(LOOK_MS);
