import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '../../support/routes.ts';
import {
  appPlace,
  clinicService,
  clinicSettings,
  overviewOf,
  SECRET,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER, failure } from './support/ask.ts';
import { auditOf } from './support/beside.ts';

async function clinic() {
  const place = await appPlace();
  const service = await clinicService();
  place.writeSettings(clinicSettings(service.baseUrl));
  return { ...place, service };
}

const exchanges = (service: Awaited<ReturnType<typeof clinicService>>) =>
  service.log.exchanges('token').length;

test('without a secret the engine runs and says what it needs; a good one connects it with one exchange', async () => {
  const { dir, start, service } = await clinic();
  const app = await start();
  const before = await untilOverview(app, ({ connection }) => connection.state === 'needs-secret');
  expect(before.attention[0]).toMatchObject({ kind: 'secret', problem: { code: 'auth.no-secret' } });
  expect((await ask(app, 'settings.get', {})).secret).toMatchObject({ state: 'not-set', organisation: null });

  const view = await ask(app, 'secret.set', { api_secret: `  ${SECRET}\n` });
  expect(view).toMatchObject({
    state: 'accepted',
    overridden: false,
    organisation: { name: 'Practice organisation' },
  });
  await untilOverview(app, ({ connection }) => connection.state === 'connected');
  expect(exchanges(service)).toBe(1);
  const audit = await auditOf(dir);
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'secret.set', actor: CALLER.actor, subject: 'clinic' }),
  );
  const answers = JSON.stringify([view, await ask(app, 'settings.get', {}), await overviewOf(app), audit]);
  expect(answers).not.toContain('first-secret');
  expect(textBelow(dir.at('data'))).not.toContain('first-secret');
});

test('a malformed secret is refused with words, before the service hears of it and before anything is kept', async () => {
  const { start, service } = await clinic();
  const app = await start();
  for (const text of ['hunter2 hunter2', 'hunter2:b', 'hunter2:uid:', ':::']) {
    const said = await failure(app, 'secret.set', { api_secret: text });
    expect(said).toMatchObject({ code: 'secrets.bad-secret', next: expect.any(String) });
    expect(JSON.stringify(said)).not.toContain('hunter2');
  }
  expect(exchanges(service)).toBe(0);
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('not-set');
});

test('a refused secret is not kept: what was set before goes on', async () => {
  const { start, service } = await clinic();
  const app = await start();
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilOverview(app, ({ connection }) => connection.state === 'connected');
  const said = await failure(app, 'secret.set', { api_secret: 'practice:front-desk:wrong-one' });
  expect(said).toMatchObject({ code: 'auth.refused', message: expect.stringContaining('not kept') });
  expect(JSON.stringify(said)).not.toContain('wrong-one');
  expect(exchanges(service)).toBe(2);
  expect(await ask(app, 'secret.check', {})).toMatchObject({ state: 'accepted' });
  expect((await overviewOf(app)).connection.state).toBe('connected');
});

test('a secret that cannot be asked about is kept, and connects by itself when the service is back', async () => {
  const { start, service } = await clinic();
  const app = await start();
  const down = service.faults.on(routes.any, { kind: 'dropBefore' });
  expect(await ask(app, 'secret.set', { api_secret: SECRET })).toMatchObject({ state: 'set' });
  await untilOverview(app, ({ connection }) => connection.state === 'unreachable');
  expect(await failure(app, 'secret.check', {})).toMatchObject({ code: 'auth.wait' });
  down.remove();
  await untilOverview(app, ({ connection }) => connection.state === 'connected');
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('accepted');
});

test('a secret that the service refuses later is told, and cleared; one from the environment cannot be changed', async () => {
  const { start, service } = await clinic();
  const app = await start();
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilOverview(app, ({ connection }) => connection.state === 'connected');
  service.faults.on(routes.any, { kind: 'status', status: 403, body: { detail: 'no' } });
  expect(await ask(app, 'secret.check', {})).toMatchObject({ state: 'refused' });
  const told = await untilOverview(app, ({ connection }) => connection.state === 'needs-secret');
  expect(told.attention[0]).toMatchObject({ kind: 'secret', problem: { code: 'auth.refused' } });
  expect(await ask(app, 'secret.clear', {})).toMatchObject({ state: 'not-set' });
  await app.stop();
  service.faults.clear();
  const overridden = await start({ apiSecret: SECRET });
  await untilOverview(overridden, ({ connection }) => connection.state === 'connected');
  expect(await failure(overridden, 'secret.set', { api_secret: SECRET })).toMatchObject({
    code: 'secret.overridden',
  });
  expect((await ask(overridden, 'settings.get', {})).secret.overridden).toBe(true);
});

test('practice mode takes no secret', async () => {
  const { start } = await appPlace();
  const app = await start();
  expect(await failure(app, 'secret.set', { api_secret: SECRET })).toMatchObject({ code: 'secret.practice' });
  expect(await failure(app, 'secret.clear', {})).toMatchObject({ code: 'secret.practice' });
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('practice');
});

/** Everything that is written below a folder, as text. */
function textBelow(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? textBelow(path) : readFileSync(path, 'latin1')))
    .join('\n');
}
