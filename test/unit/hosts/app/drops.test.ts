import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { queuedSchema } from '../../../../src-main/contract/views/drop.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from './support/app-bench.ts';
import { choiceOf } from './support/app-place.ts';
import { SEND_EACH, sendByHand } from './support/send-each.ts';

it('a drop in the app goes from the hand to a Task after the undo time, and its kind is known from then on', async () => {
  const bench = await appBench();
  const files = [bench.write('packet/a.pdf', pdf('a')), bench.write('packet/empty.pdf', '')];
  const { id } = await bench.ask('drops.open', {});
  const drop = await bench.ask('drops.add-paths', { drop: id, paths: files });
  expect(drop.files.map((file) => [file.path, file.state])).toEqual([
    ['a.pdf', 'ready'],
    ['empty.pdf', 'refused'],
  ]);
  expect(await bench.ask('drops.list', {})).toHaveLength(1);
  const { ids, undo_until: undo } = await bench.ask('drops.send', { drop: id, ...SEND_EACH });
  expect(Date.parse(undo)).toBeGreaterThan(Date.now() + 5_000);
  const page = await bench.ask('outbox.page', {});
  expect(page.rows.map((row) => [row.id, row.state, row.next_attempt_at])).toEqual([
    [ids[0], 'queued', undo],
  ]);
  const accepted = await until(async () => {
    const { rows } = await bench.ask('outbox.page', { states: ['accepted'] });
    return rows[0];
  });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(undo));
  expect(accepted.task_uuid).not.toBeNull();
  expect(await bench.ask('task-types.known', {})).toEqual(['prior-auth']);
  const { rows, count } = await bench.ask('files.page', { drops: true });
  expect(count).toBe(2);
  expect(rows.map((row) => [row.state, row.submission, row.task_uuid, row.problem?.code ?? null])).toEqual([
    ['held', null, null, 'file.empty'],
    ['accepted', ids[0], accepted.task_uuid, null],
  ]);
});

it('a drop in the app with JSON that is no object, or that has a byte order mark, becomes a Task with texts (I2)', async () => {
  const bench = await appBench();
  const contents = { 'list.json': '[{"a":1}]', 'marked.json': '\uFEFF{"a":1}', 'object.json': '{"a":2}' };
  const paths = Object.entries(contents).map(([name, content]) => bench.write(name, content));
  const { id } = await bench.ask('drops.open', {});
  const drop = await bench.ask('drops.add-paths', { drop: id, paths });
  expect(drop.files.map((file) => [file.path, file.state, file.media_type])).toEqual([
    ['list.json', 'ready', 'text/plain'],
    ['marked.json', 'ready', 'text/plain'],
    ['object.json', 'ready', 'application/json'],
  ]);
  await bench.ask('drops.send', { drop: id, ...SEND_EACH, grouping: 'together' });
  const [row] = await until(async () => {
    const { rows } = await bench.ask('outbox.page', { states: ['accepted', 'rejected'] });
    return rows.length > 0 ? rows : null;
  });
  expect(row).toMatchObject({ state: 'accepted', problem: null });
});

it('a drop in the app for an answer is found again by a window that knows nothing of it, as long as it holds documents', async () => {
  const bench = await appBench();
  const { id } = await bench.ask('drops.open', { task: 'task-1' });
  await bench.ask('drops.open', {});
  expect((await bench.ask('drafts.kept', {})).drops).toEqual({});
  await bench.ask('drops.add-paths', { drop: id, paths: [bench.write('a.pdf', pdf('a'))] });
  expect((await bench.ask('drafts.kept', {})).drops).toEqual({ 'task-1': id });
  await bench.ask('drops.discard', { drop: id });
  expect((await bench.ask('drafts.kept', {})).drops).toEqual({});
});

it('a drop in the app is taken back within the undo time: nothing was sent, and it may be sent later', async () => {
  const bench = await appBench();
  const path = bench.write('a.pdf', pdf('a'));
  const { ids } = await sendByHand(bench.app, [path]);
  expect(await bench.ask('outbox.withdraw', { ids })).toMatchObject({ withdrawn: 1, too_late: 0 });
  expect(await bench.ask('outbox.withdraw', { ids: [...ids, 'nothing'] })).toMatchObject({
    withdrawn: 0,
    too_late: 2,
  });
  const again = await bench.ask('drops.open', {});
  const drop = await bench.ask('drops.add-paths', { drop: again.id, paths: [path] });
  expect(drop.files.map((file) => file.state)).toEqual(['ready']);
  expect((await bench.ask('files.page', {})).rows.map((row) => row.state)).toEqual(['withdrawn']);
  expect((await bench.ask('app.overview', {})).account).toMatchObject({ found: 1, withdrawn: 1 });
});

