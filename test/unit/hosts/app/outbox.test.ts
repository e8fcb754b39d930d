import { rmSync, writeFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { settingsSchema } from '../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from './support/app-bench.ts';
import {
  appPlace,
  clinicService,
  clinicSettings,
  SECRET,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER } from './support/ask.ts';
import { sendByHand } from './support/send-each.ts';

it('is paged with what is open first, then the newest, and counts by state', async () => {
  const bench = await appBench();
  for (const name of ['1', '2', '3', '4', '5'])
    await sendByHand(bench.app, [bench.write(`${name}.pdf`, pdf(name))]);
  const all = await bench.ask('outbox.page', {});
  expect(all).toMatchObject({ count: 5, by_state: { queued: 5, accepted: 0 } });
  const names = (rows: typeof all.rows) => rows.map((row) => row.files[0]?.path);
  expect(names(all.rows)).toEqual(['5.pdf', '4.pdf', '3.pdf', '2.pdf', '1.pdf']);
  const withdrawn = all.rows.filter((row) => ['5.pdf', '3.pdf'].includes(row.files[0]?.path ?? ''));
  await bench.ask('outbox.withdraw', { ids: withdrawn.map((row) => row.id) });
  const page = await bench.ask('outbox.page', { offset: 1, length: 3 });
  expect(names(page.rows)).toEqual(['2.pdf', '1.pdf', '5.pdf']);
  expect(page.count).toBe(5);
  const some = await bench.ask('outbox.page', { states: ['withdrawn', 'rejected'] });
  expect([some.count, names(some.rows)]).toEqual([2, ['5.pdf', '3.pdf']]);
  const found = await bench.ask('outbox.page', { search: '3.PDF' });
  expect([found.count, found.by_state.withdrawn, names(found.rows)]).toEqual([1, 1, ['3.pdf']]);
  expect((await bench.ask('outbox.page', { search: '%' })).count).toBe(0);
  const now = new Date().toISOString();
  expect((await bench.ask('outbox.page', { date_from: now })).count).toBe(0);
  expect((await bench.ask('outbox.page', { date_to: now, search: 'pdf' })).count).toBe(5);
});

it('leaves what can still be taken back, when all that had trouble is tried again', async () => {
  const bench = await appBench();
  const { undo_until: undo } = await sendByHand(bench.app, [bench.write('a.pdf', pdf('a'))]);
  expect(await bench.ask('outbox.retry-all', {})).toEqual({ count: 0 });
  const [row] = (await bench.ask('outbox.page', {})).rows;
  expect(row?.state).toBe('queued');
  expect((row?.next_attempt_at ?? '') >= undo).toBe(true);
});

it('an act keeps its undo time after the clock was set back by hours while the program runs', async () => {
  let behind = 0;
  const clock = { ...systemClock, now: () => systemClock.now() - behind };
  const bench = await appBench({ sending: { undoSeconds: 600 } }, { clock });
  const [row] = (await sendByHand(bench.app, [bench.write('a.pdf', pdf('a'))])).ids;
  behind = 5 * 3_600_000;
  const edited = await bench.ask('outbox.plan', { ids: [row ?? ''], act: 'withdraw' });
  const sent = await sendByHand(bench.app, [bench.write('b.pdf', pdf('b'))]);
  for (const { undo_until: undo } of [edited, sent])
    expect(Math.abs(Date.parse(undo) - clock.now() - 600_000)).toBeLessThan(60_000);
  // The engine compares a wait with a clock that is never set back, so the wait ends when the screen said that it ends.
  const [newest] = (await bench.ask('outbox.page', {})).rows;
  expect(Date.parse(newest?.next_attempt_at ?? '') - systemClock.now()).toBeGreaterThan(540_000);
  expect(await bench.ask('plans.undo', { plans: edited.plans })).toEqual({ undone: 1, too_late: 0 });
});

it('says what the service allows, and tries again as that', async () => {
  const bench = await appBench();
  const { ids } = await sendByHand(bench.app, [bench.write('a.pdf', pdf('a'))], { task_type: 'nonsense' });
  await bench.ask('outbox.retry', { id: ids[0] ?? '' });
  const refused = await until(async () => (await bench.ask('outbox.page', { states: ['rejected'] })).rows[0]);
  expect(refused.problem?.code).toBe('service.task-type');
  expect(refused.allowed_task_types.length).toBeGreaterThan(0);
  expect(await bench.refused('outbox.send-again', { id: refused.id })).toBe('outbox.not-possible');
  expect(await bench.refused('outbox.retry', { id: 'nothing' })).toBe('outbox.unknown-id');
  const [allowed = ''] = refused.allowed_task_types;
  await bench.ask('outbox.retry', { id: refused.id, task_type: allowed });
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 1);
  expect(await bench.ask('outbox.retry-all', {})).toEqual({ count: 0 });
});

