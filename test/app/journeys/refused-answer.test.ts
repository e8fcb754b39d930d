import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';
import { openApp } from '../support/app.ts';

test('I5: refused answers stand on Today until a person retries, dismisses, or sends a new Task', async () => {
  const upstream = await startServiceModel();
  await using folder = await tempDir('watched');
  const settings = watchingSettings(upstream, folder.path, { tracking: { seconds: 0.5 } });
  await using app = await openApp(settings, upstream);
  const { page, station } = app;
  const { tasks } = upstream.model;
  writeFileSync(folder.at('scan.pdf'), pdfDocument({ pages: ['scan'] }));
  const task = await until(() => tasks.all[0]);
  tasks.move(task, 'waiting');
  await until(async () => (await station.tasks()).tasks[0]?.status === 'waiting');
  // The Task is busy when the answers come, and then fails.
  tasks.move(task, 'processing');
  for (const name of ['card.pdf', 'note.pdf']) {
    writeFileSync(station.dir.at(name), pdfDocument({ pages: [name] }));
    await station.run('answer', task.uuid, '--file', station.dir.at(name));
  }
  tasks.move(task, 'failed');
  await page
    .getByRole('button', { name: /^Outbox/ })
    .first()
    .click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  const row = (name: string) => outbox.getByRole('listitem').filter({ hasText: name });
  await outbox.getByRole('button', { name: 'Retry all' }).click();
  for (const name of ['card.pdf', 'note.pdf'])
    await row(name).getByText('Rejected', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: /2 items were rejected/ }).waitFor();
  await page
    .getByRole('button', { name: /^Outbox/ })
    .first()
    .click();
  await row('card.pdf').getByRole('button', { name: 'Send as a new Task…' }).click();
  await page.getByRole('button', { name: 'Send as a new Task', exact: true }).click();
  const made = await until(() => tasks.all[1]);
  expect(made.data_items.map(({ name }) => name)).toEqual(['card.pdf']);
  await row('note.pdf').getByRole('button', { name: 'Dismiss' }).click();
  await row('note.pdf').getByText('Rejected', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByText('items were rejected').waitFor({ state: 'detached' });
  await upstream.close();
}, 120_000);