it('a drop in the app that was taken back is the draft again, with the documents that were to go, and goes once', async () => {
  const bench = await appBench();
  const { id: drop } = await bench.ask('drops.open', {});
  const paths = ['a', 'b'].map((name) => bench.write(`${name}.pdf`, pdf(name)));
  await bench.ask('drops.add-paths', { drop, paths: [...paths, bench.write('empty.pdf', '')] });
  const send = () => bench.ask('drops.send', { drop, ...SEND_EACH, grouping: 'together' });
  const { ids } = await send();
  expect(await bench.refused('drops.get', { drop })).toBe('drop.unknown');
  const back = { withdrawn: 1, too_late: 0, reopened: true };
  expect(await bench.ask('outbox.withdraw', { ids, drop })).toEqual(back);
  const { files } = await bench.ask('drops.get', { drop });
  expect(files.map(({ path, state }) => [path, state])).toEqual([
    ['a.pdf', 'ready'],
    ['b.pdf', 'ready'],
  ]);
  const again = await send();
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 1);
  const late = { withdrawn: 0, too_late: 1, reopened: false };
  expect(await bench.ask('outbox.withdraw', { ids: again.ids, drop })).toEqual(late);
});

it('a drop in the app stays queued when the program is killed before the undo time is over, and then goes once (I2, I5)', async () => {
  const bench = await appBench();
  await bench.app.stop();
  const script = fileURLToPath(new URL('./support/drop-and-hang.ts', import.meta.url));
  const { data, secrets } = choiceOf(bench.dir);
  const child = spawn(process.execPath, [script, data, secrets, bench.write('a.pdf', pdf('a'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { ids, undo_until: undo } = queuedSchema.parse(JSON.parse(String(said)));
  await bench.restart();
  expect((await bench.ask('outbox.page', {})).rows).toMatchObject([
    { id: ids[0], state: 'queued', next_attempt_at: undo, attempts: 0 },
  ]);
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(undo));
  await until(async () => (await bench.ask('app.overview', {})).tasks_known === 1);
});

it('a drop in the app: takes no path that is not whole, and nothing of the own data folder but samples', async () => {
  const bench = await appBench();
  const { id } = await bench.ask('drops.open', {});
  const add = (path: string) => bench.refused('drops.add-paths', { drop: id, paths: [path] });
  expect(await add('a.pdf')).toBe('drop.not-absolute');
  expect(await add(bench.at('data'))).toBe('drop.own-folder');
  expect(await add(bench.at('data', 'practice', 'ledger.db'))).toBe('drop.own-folder');
  expect(await add(bench.at('data', '..'))).toBe('drop.own-folder');
  mkdirSync(bench.at('data', 'practice', 'answers'), { recursive: true });
  const sample = bench.write('data/practice/answers/card.pdf', pdf('card'));
  const drop = await bench.ask('drops.add-paths', { drop: id, paths: [sample] });
  expect(drop.files).toHaveLength(1);
  expect(await bench.ask('drops.discard', { drop: id })).toBeNull();
  expect(await bench.refused('drops.discard', { drop: id })).toBe('drop.unknown');
});

const FILES = 1_200;

async function benchWithMany() {
  const bench = await appBench();
  for (let i = 0; i < FILES; i += 1) bench.write(`many/${i}.pdf`, pdf(`document ${i}`));
  const { id: drop } = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', { drop, paths: [bench.at('many')] });
  return { bench, drop, request: { drop, ...SEND_EACH } };
}

test('a drop of very many files goes and is taken back whole, and nothing else stands still meanwhile', async () => {
  const { bench, drop, request } = await benchWithMany();
  const standstill = monitorEventLoopDelay({ resolution: 10 });
  const begun = performance.now();
  standstill.enable();
  const sending = bench.ask('drops.send', request);
  // Whatever else is asked of it while it is being queued finds it taken.
  expect(['drop.sending', 'drop.unknown']).toContain(await bench.refused('drops.discard', { drop }));
  expect(await bench.refused('drops.send', request)).toBe('drop.sending');
  const { ids } = await sending;
  expect(ids).toHaveLength(FILES);
  expect(await bench.ask('outbox.withdraw', { ids })).toMatchObject({ withdrawn: FILES, too_late: 0 });
  standstill.disable();
  // All files in one transaction would be one standstill from beginning to end.
  expect(standstill.max / 1e6 / (performance.now() - begun)).toBeLessThan(0.5);
  const { account } = await bench.ask('app.overview', {});
  expect(account).toMatchObject({ found: FILES, withdrawn: FILES, queued: 0 });
});

test('I1: an end in the middle of queueing loses nothing that was queued, and keeps nothing that was not', async () => {
  const { bench, request } = await benchWithMany();
  const sending = bench.app.call('drops.send', request, { actor: 'clerk' });
  while ((await bench.ask('app.overview', {})).account.queued === 0) await new Promise(setImmediate);
  await bench.restart();
  expect(await sending).toMatchObject({ ok: false, error: { code: 'drop.unknown' } });
  const { account } = await bench.ask('app.overview', {});
  expect(account.queued).toBeGreaterThan(0);
  expect(account.queued).toBeLessThan(FILES);
  expect(account.found).toBe(account.queued);
  expect(account.rejected).toBe(0);
  expect((await bench.ask('outbox.page', { states: ['queued'] })).count).toBe(account.queued);
});
