import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { showStatus } from '../../../../src-main/hosts/command-line/verbs/status.ts';
import { behindTheLedger } from '../../../support/behind-the-ledger.ts';
import { startFaultService } from '../../../support/fault-service.ts';
import { routes } from '../../../support/routes.ts';
import { startServiceModel } from '../../../support/service-model/start.ts';
import { until } from '../../../support/until.ts';
import {
  appPlace,
  choiceOf,
  clinicSettings,
  heardTerminal,
  overviewOf,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask } from './support/ask.ts';

const MINUTE = 60_000;

/** An app with one open Task at a service where the Task stays as it is. */
async function stationWithOpenTask() {
  const upstream = await startServiceModel();
  const service = await startFaultService({ upstream: upstream.baseUrl });
  onTestFinished(async () => {
    await service.close();
    await upstream.close();
  });
  const { dir, start, writeSettings } = appPlace();
  mkdirSync(dir.at('in'));
  const rule = { id: 'in', path: dir.at('in'), taskType: 'prior-auth', quietSeconds: 0.2 };
  writeSettings(clinicSettings(service.baseUrl, { folders: [rule] }));
  const app = await start();
  await ask(app, 'secret.set', { api_secret: upstream.apiSecret });
  await untilConnected(app);
  writeFileSync(dir.at('in', 'visit.txt'), 'Visit');
  await until(() => upstream.tasks.all[0]);
  await untilOverview(app, ({ checking }) => checking.count === 1, 'the open Task');
  const status = async () => {
    const { terminal, said } = heardTerminal(true);
    await showStatus({ terminal, choice: choiceOf(dir) });
    const { last_checked: lastChecked } = JSON.parse(said());
    return String(lastChecked);
  };
  /** The last proof of the Task becomes four minutes older. */
  const age = () => behindTheLedger(choiceOf(dir), 'UPDATE task SET checked_at = checked_at - 240000');
  return { upstream, service, app, age, status };
}

test('I10: while lists are answered but an open Task cannot be read, "Last checked" stands still in the app and in status; afterwards both are of the Task', async () => {
  const { upstream, service, app, age, status } = await stationWithOpenTask();
  const fault = service.faults.on(routes.get, { kind: 'status', status: 500, body: { detail: 'Broken.' } });
  const before = Date.now();
  await age();
  await until(() => fault.hits > 0);
  const lists = service.log.exchanges('list').length;
  await until(() => service.log.exchanges('list').length > lists + 4);
  const confirmed = (await overviewOf(app)).connection.confirmed_at ?? '';
  expect(Date.parse(confirmed)).toBeLessThanOrEqual(before - 4 * MINUTE);
  expect(await status()).toBe(confirmed);
  const [task] = upstream.tasks.all;
  const uuid = task?.uuid ?? '';
  expect((await ask(app, 'tasks.get', { task: uuid })).as_of).toBe(confirmed);

  fault.remove();
  const isNew = (iso: string | null) => iso !== null && Date.parse(iso) > before;
  const { connection } = await untilOverview(
    app,
    (overview) => isNew(overview.connection.confirmed_at),
    'the new proof',
  );
  expect(await status()).toBe(connection.confirmed_at);
  expect((await ask(app, 'tasks.get', { task: uuid })).as_of).toBe(connection.confirmed_at);
});
