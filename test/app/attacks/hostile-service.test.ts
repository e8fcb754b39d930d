import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { filesBelow } from '../../support/files-below.ts';
import type { ModelTasks } from '../../support/service-model/model-tasks.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { until } from '../../support/until.ts';
import { type OpenApp, openApp } from '../support/app.ts';
import { still } from '../support/still.ts';
import { trafficOf } from '../support/traffic.ts';

const RUNS = 'window.hostileRan=(window.hostileRan||0)+1';
const HOSTILE = [
  `<img src=x onerror="${RUNS}">`,
  `<script>${RUNS}</script>`,
  `"><svg/onload=${RUNS}>`,
  `javascript:${RUNS}`,
  `{t, select, other {<b onclick="${RUNS}">}}`,
  '\u202Egnp.exe\u202C',
  `a\0b\u0007\u001b[2Jc`,
  '__proto__',
  'L'.repeat(100_000),
];
const PLANTED = 'script:not([src]), svg[onload], img[onerror], a[href^="javascript"], style';
const PATIENT = 'KANARIENVOGEL-Erika';
const MEMBER = 'MEMBER-8841-7731';
const FILE = 'Kanarienvogel_Befund_1961.pdf';

/** Tasks of the organisation in which every text is hostile, in every status that has a screen. */
function fill(tasks: ModelTasks): string[] {
  const uuids = [];
  for (const [index, text] of HOSTILE.entries()) {
    const task = tasks.add({ task_type: index === 8 ? 'prior-auth' : text, name: `${PATIENT} ${text}` });
    const issue = {
      key: index % 2 ? text : 'missing_document',
      message: text,
      property: text,
      record_type: text,
      [text]: text,
    };
    task.data_items.push({
      uuid: `item-${index}`,
      group: text,
      tag: text,
      name: text,
      data_format: 'text/html',
      created: new Date().toISOString(),
      data_type: index % 2 ? 'json' : 'text',
      data: index % 2 ? { [text]: text, member_id: MEMBER } : text,
      medical_records: null,
      alias: text,
    });
    tasks.move(task, index % 3 === 0 ? 'waiting' : 'completed', {
      category: text,
      issues: [issue],
      verdicts: [{ code: text.slice(0, 200), approved: index % 2 === 0, issues: [0, 9] }],
      verdict_summaries: [{ code: text.slice(0, 200), conclusion: text }],
    });
    uuids.push(task.uuid);
  }
  return uuids;
}

test('hostile words of the service run nowhere, and no secret or name gets where it may not be (I9, I11)', async () => {
  const upstream = await startServiceModel();
  const uuids = fill(upstream.tasks);
  const said: string[] = [];
  await using app = await openApp(
    {
      environment: 'clinic',
      environments: { clinic: upstream.baseUrl },
      tracking: { seconds: 0.5, scope: 'organisation' },
      folders: [{ id: 'scans', path: 'watched', taskType: 'prior-auth', backlog: 'send', quietSeconds: 0.2 }],
    },
    { apiSecret: upstream.apiSecret, before: async ({ dir }) => void mkdirSync(dir.at('watched')) },
  );
  await using _end = upstream;
  const { page, station } = app;
  const addresses = new Set<string>();
  const titles = new Set<string>();
  const note = async () => {
    addresses.add(page.url());
    titles.add(await page.title());
  };
  page.on('framenavigated', (frame) => addresses.add(frame.url()));
  page.on('dialog', (dialog) => void said.push(dialog.message()));
  trafficOf(page).answered.add((_name, result) => said.push(JSON.stringify(result)));
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByText(PATIENT).first().waitFor({ timeout: 12_000 });
  const places = [
    ...['today', 'waiting', 'verdicts', 'tasks', 'folders', 'settings'].map((name) => `#/${name}`),
    ...uuids.flatMap((uuid) => [`#/task/${uuid}`]),
    ...uuids.filter((_, index) => index % 3 === 0).map((uuid) => `#/waiting/${uuid}`),
    ...HOSTILE.slice(0, 8).map((text) => `#/task/${encodeURIComponent(text)}`),
    '#/task/__proto__',
  ];
  for (const place of places) {
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await page.locator('main').waitFor();
    await still(page);
    await note();
    expect(await page.getByText('Clearfolder does not respond to this window').count(), place).toBe(0);
    expect(await page.locator('main').textContent(), place).not.toBe('');
  }

  writeFileSync(station.dir.at('watched', FILE), Buffer.from(`%PDF-1.4\n% ${MEMBER}\n%%EOF\n`));
  await until(() => upstream.oracle.creates().length > 0);
  await page.evaluate(`location.hash = '#/tasks'`);
  await page.getByText(FILE).first().waitFor();
  await note();
  await page.evaluate(`location.hash = '#/folders'`);
  await still(page);
  await note();
  await upstream.close();
  await page.getByText('The service cannot be reached').first().waitFor();
  await note();
  expect(await page.evaluate('window.hostileRan')).toBeUndefined();
  expect(await page.evaluate(`document.querySelectorAll('${PLANTED}').length`)).toBe(0);
  for (const seen of [...addresses, ...titles]) {
    expect(seen).not.toMatch(/kanarienvogel/i);
    expect(seen).not.toContain(MEMBER);
  }

  const secrets = readFileSync(station.dir.at('secrets.json'), 'utf8');
  const kept = [...secrets.matchAll(/[\w-]{30,}/g)].map(([text]) => text);
  const [, , secret = ''] = upstream.apiSecret.split(':');
  const all = new Set([...kept, secret].filter((text) => !/^[0-9]+$/.test(text)));
  expect(all.size).toBeGreaterThan(1);
  const browserSide = [...said, ...(await storageOf(app))].join('\n');
  for (const one of all) expect(browserSide).not.toContain(one);
  expect(browserSide).toContain(PATIENT);
  for (const text of await storageOf(app)) expect(text).not.toMatch(/kanarienvogel|MEMBER-/i);
  await page.goto('about:blank');
  expect((await app.running().stop('SIGTERM')).code).toBe(0);
  const output = app.running().text();
  for (const one of [...all, MEMBER, 'kanarienvogel'])
    expect(output.toLowerCase()).not.toContain(one.toLowerCase());
  for (const path of filesBelow(station.dir.path)) {
    const bytes = readFileSync(station.dir.at(path));
    if (path.endsWith('secrets.json') || path === `watched/${FILE}`) continue;
    const inSpool = path.includes('/spool/');
    for (const one of all) expect(bytes.includes(one), `${path} holds ${one}`).toBe(false);
    for (const one of [PATIENT, FILE]) expect(bytes.includes(one), `${path} holds ${one}`).toBe(false);
    expect(!inSpool && bytes.includes(MEMBER), path).toBe(false);
    if (path.startsWith('data/')) expect(statSync(station.dir.at(path)).mode & 0o077, path).toBe(0);
  }
});

async function storageOf({ page }: Pick<OpenApp, 'page'>): Promise<string[]> {
  const kept = await page.evaluate(`(async () => [
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    document.cookie,
    JSON.stringify(await indexedDB.databases()),
    JSON.stringify(await caches.keys()),
  ])()`);
  return z.array(z.string()).parse(kept);
}
