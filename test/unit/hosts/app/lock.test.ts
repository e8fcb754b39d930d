import { expect, test } from 'vitest';
import type { AppEvent } from '../../../../src-main/contract/events.ts';
import { inputOf, isVerb, VERBS, type VerbName } from '../../../../src-main/contract/verbs/index.ts';
import { openStation, openStationLedger } from '../../../../src-main/core/installation/open-station.ts';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { shiftedClock } from '../../../support/clock.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from './support/app-bench.ts';
import { choiceOf, listen } from './support/app-place.ts';
import { CALLER } from './support/ask.ts';
import { auditOf } from './support/beside.ts';

const PIN = '482913';
const CANARY = 'KANARIENVOGEL, Erika';
const MINUTE = 60_000;

/** A station that watches one folder, with a lock after `minutes` of its own, unlocked. */
async function lockedBench(minutes = 5) {
  const { clock, forward } = shiftedClock();
  const bench = await appBench({ tracking: { seconds: 0.3 } }, { clock });
  await bench.watch('scans');
  await bench.ask('lock.set', { idle_minutes: minutes, new_pin: PIN });
  return { bench, forward, state: () => bench.ask('lock.state', {}) };
}

const untilLocked = (app: App) => until(() => app.locked(), { what: 'the lock' });

/** Some input that fits the schema of a verb: what is refused must be refused for being locked. */
const INPUTS: Readonly<Partial<Record<VerbName, unknown>>> = {
  'drops.get': { drop: 'd' },
  'tasks.get': { task: 't' },
  'settings.save': { settings: { environment: 'practice' } },
  'secret.set': { api_secret: 's' },
  'lock.set': { idle_minutes: null, pin: PIN },
};

test('while it is locked every verb is refused but these; one that is added later is too', async () => {
  const { bench } = await lockedBench();
  await bench.ask('lock.now', {});
  const answered: string[] = [];
  for (const name of Object.keys(VERBS).filter(isVerb)) {
    const result = await bench.app.call(name, INPUTS[name] ?? {}, CALLER);
    if (!result.ok && result.error.code === 'lock.locked') continue;
    answered.push(name);
    expect(VERBS[name].patientData, name).toBe('none');
  }
  expect(answered).toEqual(['preferences.get', 'lock.state', 'lock.activity', 'lock.now', 'lock.unlock']);
  for (const [name, input] of Object.entries(INPUTS))
    expect(isVerb(name) && inputOf(name).safeParse(input).success, name).toBe(true);
});

test('what is told, given and taken while it is locked names nobody; the outbox goes on', async () => {
  const { bench } = await lockedBench();
  bench.write(`scans/${CANARY} 1.pdf`, pdf('one'));
  const drop = await bench.ask('drops.open', {});
  const task = await until(async () => (await bench.ask('tasks.page', {})).rows[0] ?? null);
  await bench.ask('lock.now', {});
  const heard = listen(bench.app);
  bench.write(`scans/${CANARY} 2.pdf`, pdf('two'));
  bench.write(`scans/${CANARY} broken.pdf`, '%PDF-1.4\nno end');
  const streamed = await bench.app.addDropStream(drop.id, { path: `${CANARY} 3.pdf`, size: 3 }, bytes('pdf'));
  expect(streamed).toMatchObject({ ok: true, value: { id: drop.id, files: [] } });
  const overviews = () => heard.flatMap(({ event }) => (event.kind === 'overview' ? [event.overview] : []));
  await until(() => overviews().some(({ account }) => account.accepted >= 2), { what: 'the second file' });
  await until(() => overviews().some(({ account }) => account.found >= 3), { what: 'the broken file' });
  expect(heard.filter(({ event }) => event.kind === 'drop')).toEqual([]);
  for (const answer of [
    await bench.app.readDocument(task.uuid, 'item', CALLER),
    await bench.app.saveDocument(task.uuid, 'item', bench.at('saved.pdf'), CALLER),
  ])
    expect(answer).toMatchObject({ ok: false, error: { code: 'lock.locked' } });
  expect(JSON.stringify([heard, streamed])).not.toContain('KANARIENVOGEL');
  expect(JSON.stringify(heard)).not.toContain(task.uuid);
  await bench.ask('lock.unlock', { pin: PIN });
  expect(JSON.stringify(await bench.ask('drops.get', { drop: drop.id }))).toContain('KANARIENVOGEL');
  await until(() => JSON.stringify(heard.at(-1)).includes('KANARIENVOGEL') || heard.some(named));
});

