import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { t } from '../../../src-renderer/strings/translate.ts';
import { sha256Of } from '../../support/documents.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';
import { sendDrop } from '../support/send-drop.ts';

test('files dropped on the window go out as the screen said, each once, with the bytes they had', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  const files = [...service.packet('01').files, ...service.packet('02').files];
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await dropOnWindow(page, files);
  await page.getByRole('heading', { name: 'Review before sending' }).waitFor();
  await page.getByText(`${files.length} Tasks, ${files.length} documents`).waitFor();
  for (const file of files) await page.getByText(basename(file), { exact: true }).first().waitFor();
  await sendDrop(page, `Send ${files.length} documents as ${files.length} Tasks`);

  await page.getByText(`Sending ${files.length} documents as ${files.length} Tasks.`).first().waitFor();
  await page.getByRole('heading', { name: /is out: 5 documents\. .*Last checked/ }).waitFor();
  const sent = service.oracle.creates().flatMap((create) => create.files.map(({ sha256 }) => sha256));
  expect(sent.toSorted()).toEqual(files.map((file) => sha256Of(readFileSync(file))).toSorted());
  service.oracle.assertExactlyOnce(sent);
  expect(service.held().map(({ taskType }) => taskType)).toEqual(files.map(() => 'prior-auth'));
});

test('a dropped folder is one Task; what is no document stays behind and is said; a second time nothing goes but a packet with a new page', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  const packet = service.packet('01');
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await dropOnWindow(page, [packet.path]);
  await page.getByText('One Task, 3 documents').waitFor();
  expect(await page.getByRole('radio', { name: /One Task for each folder/ }).isChecked()).toBe(true);
  await sendDrop(page, 'Send 3 documents as 1 Task');
  // One send has the same units in the message, the sentence, the navigation and the outbox.
  await page.getByText('Sending 3 documents as 1 Task.').first().waitFor();
  await page.getByRole('heading', { name: /3 documents are being sent/ }).waitFor();
  await page.getByRole('button', { name: 'Outbox 1 item in progress' }).click();
  await page.getByRole('dialog').getByText('3 documents as 1 Task').waitFor();
  await page.getByRole('button', { name: t('common.close'), exact: true }).click();
  await page.getByRole('heading', { name: /is out: 3 documents/ }).waitFor();
  expect(service.held()).toHaveLength(1);
  const sent = service.held()[0]?.inputs.map(({ sha256 }) => sha256);
  expect(sent?.toSorted()).toEqual(packet.files.map((file) => sha256Of(readFileSync(file))).toSorted());

  await dropOnWindow(page, [packet.path]);
  await page.getByText(t('drop.duplicates', { count: 3 })).waitFor();
  await page.getByRole('heading', { name: 'Nothing to send' }).first().waitFor();
  await page.getByText('There is no document to send.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Nothing to send' }).isDisabled()).toBe(true);
  expect(service.log.exchanges('create')).toHaveLength(1);

  // A packet with a new page goes whole, and says which of its pages is not new and which goes as text.
  const [known = ''] = packet.files;
  const visit = service.dir.at('second-visit');
  mkdirSync(visit);
  copyFileSync(known, join(visit, 'insurance-card.pdf'));
  writeFileSync(join(visit, 'visit.pdf'), pdfDocument({ pages: ['the second visit'] }));
  writeFileSync(join(visit, 'values.json'), '[120, 80]');
  await dropOnWindow(page, [visit], t('drop.target'));
  await page.getByText('One Task, 3 documents').waitFor();
  await page.getByText(t('drop.asText', { size: '9 bytes' })).waitFor();
  await page.getByText(t('drop.goingAlong', { count: 1 })).waitFor();
  await page.getByText(t('drop.duplicates', { count: 3 })).waitFor();
  await sendDrop(page, 'Send 3 documents as 1 Task');
  await until(() => service.held().length === 2);
  expect(service.held()[1]?.inputs).toHaveLength(3);
});
