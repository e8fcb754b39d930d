import { expect, test } from 'vitest';
import { planAnswer } from '../../../../../src-main/core/outbox/messages/answer-plan.ts';
import { taskDetailsSchema } from '../../../../../src-main/core/service/schemas.ts';
import { ITEM_UUID, TASK } from '../../service/support/raw-service.ts';

const ITEM = { uuid: ITEM_UUID, group: 'inputs', tag: 'x', created: TASK.created, data_type: 'json' };

test.each([
  ['writes it in its own way', [{ ...ITEM, data: { weight: '72.0' } }]],
  ['shows it in a group that is not known', [{ ...ITEM, group: 'quite-new', data: { weight: 72 } }]],
  ['does not show it', []],
])('I5: data that the service has taken is not sent again because it %s', (_, items) => {
  const task = taskDetailsSchema.parse({ ...TASK, status: 'waiting', data_items: items });
  const { step } = planAnswer({
    data: { weight: 72 },
    hasFiles: true,
    progress: { knownItems: [], dataItemUuid: ITEM_UUID },
    task,
    provenLost: false,
    filesProven: null,
  });
  expect(step).toEqual({ do: 'upload' });
});

test.each([
  ['is taken for it, where its values are the same', { weight: ' 72.0' }, { do: 'upload' }],
  ['is not, where it answers something else', { height: 180 }, { do: 'send-data', resume: false }],
  ['is shown to a person, where its values are others', { weight: 70 }, { do: 'ask' }],
])('I5: what came while the outcome of sent data was unknown %s', (_, data, step) => {
  const task = taskDetailsSchema.parse({ ...TASK, status: 'waiting', data_items: [{ ...ITEM, data }] });
  const state = { data: { weight: 72 }, hasFiles: true, task, filesProven: null };
  const waiting = planAnswer({
    ...state,
    progress: { knownItems: [], outcomeUnknown: true },
    provenLost: false,
  });
  expect(waiting.step).toEqual({ do: 'wait-out' });
  expect(planAnswer({ ...state, progress: { knownItems: [] }, provenLost: true }).step).toEqual(step);
});
