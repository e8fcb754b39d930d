import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { t } from '../../../src-renderer/strings/translate.ts';
import { startClearfolder } from '../../support/clearfolder.ts';
import { needing, needs } from '../../support/machine.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchedPage } from '../support/browser.ts';

/* The program runs with a policy in an /etc of its own, so nothing outside the test sees the policy. */

const OWN_ETC = 'mount --bind "$0" /etc && exec "$@"';

test(
  'what the policy sets is locked on the screens, and the command line names the locked settings',
  needing(needs.root, needs.browser),
  async () => {
    await using dir = await tempDir('policy');
    cpSync('/etc', dir.at('etc'), { recursive: true, verbatimSymlinks: true });
    mkdirSync(dir.at('etc', 'clearfolder'), { recursive: true });
    mkdirSync(dir.at('scans'));
    const policy = {
      environment: 'practice',
      retention: { days: 30 },
      lock: { idleMinutes: 10 },
      folders: [{ id: 'scans', path: dir.at('scans'), taskType: 'prior-auth' }],
    };
    writeFileSync(dir.at('etc', 'clearfolder', 'policy.json'), JSON.stringify(policy));
    writeFileSync(
      dir.at('settings.json'),
      JSON.stringify({ environment: 'practice', retention: { days: 90 } }),
    );
    const start = (...args: readonly string[]) =>
      startClearfolder([...args, '--data', dir.at('data'), '--secrets', `file:${dir.at('secrets')}`], {
        within: ['unshare', '--mount', 'sh', '-c', OWN_ETC, dir.at('etc')],
      });
    const checked = await start('settings', 'check', dir.at('settings.json')).ended;
    expect(checked.stdout).toContain(
      'sets and locks: environment, retention.days, lock.idleMinutes, folders.',
    );
    await using running = start('open', '--browser', '--no-launch', '--settings', dir.at('settings.json'));
    const link = await until(() => /http:\/\/127\S+/.exec(running.text())?.[0], { what: 'the link' });
    await using watched = await watchedPage();
    const { page } = watched;
    await page.goto(link);
    await page.getByRole('link', { name: t('shell.settings'), exact: true }).click();
    const days = page.getByLabel(t('settings.days'));
    await days.waitFor();
    expect([await days.inputValue(), await days.isDisabled()]).toEqual(['30', true]);
    expect(await page.getByRole('radio', { name: t('common.practice') }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: t('connect.open') }).count()).toBe(0);
    await page.getByRole('button', { name: t('shell.practiceConnect') }).click();
    await page.getByText(t('connect.lockedPractice')).waitFor();
    await page.getByRole('button', { name: t('common.close') }).click();
    expect(await page.getByRole('button', { name: t('settings.lock.after') }).isDisabled()).toBe(true);
    expect(await page.getByLabel(t('settings.concurrency')).isDisabled()).toBe(false);
    expect(await page.getByText(t('settings.locked')).count()).toBe(3);
    await page.getByRole('link', { name: t('shell.folders'), exact: true }).click();
    await page.getByText(t('folders.locked')).waitFor();
    await page.getByRole('button', { name: t('folders.lookAll') }).waitFor();
    for (const name of ['folders.add', 'folders.edit', 'folders.remove'] as const)
      expect(await page.getByRole('button', { name: t(name) }).count()).toBe(0);
    expect(watched.faults).toEqual([]);
  },
);
