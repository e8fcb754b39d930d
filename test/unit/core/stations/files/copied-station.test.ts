import { expect, test } from 'vitest';
import { readFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench } from '../../folders/intake-bench.ts';
import { SENDS_ALL } from './support/two-stations.ts';

test('I2: a computer whose disk was copied is another station to its copy, though both have one station id', async () => {
  await using one = await intakeBench({ rule: SENDS_ALL });
  await one.send('a.pdf');
  await using copy = await intakeBench({ rule: SENDS_ALL, folder: one.folder });
  const folderOf = ({ ledger }: typeof one) => readFolder(ledger, 'scans');
  await until(() => folderOf(one)?.problem_detail?.includes('same station id'));
  expect([folderOf(one)?.handled_by, folderOf(copy)?.handled_by]).toEqual(['STATION-1', null]);
  const from = { folder_id: 'scans', seq: 1 };
  expect([await one.intake.guard.mayCreate(from), await copy.intake.guard.mayCreate(from)]).toEqual([
    false,
    true,
  ]);
  await copy.submitted(1);
  expect(copy.submissions()).toMatchObject([
    { state: 'unconfirmed', external_id: one.submissions()[0]?.external_id },
  ]);

  // The first one takes over like any other station: what it has in its queue may have been sent.
  await copy.intake.stop();
  await until(() => one.submissions()[0]?.state === 'unconfirmed');
  await until(() => folderOf(one)?.problem_detail === null);
  expectAccountAddsUp(one, 1);
  await one.restart();
  expect(await one.intake.guard.mayCreate(from)).toBe(true);
});

test('a lease of this station that its record does not know is waited for, and taken over', async () => {
  await using bench = await intakeBench({ rule: SENDS_ALL });
  await bench.send('a.pdf');
  await bench.intake.stop();
  bench.ledger.db
    .prepare("UPDATE station_state SET value = '[\"older\"]' WHERE key LIKE 'lease.words.%'")
    .run();
  await bench.restart();
  await until(() => bench.submissions()[0]?.state === 'unconfirmed');
});
