import { rename, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { NOT_KEPT, purgeOldContent } from '../../../../src-main/core/ledger/tables/retention.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';

const DAY_MS = 86_400_000;
const purgeIn = ({ ledger }: IntakeBench, days: number) =>
  purgeOldContent(ledger, 90, Date.now() + days * DAY_MS);

/** What was sent became a Task that somebody cleared at once. */
function clearEverything({ ledger }: IntakeBench): void {
  const at = new Date().toISOString();
  ledger.db.exec(
    `INSERT INTO task (uuid, mine, task_type, status, name, cleared, created, latest_status_change, seen_at)
     SELECT 'task of ' || id, 1, 't', 'completed', 'x', '${at}', '${at}', '${at}', 0 FROM submission;
     UPDATE submission SET state = 'accepted', task_uuid = 'task of ' || id, ended_at = 0`,
  );
}

it('I1, I2: names of files that went unsent go in time; what still stands there is known, and nothing is sent for it', async () => {
  await using bench = await intakeBench({
    before: async (folder) => {
      await writeFile(`${folder}/left out.pdf`, pdf('left out'));
      await writeFile(`${folder}/left out and removed.pdf`, pdf('left out and removed'));
    },
  });
  for (const { id } of bench.rows()) await bench.intake.decideFile(id, 'leave-out');
  // A scanner writes under the patient's name and renames what it wrote.
  await bench.put('MEIER Erika.pdf', '%PDF-1.4\n');
  await bench.put('MEIER Erika 2.pdf.part', '%PDF-1.4\n');
  await until(() => bench.row('MEIER Erika.pdf')?.state === 'held');
  await until(() => bench.row('MEIER Erika 2.pdf.part')?.state === 'ignored');
  await rename(bench.at('MEIER Erika.pdf'), bench.at('1.pdf'));
  await rename(bench.at('MEIER Erika 2.pdf.part'), bench.at('2.pdf'));
  for (const name of ['1.pdf', '2.pdf']) await bench.put(name);
  await bench.submitted(2);
  await rm(bench.at('left out and removed.pdf'));
  await bench.restart();
  clearEverything(bench);
  const found = bench.account().found;
  expect(purgeIn(bench, 0)).toEqual({ tasks: 0, files: 0 });
  expect(purgeIn(bench, 91)).toEqual({ tasks: 2, files: 3 });
  const kept = () =>
    bench
      .rows()
      .map((row) => row.path)
      .filter((path) => path !== NOT_KEPT)
      .sort();
  expect(kept()).toEqual(['1.pdf', '2.pdf', 'left out.pdf']);
  expectAccountAddsUp(bench, found);
  await bench.restart();
  // Found after everything else there was looked at again.
  await bench.send('new.pdf');
  expect(kept()).toEqual(['1.pdf', '2.pdf', 'left out.pdf', 'new.pdf']);
  expectAccountAddsUp(bench, found + 1);
  // The name of a purged one comes back for a document that was not sent: that is another file.
  await bench.send('MEIER Erika.pdf', pdf('another'));
  expect(bench.submissions().at(-1)?.paths).toEqual(['MEIER Erika.pdf']);
  // And for one that was sent: that is a duplicate.
  await bench.put('left out and removed.pdf', pdf('1.pdf'));
  await until(() => bench.row('left out and removed.pdf')?.state === 'duplicate');
  expect(bench.submissions()).toHaveLength(4);
});
