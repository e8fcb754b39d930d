import { expect, test } from 'vitest';
import { systemClock } from '../../../src-main/core/clock.ts';
import { acquireEngineLock } from '../../../src-main/core/data-folder/engine-lock.ts';
import { writeLockStanding } from '../../../src-main/core/lock/lock-state.ts';
import { startClearfolder } from '../../support/clearfolder.ts';
import { until } from '../../support/until.ts';
import { startedApp } from '../../unit/hosts/app/support/app-place.ts';
import { ask, failure } from '../../unit/hosts/app/support/ask.ts';
import { auditOf, beside } from '../../unit/hosts/app/support/beside.ts';

const PIN = '482913';
const WRONG = '111222';

/** Every verb that shows or changes something of patients. */
const CLOSED = [
  ['tasks'],
  ['task', 'x'],
  ['outbox'],
  ['folders'],
  ['files'],
  ['audit'],
  ['audit', '--verify'],
  ['support'],
  ['backup', 'copy.backup'],
  ['submit', 'a.pdf', '--task-type', 't'],
  ['answer', 'x', '--file', 'a.pdf'],
  ['backlog', 'f', 'send'],
  ['decide', '1', 'send'],
  ['retry'],
  ['withdraw', 'x'],
  ['send-again', 'x'],
  ['as-task', 'x'],
  ['rescan'],
  ['pause', 'f'],
  ['resume', 'f'],
  ['staff-note', 'x', 'y'],
  ['assign', 'x', 'Ana'],
  ['no-other-station', 'f'],
  ['secret', 'same-organization'],
  ['copies', 'passphrase'],
];

async function station() {
  const { dir, start, app } = await startedApp({ settings: { environment: 'practice' }, samples: false });
  const where = ['--data', dir.at('data'), '--secrets', `file:${dir.at('secrets.json')}`];
  const run = (args: readonly string[], stdin = '') =>
    startClearfolder([...args, '--json', ...where], { stdin }).ended;
  const saidCode = async (args: readonly string[], stdin = '') => {
    const { code, stdout, stderr } = await run(args, stdin);
    return [code, stdout === '', /"code":"([^"]*)"/.exec(stderr)?.[1]];
  };
  const setPin = () => ask(app, 'lock.set', { idle_minutes: 5, new_pin: PIN });
  return { dir, app, start, run, saidCode, setPin };
}

test('while the station is locked the command line shows and changes nothing without its PIN; service verbs go on', async () => {
  const { app, dir, run, saidCode, setPin } = await station();
  expect((await run(['tasks'])).code).toBe(0);
  await setPin();
  // Whoever unlocked the app is asked for nothing more.
  await until(async () => (await run(['tasks'])).code === 0, { what: 'the verb to see the app unlocked' });
  await ask(app, 'lock.now', {});
  for (const args of CLOSED)
    expect([args, ...(await saidCode(args))]).toEqual([args, 1, true, 'lock.locked']);
  for (const args of [['settings', 'show'], ['secret', 'check'], ['restore', '--list'], ['doctor']])
    expect([args, (await run(args)).stderr]).toEqual([args, '']);
  expect(await run(['tasks', '--pin'], `${PIN}\n`)).toMatchObject({ code: 0, stderr: '' });
  const passphrase = `${PIN}\nfour words that differ\n`;
  const backup = ['backup', dir.at('a.backup'), '--passphrase', '--pin'];
  expect(await run(backup, passphrase)).toMatchObject({ code: 0, stderr: '' });
  expect(app.locked()).toBe(true);
}, 240_000);

test('wrong PINs at the command line and in the app are counted together, and stand in the audit', async () => {
  const { dir, app, saidCode, setPin } = await station();
  await setPin();
  await ask(app, 'lock.now', {});
  const first = await Promise.all([1, 2, 3, 4].map(() => saidCode(['tasks', '--pin'], WRONG)));
  expect(first).toEqual(first.map(() => [1, true, 'lock.wrong-pin']));
  const unlock = async (pin: string) => {
    const result = await app.call('lock.unlock', { pin }, { actor: 'a' });
    return result.ok || result.error.code;
  };
  expect(await unlock(WRONG)).toBe('lock.wrong-pin');
  expect(await saidCode(['tasks', '--pin'], PIN)).toEqual([1, true, 'lock.wait']);
  expect(await unlock(PIN)).toBe('lock.wait');
  const wrong = (await auditOf(dir)).filter(({ action }) => action === 'lock.pin-wrong');
  expect(wrong.filter(({ detail }) => detail.includes('command line'))).toHaveLength(4);
  expect(wrong).toHaveLength(5);
}, 120_000);

