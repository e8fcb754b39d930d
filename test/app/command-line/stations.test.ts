import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { needing, needs } from '../../support/machine.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { PASSWORD, startPostgres } from '../../support/postgres.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

test('I10, I11: "stations" tells of two stations of one database, and says when the database is away', {
  ...needing(needs.postgres),
  timeout: 300_000,
}, async () => {
  await using server = await startPostgres();
  await using stack = new AsyncDisposableStack();
  const upstream = await startServiceModel({ complete: true });
  stack.defer(() => upstream.close());
  const folder = stack.use(await tempDir('shared'));
  const settings = {
    ...watchingSettings(upstream, folder.path),
    stations: { postgres: server.urlOf(await server.newDatabase()) },
  };
  const join = async (station: string) => {
    const one = stack.use(await testStation({ ...settings, station }, { apiSecret: upstream.apiSecret }));
    await one.start(['secret', 'postgres'], PASSWORD).ended;
    await one.start(['secret', 'stations'], 'the passphrase of the stations').ended;
    return { ...one, running: stack.use(await one.watch()) };
  };
  const east = await join('east');
  const west = await join('west');
  const told = async () => (await east.run('stations')).stdout;
  await until(async () => (await told()).includes('Everything is out at all 2 stations'), {
    timeoutMs: 120_000,
    everyMs: 1_000,
  });
  expect(await told()).toMatch(/^east \(this station\): reports, version .*\n(?: .*\n)*\nwest: reports, /m);

  writeFileSync(folder.at('Maria Doe.pdf'), pdfDocument({ pages: ['Maria Doe'] }));
  await until(() => upstream.oracle.creates().length === 1);
  await until(async () => /found 1,/.test(await told()), { timeoutMs: 60_000, everyMs: 1_000 });
  const view = await west.json('stations');
  expect(view).toMatchObject({ by: 'postgres', database: null, stations: [{ name: 'east' }, { own: true }] });
  expect(JSON.stringify(view) + (await told())).not.toContain('Maria');

  await server.stop('SIGQUIT');
  expect((await east.run('stations')).stdout).toMatch(
    /^The database of the stations cannot be read, so it is not known whether everything is out\..*\n\neast \(this station\): /,
  );
  expect(await east.json('stations')).toMatchObject({
    ...{ everything_out: false, database: 'station.away' },
    stations: [{ name: 'east', own: true }],
  });
});
