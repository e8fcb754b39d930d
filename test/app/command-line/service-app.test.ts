import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApp } from '../../../src-main/hosts/app/create-app.ts';
import { leadToService } from '../../../src-main/hosts/desktop/run-desktop.ts';
import { startClearfolder } from '../../support/clearfolder.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { WILLING } from '../../support/willing-person.ts';
import { choiceOf } from '../../unit/hosts/app/support/app-place.ts';
import { watchedPage } from '../support/browser.ts';

test('a service with --app shows its app: to "open", and to a desktop app that finds its data folder in use', async () => {
  await using dir = await tempDir('service');
  const where = ['--data', dir.at('data'), '--secrets', `file:${dir.at('secrets.json')}`];
  const choice = choiceOf(dir);
  const inUse = () =>
    createApp({ choice, host: 'desktop', samples: true, person: WILLING }).catch((error: unknown) => error);
  const shown: string[] = [];
  const electron = {
    clipboard: { writeText: async (text: string) => void shown.push(text) },
    dialog: { showErrorBox: (title: string) => void shown.push(title) },
  };
  await using alone = startClearfolder(['run', ...where]);
  await until(() => alone.text().includes('Clearfolder runs:'), { what: 'the service without an app' });
  expect(await leadToService(electron, await inUse(), choice)).toBe(false);
  expect((await alone.stop()).code).toBe(0);

  await using running = startClearfolder(['run', '--app', ...where]);
  await until(() => running.text().includes('Clearfolder runs.'), { what: 'the service' });
  expect(await leadToService(electron, await inUse(), choice)).toBe(true);
  expect(shown).toEqual([expect.stringMatching(/^http:/), 'Clearfolder already runs on this computer']);
  const opened = await startClearfolder(['open', '--browser', '--no-launch', ...where]).ended;
  const link = /http:\S+/.exec(opened.stdout)?.[0];
  for (const url of [shown[0], link]) {
    await using browser = await watchedPage();
    await browser.page.goto(String(url));
    await browser.page.getByRole('link', { name: 'Today' }).first().waitFor();
  }
  expect((await startClearfolder(['stop', ...where]).ended).code).toBe(0);
  expect((await running.ended).code).toBe(0);

  const network = { extraCaFile: dir.at('missing.pem') };
  const environments = { clinic: 'https://clinic.test/public/v1' };
  writeFileSync(dir.at('settings.json'), JSON.stringify({ environment: 'clinic', environments, network }));
  const faulty = [...where, '--settings', dir.at('settings.json')];
  await using stuck = startClearfolder(['run', '--app', ...faulty]);
  await until(() => stuck.text().includes('Clearfolder runs.'), { what: 'the service without an engine' });
  await using found = startClearfolder(['open', '--browser', '--no-launch', ...faulty]);
  await until(() => found.text().includes('http://'), { what: 'the link' });
  expect(found.text()).toContain('already running');
});