it('tries all that one wrong task type refused as another, and nothing else', async () => {
  const bench = await appBench();
  for (const [index, type] of ['nonsense', 'nonsense', 'other'].entries()) {
    const name = `document ${index}`;
    const { ids } = await sendByHand(bench.app, [bench.write(`${name}.pdf`, pdf(name))], {
      task_type: type,
    });
    await bench.ask('outbox.retry', { id: ids[0] ?? '' });
  }
  await until(async () => (await bench.ask('outbox.page', {})).by_state.rejected === 3);
  const [row] = (await bench.ask('outbox.page', { states: ['rejected'] })).rows;
  const [instead = ''] = row?.allowed_task_types ?? [];
  const as = (refused: string, other: string) => ({ as: { refused, instead: other } });
  expect(await bench.ask('outbox.retry-all', as('nonsense', 'not allowed'))).toEqual({ count: 0 });
  expect(await bench.ask('outbox.retry-all', as('nonsense', instead))).toEqual({ count: 2 });
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 2);
  const { rows } = await bench.ask('outbox.page', { states: ['rejected'] });
  expect(rows.map((one) => one.task_type)).toEqual(['other']);
});

it('shows files newest first; a late one may be left out, sent, or given to its waiting Task', async () => {
  const bench = await appBench();
  const requestSpec = { codes: ['73721'], required_records: ['insurance-card'] };
  bench.write('cases/doe/visit.txt', 'Visit note\nPatient name: Jane Doe\nProcedure code: 73721\n');
  await bench.watch('cases', { requestSpec, group: 'folder' });
  const sent = await until(async () => (await bench.ask('files.page', { states: ['accepted'] })).rows[0]);
  await until(
    async () => (await bench.ask('app.overview', {})).attention.some((one) => one.kind === 'waiting'),
    {
      what: 'a waiting Task',
    },
  );
  for (const name of ['x', 'y', 'z']) bench.write(`cases/doe/${name}.txt`, `Insurance card ${name}`);
  await until(async () => (await bench.ask('files.page', { states: ['held'] })).count === 3);
  const { rows } = await bench.ask('files.page', { folder: 'cases', states: ['held'], length: 500 });
  expect(rows[0]?.id).toBeGreaterThan(rows[2]?.id ?? 0);
  for (const row of rows) {
    expect(row.problem?.code).toBe('file.late-for-group');
    expect(row.answers).toMatchObject([{ task_uuid: sent.task_uuid }]);
  }
  const file = (name: string) => rows.find((row) => row.path === `doe/${name}.txt`)?.id ?? -1;
  await bench.ask('files.decide', { file: file('x'), decision: 'leave-out' });
  await bench.ask('files.decide', { file: file('y'), decision: { answer_to: sent.task_uuid ?? '' } });
  await bench.ask('files.decide', { file: file('z'), decision: 'send' });
  expect(await bench.refused('files.decide', { file: file('x'), decision: 'send' })).toBe('file.decided');
  await until(async () => (await bench.ask('files.page', { states: ['accepted'] })).count === 3);
  const answer = (await bench.ask('outbox.page', {})).rows.find((row) => row.kind === 'answer');
  expect(answer).toMatchObject({ task_uuid: sent.task_uuid, by: CALLER.actor, state: 'accepted' });
  const given = (await bench.ask('files.page', { states: ['accepted'] })).rows.find(
    (row) => row.path === 'doe/y.txt',
  );
  expect(given).toMatchObject({ submission: answer?.id, task_uuid: sent.task_uuid });
  expect((await bench.ask('app.overview', {})).account).toMatchObject({
    found: 4,
    accepted: 3,
    withdrawn: 1,
  });
});

