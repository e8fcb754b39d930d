import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('wrong usage ends with 2 and says what is allowed', async () => {
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

test('an unwritable settings place or an empty one is said plainly', async () => {
  await using dir = await tempDir('settings');
  await mkdir(dir.at('data'));
  const ended = await startClearfolder(['run', '--data', dir.at('data'), '--settings', dir.at('none.json')])
    .ended;
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('none.json') });
});
