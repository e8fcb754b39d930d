import { expect, test } from 'vitest';
import { startClearfolder } from '../../support/clearfolder.ts';
import { until } from '../../support/until.ts';
import { startedApp } from '../../unit/hosts/app/support/app-place.ts';
import { ask, failure } from '../../unit/hosts/app/support/ask.ts';
import { auditOf } from '../../unit/hosts/app/support/beside.ts';

const PIN = '482913';

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