test('a station with a PIN whose app is closed, or was killed while it was unlocked, is as a locked one', async () => {
  const { app, dir, run, saidCode, setPin } = await station();
  await setPin();
  await app.stop();
  expect(await saidCode(['tasks'])).toEqual([1, true, 'lock.locked']);
  await beside(dir, (ledger) => writeLockStanding(ledger, 'open', 'one that was killed'));
  expect(await saidCode(['tasks'])).toEqual([1, true, 'lock.locked']);
  // The next engine holds the data folder before it has read the ledger, which may take long after a kill.
  const next = acquireEngineLock(dir.at('data'), systemClock);
  expect(await saidCode(['tasks'])).toEqual([1, true, 'lock.locked']);
  next.release();
  const where = ['--data', dir.at('data'), '--secrets', `file:${dir.at('secrets.json')}`];
  const service = startClearfolder(['run', ...where]);
  await until(() => service.text().length > 0, { what: 'the service to say that it runs' });
  expect(await saidCode(['tasks'])).toEqual([1, true, 'lock.locked']);
  expect((await run(['tasks', '--pin'], PIN)).code).toBe(0);
  // A service manager knows no PIN.
  expect((await run(['stop'])).code).toBe(0);
  expect((await service.ended).code).toBe(0);
}, 120_000);

test('who owns the account forgets a PIN that nobody knows: what runs unlocks, what starts is not locked, and it is on record', async () => {
  const { dir, start, app } = await startedApp({ settings: { environment: 'practice' }, samples: false });
  await ask(app, 'lock.set', { idle_minutes: 5, new_pin: PIN });
  await ask(app, 'lock.now', {});
  expect((await failure(app, 'tasks.page', {})).code).toBe('lock.locked');
  const where = ['--data', dir.at('data'), '--secrets', `file:${dir.at('secrets.json')}`];
  const reset = await startClearfolder(['lock', 'reset', ...where]).ended;
  expect([reset.code, reset.stderr]).toEqual([0, '']);
  expect(reset.stdout).toContain('The PIN is deleted');
  await until(() => !app.locked(), { what: 'the running program to unlock' });
  expect(await ask(app, 'lock.state', {})).toMatchObject({ idle_minutes: 5, pin_set: false, locked: false });
  await ask(app, 'tasks.page', {});
  expect((await failure(app, 'lock.now', {})).code).toBe('lock.off');
  await app.stop();
  const again = await start({ samples: false });
  expect(again.locked()).toBe(false);
  // The minutes stand in the settings still: a new PIN is all it takes.
  await ask(again, 'lock.set', { idle_minutes: 5, new_pin: 'blue heron' });
  await ask(again, 'lock.now', {});
  expect(again.locked()).toBe(true);
  const actions = (await auditOf(dir))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('lock.'));
  expect(actions).toEqual([
    'lock.changed',
    'lock.pin-set',
    'lock.locked',
    'lock.pin-reset',
    'lock.unlocked',
    'lock.changed',
    'lock.pin-set',
    'lock.locked',
  ]);
}, 180_000);

test('the command line adds and removes people who share the account; a running app knows them at once', async () => {
  const { app, dir, run, saidCode, setPin } = await station();
  expect(await saidCode(['user', 'add', 'Ana'], '771204')).toEqual([1, true, 'user.no-lock']);
  await setPin();
  expect(await saidCode(['user', 'add', 'Ana'], '123456')).toEqual([1, true, 'lock.bad-pin']);
  expect((await run(['user', 'add', 'Ana'], '771204')).code).toBe(0);
  const people = async () => (await ask(app, 'lock.state', {})).users;
  const [ana] = await until(async () => ((await people()).length > 0 ? await people() : null));
  await ask(app, 'lock.now', {});
  await ask(app, 'lock.unlock', { user: ana?.id ?? '', pin: '771204' });
  expect((await run(['user', 'list'])).stdout).toContain('Ana');
  expect((await run(['user', 'remove', 'ana'])).code).toBe(0);
  await until(() => app.locked(), { what: 'the removed person to be signed out' });
  expect(await saidCode(['user', 'remove', 'ana'])).toEqual([1, true, 'user.unknown']);
  const actions = (await auditOf(dir)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('user.'))).toEqual(['user.added', 'user.removed']);
}, 120_000);