it('acts on several rows and files once the undo time has passed, and not on what was undone', async () => {
  const bench = await appBench();
  bench.write('scans/one.pdf', pdf('one'));
  bench.write('scans/two.pdf', pdf('two'));
  await bench.watch('scans', { backlog: 'ask' });
  const held = async () => (await bench.ask('files.page', { states: ['held'] })).rows;
  const files = (await until(async () => ((await held()).length === 2 ? await held() : null))).map(
    ({ id }) => id,
  );
  const sent = await sendByHand(bench.app, [bench.write('a.pdf', pdf('a'))]);
  const due = async () => (await bench.ask('outbox.page', {})).rows[0]?.next_attempt_at ?? '';
  const before = await due();
  const kept = await bench.ask('outbox.plan', { ids: sent.ids, act: 'withdraw' });
  await bench.ask('plans.undo', { plans: kept.plans });
  expect(await due()).toBe(before);
  const withdrawn = await bench.ask('outbox.plan', { ids: sent.ids, act: 'withdraw' });
  const undone = await bench.ask('files.plan', { files, act: 'leave-out' });
  expect(await bench.ask('files.plan', { files, act: 'send' })).toMatchObject({ plans: [] });
  expect((await bench.ask('files.page', {})).planned).toEqual(
    Object.fromEntries(files.map((file) => [file, 'leave-out'])),
  );
  expect(await bench.ask('plans.undo', { plans: undone.plans })).toEqual({ undone: 2, too_late: 0 });
  const left = await bench.ask('files.plan', { files: files.slice(0, 1), act: 'leave-out' });
  expect((await due()) > withdrawn.undo_until).toBe(true);
  await until(async () => (await bench.ask('outbox.page', {})).by_state.withdrawn === 1);
  await until(async () => (await held()).length === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(left.undo_until));
  expect((await held()).map(({ id }) => id)).toEqual(files.slice(1));
  expect(await bench.ask('plans.undo', { plans: left.plans })).toEqual({ undone: 0, too_late: 1 });
});

it('a decision that fails once the undo time has passed is told on Today until a person dismisses what the person saw', async () => {
  const bench = await appBench({ sending: { undoSeconds: 5 } });
  const paths = ['scans/one.pdf', 'scans/two.pdf'].map((path) => bench.write(path, pdf(path)));
  await bench.watch('scans', { backlog: 'ask' });
  const files = await until(async () => {
    const { rows } = await bench.ask('files.page', { states: ['held'] });
    return rows.length === 2 && rows.map(({ id }) => id);
  });
  await bench.ask('files.plan', { files, act: 'send' });
  for (const path of paths) rmSync(path);
  const failed = await until(async () => {
    const { attention, state } = await bench.ask('app.overview', {});
    const found = attention.find(({ kind }) => kind === 'failed-act');
    return found?.kind === 'failed-act' && found.count === 2 && { ...found, state };
  });
  expect(failed).toMatchObject({
    state: 'needs-attention',
    failure: { code: expect.stringMatching(/^file\.(changed|decided)$/) },
  });
  await bench.ask('plans.dismiss', { newest: failed.newest - 1 });
  await bench.restart();
  const told = async () => (await bench.ask('app.overview', {})).attention.map(({ kind }) => kind);
  expect(await told()).toContain('failed-act');
  await bench.ask('plans.dismiss', { newest: failed.newest });
  expect(await told()).not.toContain('failed-act');
});

it('a decision about the existing files of a folder is carried out once the undo time has passed, and not if it was undone', async () => {
  const bench = await appBench({ sending: { undoSeconds: 600 } });
  bench.write('scans/one.pdf', pdf('one'));
  await bench.watch('scans', { backlog: 'ask' });
  const held = async () => await bench.ask('files.page', { states: ['held'] });
  await until(async () => (await held()).count === 1);
  const files = (await held()).rows.map(({ id }) => id);
  const send = { folder: 'scans', decision: 'send' } as const;
  expect(await bench.refused('folders.decide-backlog', { ...send, folder: 'nowhere' })).toBe(
    'folder.unknown',
  );
  const { plans } = await bench.ask('folders.decide-backlog', send);
  expect((await held()).planned).toEqual({ [files[0] ?? '']: 'send' });
  expect(await bench.refused('folders.decide-backlog', send)).toBe('folder.decision-planned');
  expect(await bench.ask('files.plan', { files, act: 'leave-out' })).toMatchObject({ plans: [] });
  await bench.restart();
  expect(await bench.ask('plans.undo', { plans })).toEqual({ undone: 1, too_late: 0 });
  expect(await held()).toMatchObject({ count: 1, planned: {} });
  const { settings } = await bench.ask('settings.get', {});
  await bench.ask('settings.save', {
    settings: { ...settings, sending: { ...settings.sending, undoSeconds: 5 } },
  });
  const { undo_until: due } = await bench.ask('folders.decide-backlog', send);
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(due));
});

