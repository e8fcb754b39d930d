import { appendFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { t } from '../../../src-renderer/strings/translate.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { pressEscape } from '../support/press-escape.ts';
import { button, type Stop } from './support/stops.ts';
import { look, walk } from './support/walk.ts';

/* What a clerk reads when something real is wrong: looked at as every screen is. */

/** The list of files that opens behind the number of a state on Today. */
const filesOf = (name: string, state: string, text: string): Stop => ({
  name,
  place: 'today',
  open: async (page) => {
    await page.locator(`.today-count-${state}`).click();
    await page.getByRole('dialog').getByText(text).first().waitFor();
  },
  close: async (page) => {
    await pressEscape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
});

const today = (name: string, ...texts: readonly string[]): Stop => ({
  name: `today, ${name}`,
  place: 'today',
  open: async (page: Page) => {
    for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor();
  },
});

test('axe finds nothing, light and dark, and nothing is cut or out of reach: files that wait for a reason, two Tasks of one submission, details that are not loaded, a refused secret', async () => {
  await using model = await startServiceModel({ keepsFiles: true });
  await using service = await startFaultService({ upstream: model.baseUrl });
  await using watched = await tempDir('troubles');
  const rule = { id: 'scans', taskType: 'prior-auth', quietSeconds: 0.3, backlog: 'send' };
  await using app = await openApp(
    {
      environment: 'clinic',
      environments: { clinic: service.baseUrl },
      tracking: { seconds: 0.5 },
      folders: [{ ...rule, path: watched.path }],
    },
    { apiSecret: model.apiSecret },
  );
  const { page, station } = app;
  const counts = async () => (await station.folder()).counts;
  const scan = (name: string) => writeFileSync(watched.at(name), pdfDocument({ pages: [name] }));
  const half = 'A line of a report.\n'.repeat(100);
  writeFileSync(watched.at('report.txt'), half);
  await until(async () => (await counts())['accepted'] === 1);
  service.faults.on(routes.create, { kind: 'repeat' }, { times: 1 });
  scan('twice.pdf');
  await page.getByText(t('today.needs.twin', { count: 1 }), { exact: true }).waitFor();

  appendFileSync(watched.at('report.txt'), half);
  writeFileSync(watched.at('download.pdf'), '<!DOCTYPE html><html><body>Please sign in</body></html>');
  scan('scan.sync-conflict-20261128-101500-ABCDEFG.pdf');
  // The name in Latin-1, as an older system writes the name.
  const illegible = Buffer.from([...Buffer.from(watched.at('befund-')), 0xe4, ...Buffer.from('rzte.pdf')]);
  const canBeIllegible = process.platform === 'linux';
  if (canBeIllegible) writeFileSync(illegible, pdfDocument({ pages: ['illegible'] }));
  await until(async () => (await counts())['held'] === 3);

  service.faults.on(routes.get, { kind: 'status', status: 500, body: { detail: 'Internal error' } });
  const [first] = model.tasks.all;
  if (first === undefined) throw new Error('The service has no Task.');
  model.tasks.move(first, 'completed', { verdicts: [{ code: '73721', approved: true, issues: [] }] });
  const twin = model.tasks.all.at(-1)?.uuid ?? '';
  await until(async () =>
    (await station.tasks()).tasks.some(({ uuid, status }) => uuid === first.uuid && status === 'completed'),
  );

  const stops: readonly Stop[] = [
    today(
      'files that wait for a reason',
      t('today.needs.grown', { count: 1 }),
      t('today.needs.webPage', { count: 1 }),
      t('today.needs.conflictCopy', { count: 1 }),
      ...(canBeIllegible ? [t('today.needs.unreadable', { count: 1, folder: 'scans' })] : []),
    ),
    filesOf('files on hold', 'held', 'download.pdf'),
    {
      name: 'a folder with a file that cannot be read',
      place: 'folders',
      open: async (at) => {
        if (canBeIllegible) await at.getByText(t('folders.health.problem'), { exact: true }).waitFor();
      },
    },
    {
      name: 'one of two Tasks of one submission',
      place: `task/${twin}`,
      open: (at) => button(at, 'twin.superfluous').waitFor(),
    },
    {
      name: 'a decided Task whose details are not loaded',
      place: `task/${first.uuid}`,
      open: async (at) => {
        await at.getByText(t('task.noVerdicts.as_of'), { exact: true }).waitFor();
        await at.getByText(t('task.details.not_loaded'), { exact: true }).waitFor();
        expect(await at.getByText(t('task.noRecords'), { exact: true }).count()).toBe(0);
      },
    },
  ];
  const found = await walk(page, stops, look);

  service.faults.on(routes.any, { kind: 'status', status: 401, body: { detail: 'This secret ended.' } });
  await app.restart();
  scan('late.pdf');
  await page.getByText(t('today.account.uncompared'), { exact: true }).waitFor();
  const refused = [
    today('a refused secret', t('today.needs.refusedSecret')),
    filesOf('a file that waits for the service', 'settling', t('files.uncompared')),
    {
      name: 'a refused secret that was checked again',
      place: 'today',
      open: async (at: Page) => {
        await at.getByRole('button', { name: t('settings.secret.check') }).click();
        await at.getByText(t('settings.secret.words.refused'), { exact: true }).first().waitFor();
      },
    },
  ];
  expect([...found, ...(await walk(page, refused, look))]).toEqual([]);
}, 600_000);
