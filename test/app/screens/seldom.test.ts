import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { type PlainKey, t } from '../../../src-renderer/strings/translate.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { leaseOf } from '../../support/lease-of.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';
import { ownService } from '../support/own-service.ts';
import { pressEscape } from '../support/press-escape.ts';
import { stationWithPackets } from '../support/sent-packets.ts';
import { button, type Stop } from './support/stops.ts';
import { look, walk } from './support/walk.ts';

/* What stands in the way of a station: looked at as every screen is. */

/** More rows than a page of Verdicts, and of Waiting, has. */
const MANY = 130;
const JOURNEYS = 30;
const ENDS = ['waiting', 'completed'] as const;

/** Another station that has a folder which both share. */
async function otherStation(root: string): Promise<AsyncDisposable> {
  const lease = leaseOf({
    root,
    heartbeatMs: 400,
    station: { id: 'front-desk', name: 'FRONT-DESK-2' },
    belonging: () => ({ environment: 'clinic', organisation: null }),
  });
  await lease.start();
  return { [Symbol.asyncDispose]: () => lease.stop(() => false) };
}

/** The name of the button says what is in progress, too. */
const outboxItem = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('shell.outbox')}`) });
const dialog = (page: Page, title: PlainKey) => page.getByRole('dialog', { name: t(title) });

/** Closes a question over the outbox with one of its buttons, and then the outbox. */
async function closeOver(page: Page, answer: PlainKey, title: PlainKey): Promise<void> {
  await button(page, answer).click();
  await dialog(page, title).waitFor({ state: 'detached' });
  await pressEscape(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const otherOrganisation: readonly Stop[] = [
  { name: 'today of another organisation', place: 'today' },
  {
    name: 'the api_secret is of another organisation',
    place: 'settings',
    open: (page) => button(page, 'settings.other.same').waitFor(),
  },
  ...(['same', 'own'] as const).map(
    (choice): Stop => ({
      name: `the question about the other organisation: ${choice}`,
      open: async (page) => {
        await button(page, `settings.other.${choice}`).click();
        await button(page, `settings.other.${choice}.sure`).waitFor();
      },
      close: (page) => button(page, 'common.cancel').click(),
    }),
  ),
];

const withdraw: Stop = {
  name: 'take back what may be a Task',
  place: 'today',
  open: async (page) => {
    await outboxItem(page).click();
    await button(page, 'outbox.withdraw').click();
    await dialog(page, 'outbox.withdrawTitle').waitFor();
  },
  close: (page) => closeOver(page, 'common.cancel', 'outbox.withdrawTitle'),
};

/** The end of a list that has another part. */
const endOf = (name: string, place: string, before?: (page: Page) => Promise<void>): Stop => ({
  name: `the end of ${name}`,
  place,
  open: async (page) => {
    await before?.(page);
    await button(page, 'common.part.after').scrollIntoViewIfNeeded();
  },
});

test('axe finds nothing, light and dark, and nothing is cut or out of reach: gone Tasks, long lists, a read-only folder, a folder of another station, another organisation', async () => {
  await using model = await startServiceModel();
  const other = model.model.addOrganisation('west', 'West Clinic for Orthopaedics and Sports Medicine');
  await using service = await startFaultService({ upstream: model.baseUrl });
  await using watched = await tempDir('seldom-boxes');
  const put = (path: string) => writeFileSync(watched.at(path), pdfDocument({ pages: [path] }));
  for (const folder of ['in', 'shared', 'desk']) mkdirSync(watched.at(folder));
  put('in/gone.pdf');
  put('in/known.pdf');
  put('shared/referral.pdf');
  put('desk/referral.pdf');
  // No station can write its control folder there, as where the folder is read-only: not even root makes files in such a place.
  symlinkSync(process.platform === 'darwin' ? '/System' : '/sys', watched.at('shared', '.clearfolder'));
  await using _frontDesk = await otherStation(watched.at('desk'));
  for (let n = 0; n < MANY; n += 1) {
    for (const [index, end] of ENDS.entries()) {
      const id = `01ARZ3NDEKTSV4RRFFQ6${String(2 * n + index).padStart(6, '0')}`;
      const task = model.tasks.add({
        name: `Invented patient ${n}, ${end}`,
        // A new station holds its files if the organization has more than 200 Tasks of the task type of a folder.
        task_type: 'second-opinion',
        external_id: `case-${4000 + (n % JOURNEYS)}-${id}`,
      });
      if (end === 'waiting')
        model.tasks.move(task, end, {
          issues: [
            { key: 'task.medical_record.missing', message: 'No card', medical_record_type: 'insurance-card' },
          ],
        });
      else model.tasks.move(task, end, { verdicts: [{ code: '73721', approved: n % 2 === 0, issues: [] }] });
    }
  }
  const rule = { taskType: 'prior-auth', quietSeconds: 0.3, backlog: 'send' };
  await using app = await openApp(
    {
      environment: 'clinic',
      environments: { clinic: service.baseUrl },
      tracking: { seconds: 0.5, scope: 'organisation' },
      folders: [
        { ...rule, id: 'in', path: watched.at('in') },
        { ...rule, id: 'shared', path: watched.at('shared') },
        { ...rule, id: 'desk', path: watched.at('desk') },
      ],
    },
    { apiSecret: model.apiSecret },
  );
  const { page, station } = app;
  const sent = () => model.tasks.all.filter(({ data_items: items }) => items.length > 0);
  const known = await until(async () => {
    const { tasks } = await station.tasks();
    return tasks.length === 2 * MANY + 2 ? tasks : null;
  });
  const gone = sent().find(({ name }) => name.includes('gone'));
  if (gone === undefined) throw new Error(`no such Task among ${known.length}`);
  // The details are wanted, and not found although the list names the Task; then no list names the Task either.
  gone.visibleFrom = Number.POSITIVE_INFINITY;
  model.tasks.move(gone, 'processing');
  await until(async () =>
    (await station.tasks()).tasks.some(({ uuid, status }) => uuid === gone.uuid && status === 'processing'),
  );
  model.tasks.forget(gone);
  // The answer to a create is lost, and what is found under its external_id is of another task type.
  service.faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
  const count = model.tasks.all.length;
  put('in/lost.pdf');
  await until(() => model.tasks.all.length > count);
  for (const task of model.tasks.all.slice(count)) task.task_type = 'second-opinion';
  await until(async () => (await station.outbox()).some(({ state }) => state === 'rejected'));
  await page.getByRole('heading', { name: t('today.gone', { count: 1 }), exact: true }).waitFor();

  const stops = [
    { name: 'today with a Task that is gone', place: 'today' },
    { name: 'a Task that is gone', place: `task/${gone.uuid}` },
    {
      name: 'a shared folder that cannot be written to, and one that another station has',
      place: 'folders',
      open: async () => {
        await page.getByText(t('folders.health.other', { station: 'FRONT-DESK-2' })).waitFor();
        await page.getByText(t('folders.counts.others')).waitFor();
        await button(page, 'folders.noOtherStation').waitFor();
      },
    },
    endOf('Verdicts', 'verdicts'),
    endOf('Waiting', 'waiting'),
    endOf('journeys', 'tasks', (at) => at.getByRole('tab', { name: t('tasks.view.journeys') }).click()),
    withdraw,
  ];
  const found = await walk(page, stops, look);
  await station.setSecret(other.apiSecret);
  await page.getByText(t('today.foreignSecret')).first().waitFor();
  expect([...found, ...(await walk(page, otherOrganisation, look))]).toEqual([]);
}, 600_000);

/** What asks before something is sent twice; there has to be an unconfirmed row. */
const sendAgainStops: readonly Stop[] = [
  {
    name: 'outbox with an unconfirmed row',
    place: 'today',
    open: async (page) => {
      await outboxItem(page).click();
      await button(page, 'outbox.sendAgain').waitFor();
    },
  },
  {
    name: 'send again',
    open: async (page) => {
      await button(page, 'outbox.sendAgain').click();
      await dialog(page, 'outbox.sendAgainTitle').waitFor();
    },
    close: (page) => closeOver(page, 'outbox.sendAgainWait', 'outbox.sendAgainTitle'),
  },
];

/** What lies over the window of `place` while a file is held over it. */
function heldOver(name: string, place: string, file: string): Stop {
  let devtools: CDPSession | null = null;
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at = { x: 400, y: 300 }) =>
    devtools?.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  return {
    name: `files held over ${name}`,
    place,
    open: async (page) => {
      devtools = await page.context().newCDPSession(page);
      await drag('dragEnter');
      await drag('dragOver');
      await page.getByText(t('shell.dropNew'), { exact: true }).waitFor();
    },
    close: async (page) => {
      // Let go beside the places for them, which takes nothing; a drag that is called off tells a page nothing here.
      const beside = { x: 2, y: 2 };
      await drag('dragOver', beside);
      await drag('drop', beside);
      await page.getByText(t('shell.dropNew'), { exact: true }).waitFor({ state: 'detached' });
      await devtools?.detach();
    },
  };
}

/** What a window shows in place of a screen that broke: from now on no list can watch its own size. */
const brokenScreen: Stop = {
  name: 'a screen that broke',
  place: 'today',
  open: async (page: Page) => {
    await page.evaluate(() => {
      Object.assign(window, {
        ResizeObserver: class {
          constructor() {
            throw new Error('broken by the test');
          }
        },
      });
      window.location.hash = '#/tasks';
    });
    await page.getByRole('alert').getByText(t('shell.brokenTitle')).waitFor();
  },
};

/* What most days do not show, looked at as every screen is. */

test('axe finds nothing, light and dark, and nothing is cut or out of reach: send again, files held over the window, a screen that broke', async () => {
  await using service = await ownService();
  const settings = stationWithPackets(service, ['05']);
  // Long enough that what may have arrived is not looked for by itself while it is looked at here.
  await using app = await openApp({ ...settings, sending: { idleTimeoutSeconds: 600 } }, service);
  const { page, station } = app;
  const waiting = await until(async () => {
    const { tasks } = await station.tasks();
    return tasks.find(({ status }) => status === 'waiting')?.uuid ?? null;
  });
  service.faults.on(routes.create, { kind: 'dropAfterRequest' });
  const folder = service.dir.at('watched', 'another');
  mkdirSync(folder);
  writeFileSync(`${folder}/unconfirmed.pdf`, pdfDocument({ pages: ['a synthetic document'] }));
  await until(async () => (await station.outbox()).some(({ state }) => state === 'unconfirmed'), {
    what: 'an unconfirmed row',
  });
  const file = service.packet('01').files[0] ?? '';
  const stops = [
    ...sendAgainStops,
    heldOver('today', 'today', file),
    heldOver('a waiting Task', `waiting/${waiting}`, file),
  ];
  expect(await walk(page, stops, look)).toEqual([]);

  // The fault of this page is wanted, so it is a page of its own.
  await using other = await watchedPage();
  await other.page.goto(await freshLink(station));
  await other.page.getByText(t('shell.today')).first().waitFor();
  expect(await walk(other.page, [brokenScreen], look)).toEqual([]);
  expect(other.faults.filter((fault) => !fault.includes('broken by the test'))).toEqual([]);
  // The window around it is whole, and another screen clears it.
  await other.page.getByRole('link', { name: t('shell.today'), exact: true }).click();
  await other.page.getByText(t('shell.brokenTitle')).waitFor({ state: 'detached' });
}, 600_000);
