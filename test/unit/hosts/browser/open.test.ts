import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startClearfolder } from '../../../support/clearfolder.ts';
import { openPage } from '../../../support/page-client.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'out', 'main', 'station.js');
const openedSchema = z.object({ url: z.string(), port: z.int(), pid: z.int() });

/** A machine with a display, where what opens addresses, and Electron's runtime, are scripts that note what they got. */
function machine(dir: TempDir, electron: string) {
  mkdirSync(dir.at('bin'));
  const script = (name: string, text: string) => {
    writeFileSync(
      dir.at('bin', name),
      `#!/bin/sh\necho "$@" >> ${dir.at(name)}\nenv >> ${dir.at('environments')}\n${text}\n`,
    );
    chmodSync(dir.at('bin', name), 0o755);
  };
  script('xdg-open', '');
  script('electron', electron);
  const noted = (name: string) => (existsSync(dir.at(name)) ? readFileSync(dir.at(name), 'utf8') : '');
  const env = {
    PATH: `${dir.at('bin')}:${process.env['PATH'] ?? ''}`,
    DISPLAY: ':99',
    ELECTRON_OVERRIDE_DIST_PATH: dir.at('bin'),
  };
  return { env, noted };
}

const link = (text: string) => /http:\/\/127\.0\.0\.1:\d+\/#launch=\S{43}/.exec(text)?.[0];

test('with a display the app runs on the desktop, and the account of it is told here; Ctrl+C ends both', async () => {
  await using dir = await tempDir('open-desktop');
  // In place of Electron: the same engine on the same data folder, in a process of its own.
  const { env, noted } = machine(
    dir,
    `shift; exec "${process.execPath}" "${PROGRAM}" open --browser --no-launch "$@" > ${dir.at('inner')}`,
  );
  await using running = startClearfolder(['open', '--data', dir.at('data')], { env });
  await until(() => running.text().includes('Nothing is left to send.'), {
    what: 'the account',
  });
  expect(noted('electron')).toMatch(new RegExp(`desktop\\.js --data ${dir.at('data')}`));
  expect(running.text()).toMatch(/Watching .*\n[\s\S]*sent {6}01 Fenwick/);
  expect(running.text()).toMatch(/73721 approved: .*everything required is there/);
  expect(running.text()).toMatch(/72148 NOT APPROVED: .*days ago; at most 180 days are allowed/);
  expect(running.text()).toMatch(/waiting for you: .*\n.*No insurance card was found among the documents/);
  expect(running.text()).toMatch(/member ID is in none of the documents/);
  expect(running.text()).not.toContain('#launch=');
  expect((await running.stop('SIGINT')).code).toBe(0);
  expect((await startClearfolder(['doctor', '--data', dir.at('data')]).ended).stdout).toContain(
    'is not running',
  );
});

test('a desktop runtime that does not work leads to the browser, in one line, with the link opened once', async () => {
  await using dir = await tempDir('open-fallback');
  const { env, noted } = machine(dir, 'exit 1');
  await using running = startClearfolder(['open', '--data', dir.at('data')], { env });
  const url = await until(() => link(running.text()));
  expect(running.text()).toMatch(/^Clearfolder opens in the browser, because .*Electron.*\n/);
  await until(() => noted('xdg-open') !== '');
  expect(noted('xdg-open')).toBe(`${url}\n`);
  expect((await running.stop('SIGTERM')).code).toBe(0);
  expect(existsSync(dir.at('data', 'browser.json'))).toBe(false);
});

test('I9: the api_secret of the environment reaches the desktop program by its own channel, and no child by its environment', async () => {
  await using dir = await tempDir('open-secret');
  const handed = `process.once('message', (text) => require('node:fs').writeFileSync('${dir.at('handed')}', JSON.stringify(text)) ?? process.exit(1))`;
  const { env, noted } = machine(dir, `exec "${process.execPath}" -e "${handed}"`);
  await using running = startClearfolder(['open', '--data', dir.at('data')], {
    env: { ...env, CLEARFOLDER_API_SECRET: 'a:b:canary' },
  });
  await until(() => noted('xdg-open') !== '');
  expect(noted('handed')).toBe('{"apiSecret":"a:b:canary"}');
  expect(noted('environments')).toContain('DISPLAY=:99');
  expect(noted('environments')).not.toContain('canary');
  expect((await running.stop('SIGTERM')).code).toBe(0);
});

test('without a display, with --no-launch or on a build machine nothing is started to look at it with', async () => {
  for (const [args, more] of [
    [[], { DISPLAY: '' }],
    [[], { CI: 'true' }],
    [['--no-launch'], {}],
    [['--browser', '--no-launch'], {}],
  ] satisfies [string[], Record<string, string>][]) {
    await using dir = await tempDir('open-quiet');
    const { env, noted } = machine(dir, 'exit 1');
    await using running = startClearfolder(['open', ...args, '--data', dir.at('data')], {
      env: { ...env, ...more },
    });
    await until(() => link(running.text()));
    await until(() => running.text().includes('Watching'));
    expect([noted('electron'), noted('xdg-open')]).toEqual(['', '']);
    expect((await running.stop('SIGINT')).code).toBe(0);
  }
});

test('a second open gives a fresh link of the one that runs; what a killed one left behind does no harm', async () => {
  await using dir = await tempDir('open-twice');
  const open = (...more: string[]) =>
    startClearfolder(['open', '--browser', '--no-launch', '--data', dir.at('data'), ...more]);
  await using first = open('--json');
  const { url, port } = openedSchema.parse(
    JSON.parse(await until(() => (first.text().includes('}') ? first.text() : null))),
  );
  const second = await open('--json').ended;
  expect(second.code).toBe(0);
  const again = openedSchema.parse(JSON.parse(second.stdout));
  expect(again).toMatchObject({ port, pid: first.child.pid });
  expect(again.url).not.toBe(url);
  await (await openPage(again.url)).close();

  await first.stop('SIGKILL');
  expect(existsSync(dir.at('data', 'browser.json'))).toBe(true);
  await using third = open('--port', String(port));
  await until(() => link(third.text()));
  expect(third.text()).toContain(`:${port}/`);
  const taken = await startClearfolder(['open', '--browser', '--no-launch', '--port', String(port)], {
    env: { HOME: dir.at('home') },
  }).ended;
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Choose another port with --port'),
  });
});
