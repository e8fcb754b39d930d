import { expect, test } from 'vitest';
import { folderRuleSchema } from '../../../src-main/contract/settings.ts';
import { inputOf } from '../../../src-main/contract/verbs/index.ts';

const task = '3f9b7bf2-fc3f-430f-aec0-fbf3bab0d917';
const drop = { drop: 'D', task_type: 'prior-auth', name: null, grouping: 'each', duplicates: false };
const rule = { id: 'scans', path: '/scans', taskType: 'prior-auth' };

function nested(levels: number): Record<string, unknown> {
  return { a: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) };
}

test.each([
  ['the data of an answer', (a: unknown) => inputOf('answers.send').safeParse({ task, drop: null, data: a })],
  ['the details of a drop', (a: unknown) => inputOf('drops.send').safeParse({ ...drop, request_spec: a })],
  ['the details of a folder', (a: unknown) => folderRuleSchema.safeParse({ ...rule, requestSpec: a })],
])('%s: an object as a person writes it, not one that the ledger could not keep', (_, parse) => {
  expect(parse(nested(400)).error).toBeUndefined();
  expect(parse(nested(1500)).error?.issues).toMatchObject([
    { message: 'is nested more than 500 levels deep' },
  ]);
});
