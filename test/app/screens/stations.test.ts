import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StationHealth } from '../../../src-main/contract/views/stations.ts';
import { setLocale, t } from '../../../src-renderer/strings/translate.ts';
import { healthOfStation } from '../../support/station-health.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';
import { ownService } from '../support/own-service.ts';
import type { Stop } from './support/stops.ts';
import { look, walk } from './support/walk.ts';

const HOUR_MS = 3_600_000;
const iso = (msAgo: number) => new Date(Date.now() - msAgo).toISOString();

/** Leaves in a shared folder what another station leaves there. Its report is as old as `ageMs` says; null for none. */
async function station(root: string, id: string, ageMs: number | null, health: Partial<StationHealth> = {}) {
  const dir = join(root, '.clearfolder');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, `station-${id}`), 'word');
  if (ageMs === null) return;
  const path = join(dir, `health-${id}`);
  await writeFile(path, JSON.stringify(healthOfStation({ name: id, ...health })));
  const at = new Date(Date.now() - ageMs);
  await utimes(path, at, at);
}

const folder = { code: null, since: null, last_scan: iso(0), found: 812, waits: 0, stuck: 0 };

test('the Stations screen shows every station, and says nothing good of a station that is silent', async () => {
  await using service = await ownService();
  const shared = service.dir.at('shared');
  await mkdir(shared);
  // A report of the future stays new however long the test takes.
  const NEW = -HOUR_MS;
  await station(shared, 'RADIOLOGY-1', NEW, { folders: [{ id: 'radiology', standing: 'ok', ...folder }] });
  await station(shared, 'FRONT-DESK-2', NEW, {
    everything_out: false,
    waits: { count: 14, since: iso(7 * 60_000) },
    tasks_waiting: { count: 2, since: iso(26 * HOUR_MS) },
    problems: ['auth.refused', 'a.code.of.tomorrow'],
    stuck: [
      { code: 'file.unfinished', count: 3, since: iso(2 * HOUR_MS) },
      { code: 'service.unproven', count: 1, since: null },
    ],
    folders: [
      { id: 'front-desk-incoming', standing: 'ok', ...folder, waits: 14, stuck: 4 },
      { id: 'fax-server', standing: 'away', ...folder, since: iso(HOUR_MS) },
    ],
  });
  await station(shared, 'SCAN-SERVER', 3 * HOUR_MS, {
    folders: [{ id: 'scans', standing: 'paused', ...folder }],
  });
  await station(shared, 'old-version', null);
  const settings = {
    ...service.settings,
    station: 'BACK-OFFICE',
    folders: [
      { id: 'back-office', path: shared, taskType: 'prior-auth', quietSeconds: 0.2, backlog: 'send' },
    ],
  };
  await using app = await openApp(settings, { apiSecret: service.apiSecret });
  const { page } = app;
  await page.getByRole('link', { name: t('shell.stations') }).click();
  await page.getByRole('heading', { name: 'RADIOLOGY-1' }).waitFor();
  const sentence = page.locator('.stations-sentence p').first();
  const told = await until(async () => {
    const text = (await sentence.textContent()) ?? '';
    if (text.startsWith('It is not certain that everything is out. Of 5 stations: 1 has something'))
      return text;
    await page.getByRole('button', { name: t('common.refresh') }).click();
    return null;
  });
  expect(told).toMatch(/1 was last seen .*; 1 does not report\./);
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'SCAN-SERVER',
    'old-version',
    'FRONT-DESK-2',
    'BACK-OFFICE',
    'RADIOLOGY-1',
  ]);
  expect(await page.getByRole('listitem', { name: 'FRONT-DESK-2' }).textContent()).toContain(
    'a.code.of.tomorrow',
  );
  const { stdout } = await app.station.run('stations', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ everything_out: false, stations: { length: 5 } });

  const withDetails: Stop = {
    name: 'stations',
    place: 'stations',
    open: async (shown) => {
      for (const name of ['FRONT-DESK-2', 'BACK-OFFICE']) {
        const card = shown.getByRole('listitem', { name });
        await card.getByRole('button', { name: t('stations.details') }).click();
      }
    },
  };
  expect(await walk(page, [withDetails], look)).toEqual([]);
  setLocale('es');
  try {
    await using spanish = await watchedPage({ locale: 'es-MX' });
    await spanish.page.goto(await freshLink(app.station));
    await spanish.page.getByRole('link', { name: t('shell.stations') }).waitFor();
    expect(await walk(spanish.page, [withDetails], look)).toEqual([]);
    expect(spanish.faults).toEqual([]);
  } finally {
    setLocale('en');
  }
}, 600_000);
