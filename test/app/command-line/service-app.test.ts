import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startClearfolder } from '../../support/clearfolder.ts';
import { startStandIn } from '../../support/electron/desktop-program.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchedPage } from '../support/browser.ts';

vi.setConfig({ testTimeout: 180_000 });

test('a service with --app shows its app: to "open", and in the window of a desktop app that finds its data folder in use', async () => {
  await using dir = await tempDir('service');
  const secrets = ['--secrets', `file:${dir.at('secrets.json')}`];
  const where = ['--data', dir.at('data'), ...secrets];
  const desktop = (...args: string[]) =>
    startStandIn({ data: dir.at('data'), home: dir.path, args: [...secrets, ...args] });
  {
    await using alone = startClearfolder(['run', ...where]);
    await until(() => alone.text().includes('Clearfolder is running:'), {
      what: 'the service without an app',
    });
    await using refused = await desktop();
    expect(await refused.ended()).toBe(1);
    expect((await alone.stop()).code).toBe(0);
  }

  await using running = startClearfolder(['run', '--app', ...where]);
  await until(() => running.text().includes('Clearfolder is running.'), { what: 'the service' });
  {
    await using atLogin = await desktop('--background');
    expect(await atLogin.ended()).toBe(0);
    await using window = await desktop();
    const page = await window.page();
    await page.getByRole('link', { name: 'Today' }).first().waitFor();
    expect(await page.evaluate(() => 'clearfolder' in window)).toBe(false);
    await page.reload();
    await page.getByRole('link', { name: 'Tasks' }).first().click();
    await page.getByRole('heading', { name: 'Tasks' }).first().waitFor();
    await window.quit();
  }
  const opened = await startClearfolder(['open', '--browser', '--no-launch', ...where]).ended;
  {
    await using browser = await watchedPage();
    await browser.page.goto(String(/http:\S+/.exec(opened.stdout)?.[0]));
    await browser.page.getByRole('link', { name: 'Today' }).first().waitFor();
  }
  expect((await startClearfolder(['stop', ...where]).ended).code).toBe(0);
  expect((await running.ended).code).toBe(0);

  const network = { extraCaFile: dir.at('missing.pem') };
  const environments = { clinic: 'https://clinic.test/public/v1' };
  writeFileSync(dir.at('settings.json'), JSON.stringify({ environment: 'clinic', environments, network }));
  const faulty = [...where, '--settings', dir.at('settings.json')];
  await using stuck = startClearfolder(['run', '--app', ...faulty]);
  await until(() => stuck.text().includes('Clearfolder is running.'), {
    what: 'the service without an engine',
  });
  await using found = startClearfolder(['open', '--browser', '--no-launch', ...faulty]);
  await until(() => found.text().includes('http://'), { what: 'the link' });
  expect(found.text()).toContain('already running');
  expect((await startClearfolder(['stop', ...faulty]).ended).stdout).toContain('Clearfolder has stopped.');
  expect((await stuck.ended).code).toBe(0);

  const { stderr } = await startClearfolder(['run', '--app', '--data', dir.at('settings.json'), ...secrets])
    .ended;
  expect(stderr).toContain('Clearfolder cannot use the data folder');
});
