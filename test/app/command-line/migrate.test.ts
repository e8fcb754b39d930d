import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { needing, needs } from '../../support/machine.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { PASSWORD, startPostgres } from '../../support/postgres.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

test('I2: "stations migrate" moves a folder to the database and back while two stations run; each document is one Task', {
  ...needing(needs.postgres),
  timeout: 300_000,
}, async () => {
  await using server = await startPostgres();
  const postgres = server.urlOf(await server.newDatabase());
  const upstream = await startServiceModel({ complete: true });
  await using folder = await tempDir('moved');
  const settings = watchingSettings(upstream, folder.path, { rule: { rescanMinutes: 0.05 } });
  const { apiSecret } = upstream;
  await using files = await testStation({ ...settings, station: 'files' }, { apiSecret });
  await using database = await testStation(
    { ...settings, station: 'database', stations: { postgres } },
    { apiSecret },
  );
  expect(await files.run('stations', 'migrate', 'in')).toMatchObject({ code: 1 });
  await database.start(['secret', 'postgres'], PASSWORD).ended;
  await database.start(['secret', 'stations'], 'the passphrase of the stations').ended;
  const expected: string[] = [];
  const drop = (name: string) => {
    const bytes = pdfDocument({ pages: [name] });
    writeFileSync(folder.at(`${name}.pdf`), bytes);
    expected.push(sha256Of(bytes));
  };
  const allSent = () =>
    until(() => upstream.oracle.byContent().size === expected.length, { timeoutMs: 60_000 });
  await using _byFiles = await files.watch();
  drop('one');
  await allSent();
  await using _byDatabase = await database.watch();
  const plan = await database.run('stations', 'migrate', '--dry-run');
  expect(plan.stdout).toContain('"files" sends now');
  drop('two');
  await allSent();
  expect(await database.run('stations', 'migrate', 'in')).toMatchObject({ code: 0 });
  drop('three');
  await allSent();
  await until(async () => (await files.run('folders')).stdout.includes('does not use that database'));
  expect(await database.run('stations', 'migrate', 'in', '--to', 'files')).toMatchObject({ code: 0 });
  drop('four');
  await allSent();
  await until(async () =>
    (await database.run('folders')).stdout.includes('the others use files in the folder'),
  );
  upstream.oracle.assertExactlyOnce(expected);
  expect((await database.run('audit')).stdout).toContain('folder.moved');
  await upstream.close();
});
