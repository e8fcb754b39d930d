import { expect, test } from 'vitest';
import { planAnswer } from '../../../src-main/core/outbox/answer-plan.ts';
import { taskDetailsSchema } from '../../../src-main/core/service/schemas.ts';
import { ITEM_UUID, TASK } from '../service/support/raw-service.ts';

test('I5: data that the service has taken is not sent again because it writes it in its own way', () => {
  const item = { uuid: ITEM_UUID, group: 'inputs', tag: 'x', created: TASK.created, data_type: 'json' };
  const task = taskDetailsSchema.parse({
    ...TASK,
    status: 'waiting',
    data_items: [{ ...item, data: { weight: '72.0' } }],
  });
  const { step } = planAnswer({
    data: { weight: 72 },
    fileNames: ['card.pdf'],
    progress: { knownItems: [], dataItemUuid: ITEM_UUID },
    task,
    provenLost: false,
    filesProven: null,
  });
  expect(step).toEqual({ do: 'upload' });
});
