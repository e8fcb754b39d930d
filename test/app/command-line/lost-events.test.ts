import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { needing, needs } from '../../support/machine.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

/** More events than Linux keeps for a process: 16,384, of which each file makes at least two. */
const FILES = 9_000;

test('I1: files are found whose events Linux dropped while the process stood still', {
  ...needing(needs.linux),
  timeout: 180_000,
}, async () => {
  await using folder = await tempDir('flooded');
  // Files that the rule leaves out are counted and not sent, so the test needs no service.
  const settings = watchingSettings({ baseUrl: 'https://service.invalid/public/v1' }, folder.path, {
    rule: { include: ['**/*.pdf'] },
  });
  await using station = await testStation(settings);
  await using running = await station.watch();
  await until(async () => (await station.folder()).watching === 'events');
  running.child.kill('SIGSTOP');
  for (let number = 0; number < FILES; number += 1) writeFileSync(folder.at(`${number}.txt`), 'text');
  running.child.kill('SIGCONT');
  await until(async () => (await station.folder()).found === FILES, { timeoutMs: 60_000 });
  expect((await station.folder()).watching).toBe('events');
});
