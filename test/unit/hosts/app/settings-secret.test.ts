import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { noteSecretChange } from '../../../../src-main/core/installation/api-secret.ts';
import { openStation } from '../../../../src-main/core/installation/open-station.ts';
import { readState } from '../../../../src-main/core/ledger/db/station-state.ts';
import { resetLock } from '../../../../src-main/hosts/command-line/station-pin.ts';
import { clearSecret } from '../../../../src-main/hosts/command-line/verbs/secret.ts';
import { requestOfEngine } from '../../../../src-main/hosts/headless/engine-beside.ts';
import { filesBelow } from '../../../support/files-below.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { routes } from '../../../support/routes.ts';
import {
  choiceOf,
  clinic,
  type clinicService,
  heardTerminal,
  overviewOf,
  SECRET,
  signedInStation,
  startedApp,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER, failure, refused } from './support/ask.ts';
import { auditOf, beside } from './support/beside.ts';

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
    organisation: { name: 'Practice organization' },
  });
  await untilConnected(app);
  expect(exchanges(service)).toBe(1);
  const audit = await auditOf(dir);
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'secret.set', actor: CALLER.actor, subject: 'clinic' }),
  );
  const answers = JSON.stringify([view, await ask(app, 'settings.get', {}), await overviewOf(app), audit]);
  expect(answers).not.toContain('first-secret');
  for (const file of filesBelow(dir.at('data')))
    expect(readFileSync(dir.at('data', file)).includes('first-secret'), file).toBe(false);
});

test('a refused secret is not kept: what was set before goes on', async () => {
  const { service, app } = await signedInStation();
  const said = await failure(app, 'secret.set', { api_secret: 'practice:front-desk:wrong-one' });
  expect(said).toMatchObject({ code: 'auth.refused', message: expect.stringContaining('not saved') });
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
  expect(await refused(app, 'secret.check', {})).toBe('auth.wait');
  down.remove();
  await untilConnected(app);
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('accepted');
});

test('a secret that the service refuses later is told, and cleared; one from the environment cannot be changed', async () => {
  const { start, service, app } = await signedInStation();
  service.faults.on(routes.any, { kind: 'status', status: 403, body: { detail: 'no' } });
  expect(await ask(app, 'secret.check', {})).toMatchObject({ state: 'refused' });
  const told = await untilOverview(app, ({ connection }) => connection.state === 'needs-secret');
  expect(told.attention[0]).toMatchObject({ kind: 'secret', problem: { code: 'auth.refused' } });
  expect(await ask(app, 'secret.clear', {})).toMatchObject({ state: 'not-set' });
  await app.stop();
  service.faults.clear();
  const overridden = await start({ apiSecret: SECRET });
  await untilConnected(overridden);
  expect(await refused(overridden, 'secret.set', { api_secret: SECRET })).toBe('secret.overridden');
  expect((await ask(overridden, 'settings.get', {})).secret.overridden).toBe(true);
});

test('practice mode takes no secret', async () => {
  const { app } = await startedApp();
  expect(await refused(app, 'secret.set', { api_secret: SECRET })).toBe('secret.practice');
  expect(await refused(app, 'secret.clear', {})).toBe('secret.practice');
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('practice');
});

const quiet = heardTerminal(false).terminal;
test('where the entry cannot be written no api_secret is set or forgotten, by the app or by the command line', async () => {
  const { dir, start } = await clinic();
  const app = await start();
  await beside(dir, (ledger) => refuseWrites(ledger, 'INSERT ON audit'));
  await failure(app, 'secret.set', { api_secret: SECRET });
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('not-set');
  expect(readFileSync(dir.at('secrets.json'), 'utf8')).not.toContain(SECRET);

  await beside(dir, (ledger) => takeWrites(ledger));
  await ask(app, 'secret.set', { api_secret: SECRET });
  await beside(dir, (ledger) => refuseWrites(ledger, 'INSERT ON audit'));
  await failure(app, 'secret.clear', {});
  await expect(clearSecret({ terminal: quiet, choice: choiceOf(dir) })).rejects.toThrow('no space');
  expect((await ask(app, 'secret.check', {})).state).toBe('accepted');
  expect(readFileSync(dir.at('secrets.json'), 'utf8')).toContain(SECRET);
});

test('where the secret store refuses after the entry was written, a second entry says so', async () => {
  const { dir, start } = await clinic();
  const app = await start();
  rmSync(dir.at('secrets.json.lock'), { force: true });
  mkdirSync(dir.at('secrets.json.lock'));
  expect(await refused(app, 'secret.set', { api_secret: SECRET })).toBe('secrets.unwritable');
  const entries = (await auditOf(dir)).filter(({ actor }) => actor === CALLER.actor);
  expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['secret.set', 'clinic', '{}'],
    ['audit.not-finished', 'clinic', '{"action":"secret.set"}'],
  ]);

  // The command line says the same, and what runs hears of it although nothing came after the store.
  await expect(clearSecret({ terminal: quiet, choice: choiceOf(dir) })).rejects.toMatchObject({
    code: 'secrets.unwritable',
  });
  await expect(resetLock({ terminal: quiet, choice: choiceOf(dir) })).rejects.toMatchObject({
    code: 'secrets.unwritable',
  });
  const later = (await auditOf(dir)).slice(-4);
  expect(later.map(({ action, detail }) => [action, detail])).toEqual([
    ['secret.cleared', '{}'],
    ['audit.not-finished', '{"action":"secret.cleared"}'],
    ['lock.pin-reset', '{}'],
    ['audit.not-finished', '{"action":"lock.pin-reset"}'],
  ]);
  expect(await beside(dir, (ledger) => readState(ledger, 'secret.changes', z.int()))).toBe(1);
});

test('an api_secret that another process set counts, though that process was ended before it could say so', async () => {
  const { dir, start } = await clinic();
  const app = await start();
  await untilOverview(app, ({ connection }) => connection.state === 'needs-secret');
  // What is said before the store is changed; what is said afterwards is missing.
  await beside(dir, noteSecretChange);
  // The second request is carried out when all that was there with the first was heard.
  for (let n = 0; n < 2; n += 1) {
    expect(
      await beside(dir, (ledger) =>
        requestOfEngine(dir.at('data'), ledger, { verb: 'rescan', folder: null }),
      ),
    ).toBe(true);
  }
  await (await openStation(choiceOf(dir))).credentials.setSecret(SECRET);
  await untilConnected(app);
});
