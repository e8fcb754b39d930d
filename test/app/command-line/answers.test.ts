import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import type { ModelTask } from '../../support/service-model/model-task.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

const PATIENT = { timeoutMs: 60_000, everyMs: 200 };

/** A station that runs, and whose two Tasks wait for an answer. */
async function waitingStation() {
  const upstream = await startServiceModel({ keepsFiles: true });
  const folder = await tempDir('watched');
  const settings = watchingSettings(upstream, folder.path, { tracking: { seconds: 0.5 } });
  const station = await testStation(settings, { apiSecret: upstream.apiSecret });
  const running = await station.watch();
  const { tasks } = upstream.model;
  const pdf = (name: string) => {
    writeFileSync(station.dir.at(name), pdfDocument({ pages: [name] }));
    return station.dir.at(name);
  };
  for (const name of ['one.pdf', 'two.pdf']) writeFileSync(folder.at(name), pdfDocument({ pages: [name] }));
  await until(() => tasks.all.length === 2, PATIENT);
  for (const task of tasks.all) tasks.move(task, 'waiting');
  const waiting = async () => (await station.tasks()).tasks.every(({ status }) => status === 'waiting');
  await until(async () => (await station.tasks()).tasks.length === 2 && (await waiting()), PATIENT);
  const [older, newer] = tasks.all;
  if (older === undefined || newer === undefined) throw new Error('the model has no two Tasks');
  return {
    upstream,
    station,
    running,
    older,
    newer,
    pdf,
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await station[Symbol.asyncDispose]();
      await folder.remove();
      await upstream.close();
    },
  };
}

/** What came to the Task after its create. */
const added = ({ data_items: items }: ModelTask) =>
  items.slice(1).map(({ name, data_type: kind }) => name ?? kind);

test('I5: the answer of a Task that a newer Task replaced is in one Task, and the verb names that Task', async () => {
  await using place = await waitingStation();
  const { station, older, newer, pdf } = place;
  older.frozenTo = newer.uuid;
  const both = ['--data', '{"member_id": "A1"}', '--file', pdf('card.pdf')];
  const split = await station.run('answer', older.uuid, ...both);
  expect([added(older), added(newer)]).toEqual([['json'], []]);
  expect(split.code).toBe(1);
  expect(split.stdout).toContain(
    `About Task ${older.uuid}: the service accepted the data but not the documents. The newer Task is ${newer.uuid}.`,
  );
  const whole = await station.run('answer', older.uuid, '--file', pdf('note.pdf'));
  expect(whole.stdout).toContain(`continues with Task ${newer.uuid}.`);
  expect(whole.stdout).not.toContain(`continues with Task ${older.uuid}`);
  expect([added(older), added(newer)]).toEqual([['json'], ['note.pdf']]);
}, 120_000);
