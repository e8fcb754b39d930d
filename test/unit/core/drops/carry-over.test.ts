import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CorrectionSource } from '../../../../src-main/core/drops/correction-source.ts';
import { createFetchDocument } from '../../../../src-main/core/fetch-document.ts';
import type { ServiceClient } from '../../../../src-main/core/service/service-client.ts';
import { ServiceError } from '../../../../src-main/core/service/service-failure.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';
import { dropSessionsOf, REQUEST } from './support/drop-sessions.ts';

const AT = '2031-02-28T10:00:00Z';
const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const item = (number: number, more: object) => ({
  ...{ uuid: uuid(number), group: 'inputs', tag: 'upload', created: AT, data_type: 'file' },
  ...more,
});

function sourceWith(items: readonly object[], sent: CorrectionSource['sent'] = new Map()): CorrectionSource {
  const { data_items } = taskDetails(AT, { uuid: uuid(9), data_items: items });
  const named = { task: uuid(9), taskName: 'Invented', externalId: null, name: null };
  return { ...named, taskType: 'intake', requestSpec: {}, items: data_items, sent };
}

test('documents come from the service under the names under which they were sent; what does not come is named', async () => {
  await using bench = await intakeBench({ start: false });
  const folder = bench.at('documents');
  const refused = { kind: 'refused', status: 404, detail: null, fields: [], retryAfterMs: null } as const;
  const downloadItem: ServiceClient['downloadItem'] = async (_task, wanted, target) => {
    if (wanted === uuid(2)) throw new ServiceError(refused);
    if (wanted === uuid(3)) throw new ServiceError({ kind: 'not-sent', cause: 'the network is down' });
    if (wanted === uuid(4)) throw new Error('ENOSPC');
    writeFileSync(target, pdf('scan'));
    return { fileName: 'data-item-1.bin', size: pdf('scan').length, sha256: 'hash-1' };
  };
  const drops = dropSessionsOf({ ...bench, fetch: createFetchDocument({ downloadItem }, folder) });
  const items = [
    item(1, { name: 'data item 1' }),
    item(2, { name: 'lost.pdf' }),
    item(3, { name: null }),
    item(4, { name: 'late.pdf' }),
    item(5, { data_type: 'text', name: 'note', data: 'A text.' }),
    item(6, { data_type: 'json', name: 'a/b.json', data: { member_id: 'A1' } }),
    item(7, { data_type: 'video', name: 'unknown kind' }),
  ];
  const { id } = drops.correct(sourceWith(items, new Map([['hash-1', 'scan 1.pdf']])));
  const { files, correction } = await until(async () => (drops.get(id).reading ? null : drops.get(id)));
  expect(files.map(({ path, state, media_type: type }) => [path, state, type])).toEqual([
    ['scan 1.pdf', 'ready', 'application/pdf'],
    ['note.txt', 'ready', 'text/plain'],
    ['a-b.json', 'ready', 'application/json'],
  ]);
  expect(correction?.lost).toEqual([
    { name: 'lost.pdf', why: 'refused' },
    { name: 'upload', why: 'unreachable' },
    { name: 'late.pdf', why: 'other' },
    { name: 'unknown kind', why: 'other' },
  ]);
  // A Task that lacks documents of the earlier Task is another Task.
  expect(correction?.unchanged).toBe(false);
  // I11: nothing of the documents stays beside the spool.
  expect(await readdir(folder)).toEqual([]);
  const sent = { ...REQUEST, correction: { corrects: uuid(9), what: 'Less.' } };
  expect(await drops.send(id, sent)).toHaveLength(1);
});

test('I2: a correction that changes nothing is refused, unless a person wants the second Task', async () => {
  await using bench = await intakeBench({ start: false });
  const drops = dropSessionsOf(bench);
  const { id } = drops.correct(
    sourceWith([item(1, { data_type: 'text', name: 'note.txt', data: 'A text.' })]),
  );
  await until(async () => (drops.get(id).reading ? null : true));
  await expect(drops.send(id, REQUEST)).rejects.toMatchObject({ code: 'drop.unchanged' });
  expect(await drops.send(id, { ...REQUEST, duplicates: true })).toHaveLength(1);
});
