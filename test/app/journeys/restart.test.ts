import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { ownService } from '../support/own-service.ts';

const FILES = 8;

test('killed in the middle of sending: the window on the new link tells the same, and every file is one Task', async () => {
  await using service = await ownService();
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const hashes = Array.from({ length: FILES }, (_, index) => {
    const bytes = pdfDocument({ pages: [`document ${index}`] });
    writeFileSync(`${folder}/${index}.pdf`, bytes);
    return sha256Of(bytes);
  });
  // The service has what was sent, and the station does not know it yet.
  const slow = service.faults.on(routes.create, { kind: 'hang', commit: true }, { after: 2 });
  await using app = await openApp(
    {
      ...service.settings,
      // No try may end, and be found to have arrived, before somebody has looked.
      sending: { concurrency: 2, idleTimeoutSeconds: 600 },
      folders: [{ id: 'scans', path: folder, taskType: 'prior-auth', quietSeconds: 0.4, backlog: 'send' }],
    },
    service,
  );
  const { page, station } = app;
  await until(() => slow.hits > 0 && service.held().length >= 3);
  await page.getByRole('heading', { name: /documents are on their way/ }).waitFor();
  await app.running().stop('SIGKILL');
  slow.remove();
  await page.getByText('This window lost Clearfolder.').waitFor();
  await app.restart();
  await page
    .getByRole('heading', { name: new RegExp(`^All ${FILES} documents are out\\. Confirmed`) })
    .waitFor();
  service.oracle.assertExactlyOnce(hashes);
  expect((await station.outbox()).map(({ state }) => state)).toEqual(hashes.map(() => 'accepted'));
});
