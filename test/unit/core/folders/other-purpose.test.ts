import { expect, test } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { submitDrop } from '../../../../src-main/core/drops/submit-drop.ts';
import { submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { seededRandom } from '../../../support/random.ts';
import { until } from '../../../support/until.ts';
import { dropOf, REQUEST } from '../drops/support/drop-sessions.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';
import { copiesOf } from './support/drop-looks.ts';

const random = seededRandom(11);
const submit = (bench: IntakeBench, taskType: string, requestSpec = {}) =>
  submitDrop({
    ...{ ledger: bench.ledger, spool: bench.spool, paths: [bench.at('card.pdf')], together: false },
    ...{ taskType, requestSpec, clock: systemClock, random },
  });

/** As the outbox does it when something in between answered in the place of the service. */
function refuseUnproven({ ledger }: IntakeBench, id: string): void {
  const problem = { code: 'service.unsaid', detail: '422' } as const;
  expect(submissionTable(ledger).reject(id, problem, Date.now())).toBe(true);
}

const settled = (bench: IntakeBench) =>
  until(() => bench.account().settling === 0 && bench.account().found > 0 && !bench.intake.busy());

test('I2: a card that was sent for intake goes for coverage too, from the command line and from the drop window', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('card.pdf', pdf('card'));
  expect((await submit(bench, 'intake')).submissionIds).toHaveLength(1);
  expect((await submit(bench, 'coverage')).submissionIds).toHaveLength(1);
  expect((await submit(bench, 'coverage', { codes: ['1'], age: 2 })).submissionIds).toHaveLength(1);
  expect((await submit(bench, 'coverage', { age: 2, codes: ['1'] })).notTaken).toMatchObject([
    { code: 'file.duplicate-waits' },
  ]);
  const { drops, id } = await dropOf(bench, 'card.pdf');
  const judged = async (taskType: string, requestSpec = {}) => {
    await drops.setPurpose(id, { taskType, requestSpec });
    return drops.get(id).files.map(({ state }) => state);
  };
  expect(await judged('intake')).toEqual(['duplicate']);
  expect(await judged('engagement')).toEqual(['ready']);
  expect(await judged('coverage', { age: 2, codes: ['1'] })).toEqual(['duplicate']);
  expect(await judged('coverage', { age: 3 })).toEqual(['ready']);
  expect(await drops.send(id, { ...REQUEST, taskType: 'coverage', requestSpec: { age: 3 } })).toHaveLength(1);
});

test('I2: what was only perhaps sent is told so when it is given again, and goes only after that', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('card.pdf', pdf('card'));
  const [first = ''] = (await submit(bench, 'intake')).submissionIds;
  refuseUnproven(bench, first);
  expect((await submit(bench, 'intake')).notTaken).toMatchObject([{ code: 'file.perhaps-sent' }]);
  const { drops, id } = await dropOf(bench, 'card.pdf');
  await drops.setPurpose(id, { taskType: 'intake', requestSpec: {} });
  expect(drops.get(id).files).toMatchObject([{ state: 'duplicate', problem: { code: 'file.perhaps-sent' } }]);
  await expect(drops.send(id, REQUEST)).rejects.toThrow('may have been sent');
  expect(await drops.send(id, { ...REQUEST, duplicates: true })).toHaveLength(1);
  expect(await copiesOf(bench)).toHaveLength(2);
});

test('I2: what was only perhaps sent waits in a folder for a person', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' } });
  await bench.send('a.pdf', pdf('card'));
  const [first] = bench.submissions();
  refuseUnproven(bench, first?.id ?? '');
  await bench.put('b.pdf', pdf('card'));
  await until(() => bench.held().length === 1);
  expect(bench.held()).toEqual([['b.pdf', 'file.perhaps-sent']]);
  expectAccountAddsUp(bench, 2);
  await bench.restart();
  await settled(bench);
  expect(bench.held()).toEqual([['b.pdf', 'file.perhaps-sent']]);
  // Under the same external_id, and looked up first.
  await bench.intake.decideFile(bench.rows().at(-1)?.id ?? 0, 'send');
  expect(bench.submissions()).toMatchObject([{ id: first?.id, state: 'unconfirmed' }]);
});

test('I2: a claim for another request_spec is not continued', async () => {
  const rule = (codes: string[]) => ({ backlog: 'send', requestSpec: { codes } });
  await using one = await intakeBench({ station: 'station-1', rule: rule(['1']) });
  await one.send('a.pdf', pdf('card'));
  await one.intake.stop();
  const sent = one.submissions()[0]?.external_id;

  const share = { folder: one.folder };
  await using other = await intakeBench({ ...share, station: 'station-2', rule: rule(['2']) });
  await other.submitted(1);
  expect(other.submissions()).toMatchObject([{ state: 'queued' }]);
  expect(other.submissions()[0]?.external_id).not.toBe(sent);
  await other.intake.stop();

  await using same = await intakeBench({ ...share, station: 'station-3', rule: rule(['1']) });
  await same.submitted(1);
  expect(same.submissions()).toMatchObject([{ state: 'unconfirmed', external_id: sent }]);
  await same.intake.stop();
});
