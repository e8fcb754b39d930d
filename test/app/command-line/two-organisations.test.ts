import { expect, test } from 'vitest';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { faultyStation } from './support/faulty-station.ts';

test('I12: under the api_secret of another organisation goes no document and no look-up, and the outbox names that organisation', async () => {
  await using place = await faultyStation();
  const { upstream, service, station, put } = place;
  const { organisations } = upstream.model;
  const other = upstream.model.addOrganisation('other', 'Other Clinic');
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
