import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unlock } from '../../../src-main/core/ledger/unlock.ts';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('wrong usage ends with 2 and says what is allowed', async () => {
  expect(await startClearfolder(['fly']).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('fly'),
  });
  expect(await startClearfolder(['submit', 'x.pdf']).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--task-type'),
  });
  expect(await startClearfolder(['practice', '--port', 'x']).ended).toMatchObject({ code: 2 });
  expect(await startClearfolder(['run', '--secrets', 'under-the-mat']).ended).toMatchObject({ code: 2 });
});

test('bad settings end with 1 and name each path', async () => {
  await using station = await testStation({
    environment: 'practice',
    colour: 'red',
    sending: { concurrency: 'many' },
  });
  for (const ended of [
    await station.run('run'),
    await station.run('settings', 'check', station.settingsFile),
  ]) {
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('colour: is not a known setting');
    expect(ended.stderr).toContain('sending.concurrency: must be of type number');
  }
});

test('a malformed api_secret is refused in words that do not repeat it', async () => {
  await using upstream = await startServiceModel();
  await using station = await testStation({ environment: 'test', environments: { test: upstream.baseUrl } });
  const ended = await station.start(['secret', 'set'], 'only-one-part-canary').ended;
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('provider:uid:secret');
  expect(ended.stderr).not.toContain('canary');
});

test('a data folder that cannot be used ends with 1', async () => {
  await using dir = await tempDir('data');
  await writeFile(dir.at('file'), '');
  const ended = await startClearfolder(['run', '--data', dir.at('file', 'inside')]).ended;
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('data folder') });
});

test.each([
  ['from the future', 'ledger.from-the-future'],
  ['damaged', 'ledger.unreadable'],
])('a ledger %s: clear words, exit 1, nothing lost', async (kind, code) => {
  await using upstream = await startServiceModel();
  await using station = await testStation({ environment: 'test', environments: { test: upstream.baseUrl } });
  await station.setSecret(upstream.apiSecret);
  const place = station.dir.at('data', 'test');
  if (kind === 'damaged') await writeFile(join(place, 'ledger.db'), Buffer.alloc(65_536, 9));
  else await makeNewer(station.dir.at('secrets.json'), join(place, 'ledger.db'));
  const ended = await station.run('run', '--json');
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code } });
  const names = await readdir(place);
  expect(names.some((name) => name.startsWith('ledger.db'))).toBe(true);
  expect(names.includes('ledger.db')).toBe(kind !== 'damaged');
});

test('an unwritable settings place or an empty one is said plainly', async () => {
  await using dir = await tempDir('settings');
  await mkdir(dir.at('data'));
  const ended = await startClearfolder(['run', '--data', dir.at('data'), '--settings', dir.at('none.json')])
    .ended;
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('none.json') });
});

async function makeNewer(secretsFile: string, ledgerFile: string): Promise<void> {
  const { default: Database } = await import('better-sqlite3');
  const { readFile } = await import('node:fs/promises');
  const key = /"ledger-key:test"\s*:\s*"([0-9a-f]{64})"/.exec(await readFile(secretsFile, 'utf8'))?.[1];
  const db = new Database(ledgerFile);
  unlock(db, key ?? '');
  db.pragma('user_version = 4711');
  db.close();
}