it('I2: documents of a folder with a new task type are sent for this type too once the undo time has passed, and not if it was undone', async () => {
  const bench = await appBench({ sending: { undoSeconds: 600 } });
  bench.write('scans/one.pdf', pdf('one'));
  await bench.watch('scans');
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 1);
  const rule = bench.rule('scans', { taskType: 'intake' });
  await bench.ask('folders.save', { rule, replaces: 'scans' });
  const offer = async () => (await bench.ask('folders.list', {}))[0]?.offer;
  expect(await offer()).toEqual({ documents: 1, tasks: 1, left_out: 0 });
  const send = { folder: 'scans', decision: 'send' } as const;
  expect(await bench.refused('folders.decide-offer', { ...send, folder: 'nowhere' })).toBe('folder.unknown');
  const { plans } = await bench.ask('folders.decide-offer', send);
  expect(await bench.refused('folders.decide-offer', send)).toBe('folder.decision-planned');
  expect(await bench.ask('plans.undo', { plans })).toEqual({ undone: 1, too_late: 0 });
  const { settings } = await bench.ask('settings.get', {});
  await bench.ask('settings.save', {
    settings: { ...settings, sending: { ...settings.sending, undoSeconds: 5 } },
  });
  expect((await bench.ask('outbox.page', {})).count).toBe(1);
  const { undo_until: due } = await bench.ask('folders.decide-offer', send);
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 2);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(due));
  expect((await bench.ask('outbox.page', {})).rows.map((row) => row.task_type).sort()).toEqual([
    'intake',
    'prior-auth',
  ]);
  expect(await offer()).toBeNull();
  const audit = await bench.ask('audit.page', { action: ['folder.offer-decided'] });
  expect(audit.rows).toMatchObject([{ subject: 'scans', detail: { decision: 'send' } }]);
});

it('sends a dropped duplicate anyway when told to, from where it lies', async () => {
  const bench = await appBench();
  const [a, b] = [bench.write('a.pdf', pdf('a')), bench.write('b.pdf', pdf('b'))];
  await sendByHand(bench.app, [a]);
  await sendByHand(bench.app, [a, b]);
  const duplicate = (await bench.ask('files.page', { states: ['duplicate'] })).rows[0];
  expect(duplicate?.duplicate_of).not.toBeNull();
  expect((await bench.ask('files.page', { drops: true, length: 2 })).rows).toHaveLength(2);
  await bench.ask('files.decide', { file: duplicate?.id ?? -1, decision: 'send-anyway' });
  expect((await bench.ask('outbox.page', {})).count).toBe(3);
  expect((await bench.ask('files.page', { states: ['duplicate'] })).count).toBe(0);
});

test('I9: what is queued in one environment goes to no other, and is there again when that one is', async () => {
  const { dir, start } = appPlace();
  const service = await clinicService();
  const app = await start({ samples: false });
  writeFileSync(dir.at('a.pdf'), pdf('a'));
  const sent = await sendByHand(app, [dir.at('a.pdf')]);
  const { settings } = await ask(app, 'settings.get', {});
  const clinic = settingsSchema.parse({ ...settings, ...clinicSettings(service.baseUrl) });
  const view = await ask(app, 'settings.save', { settings: clinic });
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilConnected(app);
  await new Promise((resolve) => setTimeout(resolve, Date.parse(sent.undo_until) - Date.now() + 1_500));
  expect(service.log.exchanges('create')).toEqual([]);
  expect(await ask(app, 'app.overview', {})).toMatchObject({ environment: 'clinic', account: { found: 0 } });
  await ask(app, 'settings.save', { settings: { ...view.settings, environment: 'practice' } });
  await untilOverview(
    app,
    ({ environment, account }) => environment === 'practice' && account.accepted === 1,
  );
  expect(service.log.exchanges('create')).toEqual([]);
});
