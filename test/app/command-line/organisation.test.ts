import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { until } from '../../support/until.ts';

test('a Task of the organisation that had ended before is fetched when somebody opens it', async () => {
  await using upstream = await startServiceModel();
  const task = upstream.tasks.add();
  upstream.tasks.move(task, 'completed', { verdicts: [{ code: '73721', approved: true, issues: [] }] });
  await using station = await testStation(
    {
      environment: 'test',
      environments: { test: upstream.baseUrl },
      tracking: { seconds: 0.5, scope: 'organisation' },
    },
    { apiSecret: upstream.apiSecret },
  );
  await using running = await station.watch();
  await until(async () => (await station.tasks()).count === 1);
  expect(await station.json('task', task.uuid.slice(0, 8))).toMatchObject({
    uuid: task.uuid,
    verdicts: [{ code: '73721', approved: true }],
  });
  await running.stop();
});
