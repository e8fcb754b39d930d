import { expect, onTestFinished, test } from 'vitest';
import { messageTable } from '../../../../src-main/core/ledger/tables/messages.ts';
import { submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { routes } from '../../../support/routes.ts';
import { startServiceModel } from '../../../support/service-model/start.ts';
import { until } from '../../../support/until.ts';
import { station } from './support/station.ts';

test('I2: what waits for the sign-in counts as not sent, so that a crash then makes nothing unconfirmed', async () => {
  const upstream = await startServiceModel();
  onTestFinished(() => upstream.close());
  const { service, submit, say, outbox, ledger, credentials } = await station(upstream);
  const { apiSecret } = upstream;
  credentials.secret = null;
  submit('01WAITED');
  say('02WAITED', '8f14e45f-ceea-467f-a0f4-000000000000', { kind: 'cleared', cleared: true });
  await outbox.start();
  await until(() => outbox.lanes()[0]?.problem.code === 'auth.no-secret', { what: 'the pause' });
  const hung = service.faults.on(routes.token, { kind: 'hang' });
  credentials.secret = apiSecret;
  await outbox.credentialsChanged();
  await until(() => hung.hits > 0, { what: 'the sign-in' });
  const rows = [submissionTable(ledger).get('01WAITED'), messageTable(ledger).get('02WAITED')];
  expect(rows.map((row) => [row?.state, row?.attempts])).toEqual([
    ['queued', 0],
    ['queued', 0],
  ]);
  hung.remove();
  await until(() => submissionTable(ledger).get('01WAITED')?.state === 'accepted', { what: 'the Task' });
  expect(service.log.exchanges('create')).toHaveLength(1);
});
