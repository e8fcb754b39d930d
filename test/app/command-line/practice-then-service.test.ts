import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { until } from '../../support/until.ts';
import { pdf } from '../../unit/core/folders/intake-bench.ts';
import { ownService } from '../support/own-service.ts';

test('files that practice mode sent from a folder wait for a person once a real service is set', async () => {
  await using service = await ownService();
  const path = service.dir.at('scans');
  mkdirSync(path);
  for (const name of ['a', 'b']) writeFileSync(`${path}/${name}.pdf`, pdf(name));
  const folders = [{ id: 'scans', path, taskType: 'prior-auth', backlog: 'send', quietSeconds: 0.2 }];
  await using station = await testStation({ environment: 'practice', folders });
  const practice = await station.watch();
  await until(async () => (await station.folder()).counts['accepted'] === 2);
  await practice.stop();
  writeFileSync(station.settingsFile, JSON.stringify({ ...service.settings, folders }));
  await station.setSecret(`${service.apiSecret}\n`);
  await using _real = await station.watch();
  await until(async () => (await station.folder()).counts['held'] === 2);
  writeFileSync(`${path}/new.pdf`, pdf('new'));
  await until(async () => (await station.folder()).counts['accepted'] === 1);
  expect(service.held()).toHaveLength(1);
});
