import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWER_DATA, FILES } from '../scene-files.ts';
import { createActs, createLooks, type PersonParts } from './acts.ts';
import { createCommand } from './command.ts';

/** A person at the front desk, who repeats each step until the ledger shows the step done. */
export async function workAtFront(parts: PersonParts): Promise<void> {
  const { root, apiSecret } = parts;
  const command = createCommand(parts, { CLEARFOLDER_API_SECRET: apiSecret });
  const { until, withDrop, verb } = createActs(parts);
  const { has, given, said, waits, ended, taskOf } = createLooks(parts);
  const inEach = [FILES.byCommand, FILES.byDrop];

  await until(
    () => given(FILES.byCommand),
    async () => {
      const path = join(root, 'given', FILES.byCommand);
      await command('submit', path, '--task-type', 'intake', '--request-spec', '{"needs":true}');
    },
  );
  await until(
    () => given(FILES.byDrop),
    async () => {
      const rest = { grouping: 'each', task_type: 'intake', request_spec: { needs: true }, name: null };
      await withDrop(null, join(root, 'given', FILES.byDrop), (drop) =>
        verb('drops.send', { drop, ...rest, duplicates: false }),
      );
    },
  );
  for (const file of inEach) {
    await until(() => waits(taskOf(file)) || said('answer', taskOf(file) ?? ''));
    const task = taskOf(file) ?? '';
    const path = join(root, 'given', FILES.answer);
    await until(
      () => said('answer', task),
      async () => {
        if (file === FILES.byCommand)
          await command('answer', task, '--file', path, '--data', JSON.stringify(ANSWER_DATA));
        else await withDrop(task, path, (drop) => verb('answers.send', { task, drop, data: ANSWER_DATA }));
      },
    );
  }
  for (const file of [...inEach, FILES.moved, FILES.nested]) {
    await until(() => ended(taskOf(file)));
  }
  // The scanner's operator puts the same document in again.
  if (!has(`SELECT 1 FROM file WHERE state = 'duplicate' AND folder_id = 'in'`)) putAgain(parts);
  const [named, cleared] = [taskOf(FILES.moved) ?? '', taskOf(FILES.nested) ?? ''];
  await until(
    () => said('name', named),
    async () => {
      await verb('tasks.rename', { task: named, name: 'Named by hand' });
    },
  );
  await until(
    () => said('cleared', cleared),
    async () => {
      await verb('tasks.set-cleared', { tasks: [cleared], cleared: true });
    },
  );
}

function putAgain({ root, beside }: PersonParts): void {
  beside(() => writeFileSync(join(root, 'in', FILES.again), readFileSync(join(root, 'given', FILES.again))));
}
