import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
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
