import { readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

test('I13: practice moves and writes nothing in a watched folder, also where the rule moves what was sent', async () => {
  await using folder = await tempDir('practice-folder');
  await using station = await testStation({
    environment: 'practice',
    folders: [
      {
        id: 'in',
        path: folder.path,
        taskType: 'prior-auth',
        quietSeconds: 0.2,
        backlog: 'send',
        after: 'move',
      },
    ],
  });
  await using running = await station.watch();
  const names = ['one.pdf', 'two.pdf', 'three.pdf'];
  for (const name of names) writeFileSync(folder.at(name), pdfDocument({ pages: [name] }));
  await until(async () => (await station.folders())[0]?.counts['accepted'] === names.length);
  // A move follows its Task within two seconds.
  const all = () => readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  await until(() => all().some((name) => name.startsWith('Sent')), { timeoutMs: 6_000 }).catch(
    () => undefined,
  );
  await running.stop();
  expect(all().toSorted()).toEqual(names.toSorted());
});