const named = ({ event }: { event: AppEvent }) => JSON.stringify(event).includes('KANARIENVOGEL');

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

test('an answer that was on its way when it was locked is not given', async () => {
  const { bench } = await lockedBench();
  const asked = bench.app.call('task-types.try', { task_type: 'prior-auth' }, CALLER);
  await bench.ask('lock.now', {});
  expect(await asked).toMatchObject({
    ok: false,
    error: { code: 'lock.locked', message: expect.stringContaining('in the meantime') },
  });
});

test('it locks when nobody has touched a window for so long, and warns before', async () => {
  const { bench, forward, state } = await lockedBench();
  const heard = listen(bench.app);
  forward(4 * MINUTE);
  await bench.ask('lock.activity', {});
  forward(4 * MINUTE + 31_000);
  await until(() =>
    heard.some(
      ({ event }) => event.kind === 'lock' && event.lock.locks_in_seconds !== null && !event.lock.locked,
    ),
  );
  expect((await state()).locks_in_seconds).toBeLessThanOrEqual(29);
  await bench.ask('lock.activity', {});
  expect(await state()).toMatchObject({ locked: false, locks_in_seconds: null });
  forward(5 * MINUTE);
  await untilLocked(bench.app);
  // Whoever finds it can do no more than look at the lock.
  await bench.ask('lock.activity', {});
  expect(await state()).toMatchObject({ locked: true, idle_minutes: 5, pin_set: true });
  await bench.ask('lock.unlock', { pin: PIN });
  expect(await state()).toMatchObject({ locked: false });
  const audit = await auditOf(bench.dir);
  const mine = audit.filter(({ action }) => action.startsWith('lock.'));
  expect(mine.map(({ action, detail }) => [action, JSON.parse(detail).by ?? null])).toEqual([
    ['lock.changed', null],
    ['lock.pin-set', null],
    ['lock.locked', 'idle'],
    ['lock.unlocked', 'pin'],
  ]);
});

test('it stays locked over a restart, with the wrong tries; the audit has each, and never the PIN', async () => {
  const { bench, forward } = await lockedBench();
  await bench.restart();
  expect(bench.app.locked()).toBe(true);
  expect(await bench.refused('tasks.page', {})).toBe('lock.locked');
  for (let n = 0; n < 5; n += 1)
    expect(await bench.refused('lock.unlock', { pin: '000001' })).toBe('lock.wrong-pin');
  await bench.restart();
  expect(await bench.refused('lock.unlock', { pin: PIN })).toBe('lock.wait');
  expect((await bench.ask('lock.state', {})).wait_seconds).toBeGreaterThan(0);
  forward(31_000);
  await bench.ask('lock.unlock', { pin: PIN });
  expect(bench.app.locked()).toBe(false);
  const audit = await auditOf(bench.dir);
  expect(audit.filter(({ action }) => action === 'lock.pin-wrong')).toHaveLength(5);
  expect(JSON.stringify(audit)).not.toMatch(/482913|000001/);
});

test('the lock is changed with its PIN alone, to 5 to 60 minutes or never, and not by the other settings', async () => {
  const { bench, state } = await lockedBench();
  const { settings } = await bench.ask('settings.get', {});
  expect(
    await bench.refused('settings.save', { settings: { ...settings, lock: { idleMinutes: null } } }),
  ).toBe('lock.own-way');
  expect(await bench.refused('lock.set', { idle_minutes: null })).toBe('lock.pin-needed');
  expect(await bench.refused('lock.set', { idle_minutes: 60, pin: '111213' })).toBe('lock.wrong-pin');
  expect(await bench.refused('lock.set', { idle_minutes: 60, pin: PIN, new_pin: '123456' })).toBe(
    'lock.bad-pin',
  );
  for (const idle_minutes of [0, 4, 61])
    expect(await bench.refused('lock.set', { idle_minutes, pin: PIN }), `${idle_minutes}`).toBe(
      'request.invalid',
    );
  expect(await state()).toMatchObject({ idle_minutes: 5, pin_set: true });
  await bench.ask('lock.set', { idle_minutes: 60, pin: PIN, new_pin: 'blue heron' });
  await bench.ask('lock.now', {});
  expect(await bench.refused('lock.unlock', { pin: PIN })).toBe('lock.wrong-pin');
  await bench.ask('lock.unlock', { pin: 'blue heron' });
  expect(await state()).toMatchObject({ idle_minutes: 60 });
  await bench.ask('lock.set', { idle_minutes: null, pin: 'blue heron' });
  expect(await state()).toMatchObject({ idle_minutes: null, pin_set: false });
  expect(await bench.refused('lock.now', {})).toBe('lock.off');
  expect(await bench.refused('lock.set', { idle_minutes: 10 })).toBe('lock.new-pin-needed');
  await bench.restart();
  expect(bench.app.locked()).toBe(false);
});

