import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Overview } from '../../../../src-main/contract/views/overview.ts';
import { routes } from '../../../support/routes.ts';
import { until } from '../../../support/until.ts';
import { pdf } from './support/app-bench.ts';
import {
  appPlace,
  clinic,
  listen,
  overviewOf,
  SECRET,
  startedApp,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER, failure, refused } from './support/ask.ts';
import { auditOf } from './support/beside.ts';
import { sendByHand } from './support/send-each.ts';

test('a first start runs practice mode to its verdicts; a page that comes late sees the same as one that stayed', async () => {
  const { app } = await startedApp();
  const heard = listen(app);
  expect(heard.map(({ event }) => event.kind)).toEqual(['overview', 'lock', 'confirm']);
  await untilOverview(app, ({ decided_today: today }) => today.count >= 5, 'five decided Tasks');
  await untilOverview(app, ({ checking, sending }) => checking.count + sending.count === 0, 'all at rest');
  const stayed = await until(() => {
    const overviews = heard.flatMap(({ event }) => (event.kind === 'overview' ? [event.overview] : []));
    const last = overviews.at(-1);
    return last !== undefined && last.checking.count + last.sending.count === 0 ? last : null;
  });
  const [late] = listen(app).map(({ event }) => (event.kind === 'overview' ? event.overview : null));
  const shown = ({ now: _, revision: __, connection: ___, ...rest }: Overview) => rest;
  expect(late && shown(late)).toEqual(shown(stayed));
  expect(stayed.connection.state).toBe('connected');
  expect(stayed.folders).toBe(1);
  expect(stayed.account.accepted).toBe(stayed.account.found);
  const { tasks, ...today } = stayed.decided_today;
  const refused = tasks.filter(({ verdicts }) => verdicts.some(({ approved }) => !approved)).length;
  expect(refused).toBeGreaterThan(0);
  expect(today).toEqual({
    count: tasks.length,
    not_approved: refused,
    not_loaded: 0,
    approved: tasks.length - refused,
    ended_badly: 0,
  });
  expect(stayed.attention).toContainEqual({ kind: 'not-approved', count: refused });
});

test('a page hears how far an upload is while it runs', async () => {
  const { dir, start, service } = await clinic();
  // Never answered, so that it is under way for as long as it takes to hear of it.
  service.faults.on(routes.create, { kind: 'hang' });
  const app = await start({ samples: false, apiSecret: SECRET });
  const heard = listen(app);
  writeFileSync(dir.at('scan.pdf'), pdf('x'.repeat(50_000)));
  const { ids } = await sendByHand(app, [dir.at('scan.pdf')]);
  await ask(app, 'outbox.retry', { id: ids[0] ?? '' });
  const told = await until(() =>
    heard.flatMap(({ event }) => (event.kind === 'progress' ? event.rows : [])).find(({ sent }) => sent > 0),
  );
  expect(told.id).toBe(ids[0]);
  expect(told.total).toBeGreaterThan(50_000);
  expect(told.sent).toBeLessThanOrEqual(told.total);
});

