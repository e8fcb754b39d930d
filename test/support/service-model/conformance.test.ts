import { conformance } from '../../unit/practice/conformance/suite.ts';
import { type Operator, withToken } from '../../unit/practice/conformance/target.ts';
import type { ModelTask } from './model-task.ts';
import { type RunningServiceModel, startServiceModel } from './start.ts';

const TASK_TYPE = 'prior-auth';

const LEFT_OUT = new Map([
  [
    'data for a Task that does not wait is refused and changes nothing',
    'docs/service.md does not show what becomes of the data: the model keeps it, which asks more of a client',
  ],
]);

conformance(async () => {
  const running = await startServiceModel({ taskTypes: [TASK_TYPE, 'intake'], keepsFiles: true });
  return await withToken({ ...running, taskType: TASK_TYPE, operator: operatorOf(running) });
}, LEFT_OUT);

function operatorOf({ model, tasks }: RunningServiceModel): Operator {
  const inputsOf = (task: ModelTask) =>
    task.data_items.map(({ uuid, name, data_format: mediaType }) => {
      const sha256 = tasks.hashes.get(uuid) ?? '';
      return { name, mediaType, sha256, size: tasks.documents.get(sha256)?.length };
    });
  return {
    forceStatus: (uuid, status) => tasks.move(tasks.get(uuid), status),
    tasks: () => tasks.all.map((task) => ({ uuid: task.uuid, inputs: inputsOf(task) })),
    events: (uuid) =>
      model.events
        .filter(({ taskUuid }) => taskUuid === uuid)
        .map(({ event, extraData: extra_data }) => ({ event, extra_data })),
  };
}
