import { expect, test } from 'vitest';
import { openStation } from '../../../../src-main/core/installation/open-station.ts';
import { checkSecret } from '../../../../src-main/hosts/command-line/verbs/secret.ts';
import { routes } from '../../../support/routes.ts';
import { choiceOf, heardTerminal, signedInStation } from '../app/support/app-place.ts';

async function signedIn() {
  const { dir, service, app } = await signedInStation();
  await app.stop();
  const choice = choiceOf(dir);
  const check = async () => {
    const { terminal, said } = heardTerminal(false);
    await checkSecret({ terminal, choice });
    return said();
  };
  const credentials = async () => (await openStation(choice)).credentials;
  const exchanges = () => service.log.exchanges('token').length;
  return { service, check, credentials, exchanges };
}

test('secret check exchanges the api_secret although a token is held, and leaves that token as it is', async () => {
  const { check, credentials, exchanges } = await signedIn();
  const held = await (await credentials()).readToken();
  const before = exchanges();
  expect(await check()).toContain('The service accepts the api_secret. Organization: Practice organization.');
  expect(exchanges()).toBe(before + 1);
  expect(await (await credentials()).readToken()).toEqual(held);
});

test('secret check does not call an api_secret accepted that nobody could be asked about', async () => {
  const { service, check } = await signedIn();
  service.faults.on(routes.any, { kind: 'dropBefore' });
  await expect(check()).rejects.toMatchObject({ failure: { kind: 'auth-wait' } });
});

test('secret check tells of a secret that was replaced while its token is still taken', async () => {
  const { service, check, credentials } = await signedIn();
  const held = await (await credentials()).readToken();
  service.faults.on(routes.token, { kind: 'status', status: 403, body: { detail: 'obsolete' } });
  await expect(check()).rejects.toMatchObject({
    code: 'auth.refused',
    message: expect.stringMatching(/rejects the api_secret.*The service says: obsolete/),
  });
  expect(await (await credentials()).readToken()).toEqual(held);
  expect(await (await credentials()).readRefused()).toBeNull();
});

test('secret check keeps to the delay that the service names, and passes it on', async () => {
  const { service, check, credentials, exchanges } = await signedIn();
  const limit = service.faults.on(routes.token, {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '600' },
  });
  await expect(check()).rejects.toMatchObject({ failure: { kind: 'auth-wait' } });
  expect(await (await credentials()).readWait()).not.toBeNull();
  limit.remove();
  const before = exchanges();
  await expect(check()).rejects.toMatchObject({ failure: { kind: 'auth-wait' } });
  expect(exchanges()).toBe(before);
});