test('a change of the lock does not interrupt what is gathered, and a PIN that cannot be kept changes nothing', async () => {
  const { bench, state } = await lockedBench();
  const drop = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', { drop: drop.id, paths: [bench.write('two.pdf', pdf('two'))] });
  await bench.ask('lock.set', { idle_minutes: 30, pin: PIN });
  expect((await bench.ask('drops.get', { drop: drop.id })).files).toHaveLength(1);
  // Somebody has changed the settings by hand: they are not written over, and the PIN stays the old one.
  bench.write('data/settings.json', '{"environment":"practice"}');
  expect(await bench.refused('lock.set', { idle_minutes: null, pin: PIN })).toBe(
    'settings.changed-elsewhere',
  );
  expect(await state()).toMatchObject({ idle_minutes: 30, pin_set: true });
  await bench.ask('lock.now', {});
  await bench.ask('lock.unlock', { pin: PIN });
});

test('what the account itself can prove opens it too; the screen of the system locks it', async () => {
  const { clock } = shiftedClock();
  let recognised = false;
  const proof = { means: 'touch-id', available: () => true, ask: async () => recognised } as const;
  const bench = await appBench({}, { clock, computer: { proof, idleMs: () => 0 } });
  // Without a lock the system's own is enough.
  expect(bench.app.lock('screen')).toBe(false);
  await bench.ask('lock.set', { idle_minutes: 5, new_pin: PIN });
  expect(bench.app.lock('screen')).toBe(true);
  expect(await bench.ask('lock.state', {})).toMatchObject({ locked: true, os_means: 'touch-id' });
  expect(await bench.refused('lock.unlock', { pin: null })).toBe('lock.not-proven');
  recognised = true;
  await bench.ask('lock.unlock', { pin: null });
  expect(bench.app.locked()).toBe(false);
  await bench.ask('lock.set', { idle_minutes: null });
});

test('what was typed is kept for the next page, and given to nobody while it is locked', async () => {
  const { bench } = await lockedBench();
  const typed = { 'task-1': { member_id: CANARY } };
  await bench.ask('drafts.keep', { typed });
  await bench.ask('lock.now', {});
  expect(await bench.refused('drafts.kept', {})).toBe('lock.locked');
  expect(await bench.refused('drafts.keep', { typed: {} })).toBe('lock.locked');
  await bench.ask('lock.unlock', { pin: PIN });
  expect(await bench.ask('drafts.kept', {})).toEqual({ typed, drops: {} });
});

test('what becomes of the lock while the record cannot be written is in the audit afterwards, with its time', async () => {
  const { bench, forward } = await lockedBench();
  const entries = async () =>
    (await auditOf(bench.dir)).filter(({ action }) => /^lock\.(locked|unlocked|pin-wrong)$/.test(action));
  const station = await openStation(choiceOf(bench.dir));
  const { ledger } = await openStationLedger(station, 'beside');
  refuseWrites(ledger, "INSERT ON audit WHEN NEW.action LIKE 'lock.%'");
  await bench.ask('lock.now', {});
  expect(await bench.refused('lock.unlock', { pin: '000000' })).toBe('lock.wrong-pin');
  await bench.ask('lock.unlock', { pin: PIN });
  expect(await entries()).toEqual([]);
  forward(MINUTE);
  takeWrites(ledger);
  ledger.close();
  await until(async () => (await entries()).length === 3, { what: 'the entries' });
  const found = await entries();
  expect(found.map(({ action }) => action)).toEqual(['lock.locked', 'lock.pin-wrong', 'lock.unlocked']);
  for (const { at } of found) expect(at).toBeLessThan(Date.now() + MINUTE / 2);
});

