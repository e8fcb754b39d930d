import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openStation } from '../../../../src-main/core/installation/open-station.ts';
import { createCredentialStore } from '../../../../src-main/core/secrets/credential-store.ts';
import {
  checkSecret,
  confirmOrganisation,
  setSecret,
} from '../../../../src-main/hosts/command-line/verbs/secret.ts';
import { checkSystem } from '../../../../src-main/hosts/headless/doctor/system-check.ts';
import type { FaultService } from '../../../support/fault-service.ts';
import {
  choiceOf,
  heardTerminal,
  SECRET,
  signedInStation,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, refused } from './support/ask.ts';

/** A station that works for one organisation, and the api_secret of another one at the same service. */
async function twoOrganisations() {
  const { dir, start, service, app } = await signedInStation();
  const other = service.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  const stopped = () =>
    untilOverview(app, ({ connection }) => connection.problem?.code === 'auth.other-organisation');
  return { dir, start, service, app, other, stopped };
}

/** The routes of the requests after the first so many. */
const routesSince = ({ log }: FaultService, before: number) =>
  log
    .exchanges()
    .slice(before)
    .map(({ route }) => route);

test('I12: the app says whose the api_secret is and whose the record, and goes on once a person says that both are one', async () => {
  const { service, app, other, stopped } = await twoOrganisations();
  const set = await ask(app, 'secret.set', { api_secret: other.apiSecret });
  const before = service.log.exchanges().length;
  const name = `Practice organization ${other.uid}`;
  expect(set.other).toEqual({ id: expect.any(String), secret: name, record: 'Practice organization' });
  const told = await stopped();
  expect(told.connection.state).toBe('needs-secret');
  expect(told.attention[0]).toMatchObject({
    kind: 'secret',
    problem: { message: expect.stringContaining(name) },
  });
  expect(await ask(app, 'secret.check', {})).toMatchObject({ other: { secret: name } });
  expect(routesSince(service, before)).toEqual([]);
  expect(await refused(app, 'secret.same-organisation', { organisation: 'of somebody else' })).toBe(
    'organisation.not-stopped',
  );
  const organisation = set.other?.id ?? '';
  expect((await ask(app, 'secret.same-organisation', { organisation })).other).toBeNull();
  await untilConnected(app);
});

test('I12: the other organisation gets an environment of its own, with the same address and its api_secret', async () => {
  const { app, dir, other, stopped, service } = await twoOrganisations();
  await ask(app, 'secret.set', { api_secret: other.apiSecret });
  await stopped();
  expect(await refused(app, 'secret.own-environment', { environment: 'clinic' })).toBe(
    'settings.environment-taken',
  );
  const view = await ask(app, 'secret.own-environment', { environment: 'west' });
  expect(view.settings.environments).toEqual({ clinic: service.baseUrl, west: service.baseUrl });
  expect(view.secret).toMatchObject({ state: 'not-set', other: null });
  const { secrets } = await openStation(choiceOf(dir));
  const west = { store: secrets, environment: 'west', origin: new URL(service.baseUrl).origin };
  expect(await createCredentialStore(west).readSecret()).toBe(other.apiSecret);
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilConnected(app);
});

test('I12: the command line says the same of an api_secret that it sets, checks or finds, and takes the same word for it', async () => {
  const { app, dir, other, stopped, service } = await twoOrganisations();
  const choice = choiceOf(dir);
  const { terminal, said } = heardTerminal(true);
  const given = Object.assign(Readable.from([other.apiSecret]), { isTTY: false });
  const before = service.log.exchanges().length;
  await setSecret({ terminal, choice, stdin: given });
  const told = z
    .object({ set: z.literal(true), problem: z.object({ message: z.string() }) })
    .parse(JSON.parse(said()));
  expect(told.problem.message).toContain(other.uid);
  await stopped();
  await expect(checkSecret({ terminal, choice })).rejects.toMatchObject({
    failure: { kind: 'other-organisation' },
  });
  const finding = (await checkSystem(choice)).find(({ what }) => what === 'service');
  expect(finding).toMatchObject({ ok: false, words: expect.stringContaining(other.uid) });
  const routes = routesSince(service, before);
  expect(routes.filter((route) => route !== 'token')).toEqual(['any']);
  await confirmOrganisation({ terminal, choice });
  await untilConnected(app);
});

test('I12: CLEARFOLDER_API_SECRET of another organisation stops everything as well', async () => {
  const { app, start, other, service } = await twoOrganisations();
  await app.stop();
  const before = service.log.exchanges().length;
  const overridden = await start({ apiSecret: other.apiSecret });
  await untilOverview(overridden, ({ connection }) => connection.problem?.code === 'auth.other-organisation');
  expect(routesSince(service, before)).toEqual(['token']);
});
