import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

test('I12: under the api_secret of another organisation goes no document and no look-up, and the outbox names that organisation', async () => {
  await using upstream = await startServiceModel();
  const { organisations } = upstream.model;
  const other = upstream.model.addOrganisation('other', 'Other Clinic');
  await using service = await startFaultService({ upstream: upstream.baseUrl });
  await using folder = await tempDir('two-organisations');
  await using station = await testStation(
    {
      environment: 'test',
      environments: { test: service.baseUrl },
      tracking: { seconds: 0.5 },
      folders: [{ id: 'in', path: folder.path, taskType: 'prior-auth', quietSeconds: 0.2, backlog: 'send' }],
    },
    { apiSecret: upstream.apiSecret },
  );
  const put = (name: string) => writeFileSync(folder.at(name), pdfDocument({ pages: [name] }));
  const inState = async (state: string) =>
    (await station.outbox()).filter((entry) => entry.state === state).length;
  await using running = await station.watch();
  put('sent.pdf');
  await until(async () => (await inState('accepted')) === 1);
  // The Task of this one exists, and the first organisation does not say so before its api_secret is gone.
  service.faults.on(routes.get, { kind: 'status', status: 503 });
  service.faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
  put('answer-lost.pdf');
  await until(async () => (await inState('unconfirmed')) === 1);

  await station.setSecret(other.apiSecret);
  service.faults.clear();
  put('queued.pdf');
  const underOther = () =>
    service.log
      .exchanges()
      .filter(({ headers }) => organisations.behind(headers.authorization)?.organisation === other)
      .map(({ method, path }) => `${method} ${path}`);
  const named = async () =>
    (await station.outbox()).filter((entry) => entry.problem?.message.includes('Other Clinic'));
  await until(async () => underOther().length > 0 || (await named()).length > 0);
  expect(underOther()).toEqual([]);
  expect(other.tasks.all).toEqual([]);

  await station.setSecret(upstream.apiSecret);
  await until(async () => (await inState('accepted')) === 3, { everyMs: 300 });
  await running.stop();
  expect(underOther()).toEqual([]);
  expect(upstream.oracle.creates()).toHaveLength(3);
  expect(upstream.oracle.duplicates().size).toBe(0);
});