test('without a word in the settings a station locks after 15 minutes as soon as it has a PIN; the doctor says how it stands', async () => {
  const { clock, forward } = shiftedClock();
  const bench = await appBench({}, { clock });
  const doctor = async () =>
    (await bench.ask('doctor.run', {})).find(({ what }) => what === 'lock')?.words ?? '';
  expect(await bench.ask('lock.state', {})).toMatchObject({ idle_minutes: 15, pin_set: false });
  expect(await doctor()).toContain('no PIN is set');
  forward(20 * MINUTE);
  expect(await bench.ask('lock.state', {})).toMatchObject({ locked: false });
  await bench.ask('lock.set', { idle_minutes: 15, new_pin: PIN });
  expect(await doctor()).toBe('after 15 minutes without input');
  forward(14 * MINUTE);
  expect(await bench.ask('lock.state', {})).toMatchObject({ locked: false });
  forward(MINUTE);
  await untilLocked(bench.app);
  await bench.ask('lock.unlock', { pin: PIN });
  await bench.ask('lock.set', { idle_minutes: null, pin: PIN });
  expect(await doctor()).toContain('never: "lock.idleMinutes" is null');
});

test('people of a shared account unlock with their own PIN, and the audit names who acts; without names nothing changes', async () => {
  const { bench, state } = await lockedBench();
  const [ANA, BEN] = ['771204', 'blue heron'];
  expect(await state()).toMatchObject({ users: [], person: null });
  const add = { name: 'Ana', pin: ANA, station_pin: PIN };
  expect(await bench.refused('lock.add-user', { ...add, station_pin: ANA })).toBe('lock.wrong-pin');
  expect(await bench.refused('lock.add-user', { ...add, pin: '111111' })).toBe('lock.bad-pin');
  expect(await bench.refused('lock.add-user', { ...add, name: 'Clearfolder' })).toBe('user.name');
  await bench.ask('lock.add-user', add);
  const { users } = await bench.ask('lock.add-user', { name: 'Ben', pin: BEN, station_pin: PIN });
  const [ana = '', ben = ''] = users.map(({ id }) => id);
  expect(users.map(({ name }) => name)).toEqual(['Ana', 'Ben']);

  await bench.ask('lock.now', {});
  expect(await bench.refused('lock.unlock', { user: ana, pin: PIN })).toBe('lock.wrong-pin');
  expect(await bench.refused('lock.unlock', { user: 'nobody', pin: PIN })).toBe('user.unknown');
  expect(await bench.ask('lock.unlock', { user: ana, pin: ANA })).toMatchObject({
    locked: false,
    person: 'Ana',
  });
  await bench.ask('tasks.export', { format: 'csv' });
  await bench.ask('lock.now', {});
  expect(await state()).toMatchObject({ person: null, users });
  for (let n = 0; n < 5; n += 1)
    expect(await bench.refused('lock.unlock', { user: ben, pin: ANA })).toBe('lock.wrong-pin');
  expect(await bench.refused('lock.unlock', { user: ben, pin: BEN })).toBe('lock.wait');
  await bench.ask('lock.unlock', { pin: PIN });
  await bench.ask('tasks.export', { format: 'csv' });

  // After a restart, the names and PINs are still there; the removed person is signed out.
  await bench.restart();
  await bench.ask('lock.unlock', { user: ana, pin: ANA });
  // What was asked is done; the answer is not given, because the person was signed out.
  expect(await bench.refused('lock.remove-user', { user: ana, station_pin: PIN })).toBe('lock.locked');
  await bench.ask('lock.unlock', { pin: PIN });
  expect((await state()).users.map(({ name }) => name)).toEqual(['Ben']);
  const entries = await auditOf(bench.dir);
  const who = (wanted: string) =>
    entries.filter(({ action }) => action === wanted).map(({ actor, detail }) => [actor, detail]);
  expect(who('tasks.exported').map(([actor]) => actor)).toEqual(['Ana', CALLER.actor]);
  expect(who('user.removed')).toEqual([['Ana', '{"name":"Ana"}']]);
  expect(who('lock.unlocked').map(([actor]) => actor)).toEqual(['Ana', CALLER.actor, 'Ana', CALLER.actor]);
  expect(who('lock.pin-wrong').filter(([, detail]) => detail?.includes('Ben'))).toHaveLength(5);
});
