import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkSecret, setSecret } from '../../../../src-main/hosts/command-line/verbs/secret.ts';
import { checkSystem } from '../../../../src-main/hosts/headless/doctor/system-check.ts';
import {
  appPlace,
  choiceOf,
  clinicService,
  clinicSettings,
  heardTerminal,
  SECRET,
  untilConnected,
} from '../app/support/app-place.ts';
import { ask, CALLER } from '../app/support/ask.ts';
import { stranger } from './support/stranger.ts';

const silent = heardTerminal(true).terminal;
const given = (text: string) => Object.assign(Readable.from([text]), { isTTY: false });

/** A station that signed in to its clinic, stopped, and whose settings then name the server of an attacker. */
async function readdressed() {
  const place = appPlace();
  const clinic = await clinicService();
  const evil = await stranger();
  place.writeSettings(clinicSettings(clinic.baseUrl));
  await setSecret({ terminal: silent, choice: choiceOf(place.dir), stdin: given(SECRET) });
  await checkSecret({ terminal: silent, choice: choiceOf(place.dir) });
  /** Doctor and secret check refuse the address that was changed, and say nothing to it. */
  const expectRefusal = async () => {
    const choice = choiceOf(place.dir);
    await expect(checkSecret({ terminal: silent, choice })).rejects.toMatchObject({
      code: 'secret.other-origin',
    });
    const findings = await checkSystem(choice, 'command-line');
    expect(evil.heard()).toEqual([]);
    return findings.find(({ what }) => what === 'service');
  };
  return { ...place, clinic, evil, changed: clinicSettings(evil.baseUrl), expectRefusal };
}

test('I9: doctor and secret check give neither api_secret nor token to an address that was changed since', async () => {
  const { dir, writeSettings, start, clinic, changed, expectRefusal } = await readdressed();
  for (const signedIn of [false, true]) {
    if (signedIn) {
      writeSettings(clinicSettings(clinic.baseUrl));
      const app = await start();
      await untilConnected(app);
      await app.stop();
    }
    writeSettings(changed);
    expect(await expectRefusal()).toMatchObject({
      ok: false,
      words: expect.stringContaining(new URL(clinic.baseUrl).origin),
    });
  }
  writeSettings(clinicSettings(clinic.baseUrl));
  await checkSecret({ terminal: silent, choice: choiceOf(dir) });
});

test.each(['practice', 'clinic'])(
  'I9: CLEARFOLDER_API_SECRET of a program started in environment %s goes to no address that a page names',
  async (environment) => {
    const { start, writeSettings, clinic, evil } = await readdressed();
    writeSettings(clinicSettings(clinic.baseUrl, { environment }));
    const app = await start({ apiSecret: SECRET, samples: false });
    if (environment === 'clinic') await untilConnected(app);
    const { settings } = await ask(app, 'settings.get', {});
    const wanted = { ...settings, environment: 'evil', environments: { evil: evil.baseUrl } };
    await app.call('settings.save', { settings: wanted }, CALLER);
    for (const verb of ['secret.check', 'doctor.run', 'app.restart-engine', 'secret.check', 'doctor.run'])
      await app.call(verb, {}, CALLER);
    expect(evil.heard()).toEqual([]);
  },
);

test('I9: CLEARFOLDER_API_SECRET that was used for one origin is refused for another, also by another program', async () => {
  const { dir, start, writeSettings, clinic, evil, changed } = await readdressed();
  writeSettings(clinicSettings(clinic.baseUrl));
  const app = await start({ apiSecret: SECRET });
  await untilConnected(app);
  await app.stop();
  writeSettings({ ...changed, environment: 'other', environments: { other: evil.baseUrl } });
  const choice = { ...choiceOf(dir), apiSecret: SECRET };
  await expect(checkSecret({ terminal: silent, choice })).rejects.toMatchObject({
    code: 'secret.override-elsewhere',
  });
  expect(await (await start({ apiSecret: SECRET })).call('secret.check', {}, CALLER)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('CLEARFOLDER_API_SECRET') },
  });
  expect(evil.heard()).toEqual([]);
  // The person who starts the program says where the value belongs.
  await checkSecret({ terminal: silent, choice: { ...choice, apiSecretOrigin: evil.origin } }).catch(
    () => undefined,
  );
  expect(evil.all()).toContain(SECRET);
});

/** Puts what the secret store keeps back into the form of an older version, which named no origin. */
function withoutOrigins(file: string): void {
  const kept = z
    .object({ version: z.literal(1), entries: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const { entries } = kept;
  const { api_secret: secret } = z
    .object({ api_secret: z.string() })
    .parse(JSON.parse(entries['api_secret:clinic'] ?? ''));
  const { origin: _, ...token } = z
    .looseObject({ origin: z.string().optional() })
    .parse(JSON.parse(entries['token:clinic'] ?? ''));
  const older = {
    ...entries,
    'api_secret:clinic': secret,
    'token:clinic': JSON.stringify(token),
  };
  writeFileSync(file, JSON.stringify({ ...kept, entries: older }), { mode: 0o600 });
}

test('I9: what an older version kept belongs to the address of its ledger, also after the address was changed', async () => {
  const { dir, start, writeSettings, clinic, changed, expectRefusal } = await readdressed();
  writeSettings(clinicSettings(clinic.baseUrl));
  const app = await start();
  await untilConnected(app);
  await app.stop();
  const secrets = dir.at('secrets.json');
  withoutOrigins(secrets);
  writeSettings(changed);
  await expectRefusal();
  withoutOrigins(secrets);
  writeSettings(clinicSettings(clinic.baseUrl));
  const exchanges = clinic.log.exchanges('token').length;
  const again = await start();
  await untilConnected(again);
  // The token of the older version still serves.
  expect(clinic.log.exchanges('token')).toHaveLength(exchanges);
  expect(readFileSync(secrets, 'utf8')).toContain(new URL(clinic.baseUrl).origin);
});

test('I9: what an older version kept is sent nowhere before a ledger says where it belongs', async () => {
  const { dir, changed, writeSettings, expectRefusal } = await readdressed();
  const secrets = dir.at('secrets.json');
  const entries = { 'api_secret:clinic': SECRET };
  writeFileSync(secrets, JSON.stringify({ version: 1, entries }), { mode: 0o600 });
  rmSync(dir.at('data', 'clinic'), { recursive: true });
  writeSettings(changed);
  await expectRefusal();
});