test('overviews come when something changed, at most every 300 ms, and now and then as a sign of life', async () => {
  const { app } = await startedApp();
  const heard = listen(app);
  const told = () =>
    heard.flatMap(({ at, event }) =>
      event.kind === 'overview' ? [{ at, revision: event.overview.revision }] : [],
    );
  await until(() => told().length > 3 && told().at(-1)?.revision === told().at(-2)?.revision, {
    what: 'a sign of life without a change',
  });
  const overviews = told();
  const gaps = overviews.slice(2).map(({ at }, index) => at - (overviews[index + 1]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(290);
  const revisions = overviews.map(({ revision }) => revision);
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
});

test('settings that cannot be used keep the engine from starting, not the app; once they are right it starts', async () => {
  const { dir, app } = await startedApp({ settings: '{"environment": "practice", "folders": 7}' });
  const broken = await overviewOf(app);
  expect(broken.connection.state).toBe('stopped');
  expect(broken.recorded).toBe(false);
  expect(broken.attention[0]).toMatchObject({
    kind: 'engine-stopped',
    failure: { code: 'settings.invalid', message: expect.stringContaining('folders') },
  });
  expect(await failure(app, 'drops.list', {})).toMatchObject({
    code: 'engine.stopped',
    message: expect.stringContaining('folders: must be of type array'),
  });
  expect(await refused(app, 'app.restart-engine', {})).toBe('settings.invalid');
  const findings = await ask(app, 'doctor.run', {});
  expect(findings.filter(({ state }) => state === 'fault').map(({ what }) => what)).toEqual([
    'data folder and settings',
  ]);
  writeFileSync(dir.at('data', 'settings.json'), '{"environment": "practice"}');
  const heard = listen(app);
  await ask(app, 'app.restart-engine', {});
  await until(() =>
    heard.some(({ event }) => event.kind === 'overview' && event.overview.connection.state === 'connected'),
  );
  expect((await overviewOf(app)).attention.map(({ kind }) => kind)).not.toContain('engine-stopped');
});

test('settings that broke while the engine runs do not stop it', async () => {
  const { writeSettings, app } = await startedApp();
  writeSettings('{');
  expect(await refused(app, 'app.restart-engine', {})).toBe('settings.not-json');
  await untilConnected(app);
});

test('a ledger that cannot be read stops the engine with words; what was counted is not made up', async () => {
  const { dir, start, app: first } = await startedApp();
  await untilOverview(first, ({ account }) => account.accepted > 0);
  await first.stop();
  writeFileSync(dir.at('data', 'practice', 'ledger.db'), 'not a ledger at all, but some text'.repeat(200));
  const overview = await overviewOf(await start());
  expect(overview.attention[0]).toMatchObject({
    kind: 'engine-stopped',
    failure: { code: 'ledger.unreadable' },
  });
  expect(overview.connection.state).toBe('stopped');
});

test('a document is fetched to a private place and leaves nothing; saving never overwrites; both are audited', async () => {
  const { dir, start } = appPlace();
  const left = dir.at('data', 'practice', 'documents');
  mkdirSync(left, { recursive: true });
  writeFileSync(`${left}/leftover`, 'of a run that was ended by force');
  // One that was just being saved, and a note that names what is no temporary file of ours.
  const cut = dir.at('letter.pdf.part-0f8fad5b-d9cb-469f-a165-70867728950e');
  const own = dir.at('own.pdf');
  for (const [note, path] of [
    ['a', cut],
    ['b', own],
  ] as const) {
    writeFileSync(path, 'some bytes');
    writeFileSync(`${left}/${note}.saving`, path);
  }
  const app = await start();
  expect([left, cut, own].map((path) => existsSync(path))).toEqual([false, false, true]);
  const { decided_today: today } = await untilOverview(app, (overview) => overview.decided_today.count > 0);
  const task = today.tasks[0]?.uuid ?? '';
  const { data_items: items } = await ask(app, 'tasks.get', { task });
  const item = items.find(({ data_type: type }) => type === 'file')?.uuid ?? '';
  const fetched = await app.readDocument(task, item, CALLER);
  if (!fetched.ok) throw new Error(fetched.error.message);
  const bytes = await buffer(fetched.value.stream());
  expect(bytes.length).toBe(fetched.value.size);
  expect(fetched.value.mediaType).toMatch(/^(application|image)\//);
  await fetched.value.dispose();
  expect(readdirSync(left)).toEqual([]);

  const target = dir.at('saved.pdf');
  expect(await app.saveDocument(task, item, target, CALLER)).toEqual({ ok: true, value: null });
  expect(readFileSync(target).equals(bytes)).toBe(true);
  expect(await app.saveDocument(task, item, target, CALLER)).toMatchObject({
    ok: false,
    error: { code: 'document.exists' },
  });
  expect(await app.readDocument(task, crypto.randomUUID(), CALLER)).toMatchObject({
    ok: false,
    error: { code: 'document.refused' },
  });
  expect(await app.saveDocument(task, item, dir.at('no-folder', 'saved.pdf'), CALLER)).toMatchObject({
    ok: false,
    error: { code: 'document.unwritable' },
  });
  const audit = (await auditOf(dir)).filter(({ action }) => action.startsWith('document.'));
  expect(audit.map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
    ['document.viewed', task, CALLER.actor],
    ['document.saved', task, CALLER.actor],
  ]);
});

test('go, preferences and drops reach every page', async () => {
  const { dir, start, app } = await startedApp();
  const [one, other] = [listen(app), listen(app)];
  app.go({ screen: 'waiting', task: null });
  const preferences = await ask(app, 'preferences.get', {});
  await ask(app, 'preferences.save', { preferences: { ...preferences, theme: 'dark' } });
  const drop = await ask(app, 'drops.open', {});
  async function* bytes() {
    yield Buffer.from('%PDF-1.4\n%%EOF\n');
  }
  const added = await app.addDropStream(drop.id, { path: 'a/scan.pdf', size: 15 }, bytes());
  expect(added).toMatchObject({ ok: true, value: { files: [{ path: 'a/scan.pdf' }] } });
  for (const heard of [one, other]) {
    await until(() => heard.some(({ event }) => event.kind === 'drop' && event.drop.files.length === 1));
    expect(heard.map(({ event }) => event.kind)).toEqual(expect.arrayContaining(['go', 'preferences']));
  }
  expect((await overviewOf(app)).attention).toContainEqual({ kind: 'drop', count: 1 });
  await app.stop();
  const again = await start();
  expect((await ask(again, 'preferences.get', {})).theme).toBe('dark');
  await again.stop();
  writeFileSync(dir.at('data', 'preferences.json'), '{"theme": "neon"}');
  expect((await ask(await start(), 'preferences.get', {})).theme).toBe('system');
});
