import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { routes } from '../../support/routes.ts';
import { openApp } from '../support/app.ts';
import { ownService } from '../support/own-service.ts';
import { pressEscape } from '../support/press-escape.ts';
import { toldSentences } from '../support/told-sentences.ts';

test('the service goes away and comes back: nothing is called out that is not known to be, and then it heals by itself', async () => {
  await using service = await ownService();
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const [first = '', second = ''] = service.packet('01').files;
  copyFileSync(first, `${folder}/first.pdf`);
  // A Task that stays open keeps the station looking often.
  service.practice.admin.holdProcessing();
  await using app = await openApp(
    {
      ...service.settings,
      // What may have arrived is asked for three times over this, and some, before it is sent again.
      sending: { idleTimeoutSeconds: 1 },
      folders: [{ id: 'scans', path: folder, taskType: 'prior-auth', quietSeconds: 0.4, backlog: 'send' }],
    },
    service,
  );
  const { page } = app;
  await page.getByRole('heading', { name: /^The one document found is out\. Confirmed/ }).waitFor();

  service.faults.on(routes.any, { kind: 'dropBefore' });
  await page.getByRole('heading', { name: /^The service cannot be reached\. As of \d\d:\d\d\./ }).waitFor();
  await page
    .getByText(/^As of \d\d:\d\d: the service cannot be reached/)
    .first()
    .waitFor();
  const told = await toldSentences(page);
  copyFileSync(second, `${folder}/second.pdf`);
  await page
    .getByRole('heading', {
      name: /^1 document is not (out|confirmed) yet\. As of \d\d:\d\d: the service cannot be reached/,
    })
    .waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page
    .getByText(/^As of \d\d:\d\d: the service cannot be reached/)
    .first()
    .waitFor();
  await page.getByRole('grid', { name: 'Tasks' }).getByText('first.pdf').click();
  await page.getByText(/^as of \d\d:\d\d$/).waitFor();
  const toldBefore = await told();
  await page.reload();
  await page.getByText(/^as of \d\d:\d\d$/).waitFor();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /^1 document is not (out|confirmed) yet\. As of/ }).waitFor();
  expect(toldBefore.filter((text) => /\bout\. Confirmed|All \d|found is out/i.test(text))).toEqual([]);

  // While it is away: once it is back, all heals by itself, and nothing is left to be tried again.
  await page.getByRole('button', { name: /^Outbox/ }).click();
  await page.getByRole('dialog', { name: 'Outbox' }).getByRole('button', { name: 'Try all again' }).click();
  await pressEscape(page);
  service.faults.clear();
  await page.getByRole('heading', { name: /^All 2 documents are out\. Confirmed \d\d:\d\d\.$/ }).waitFor();
  service.oracle.assertExactlyOnce([first, second].map((file) => sha256Of(readFileSync(file))));
});
