import { rename, utimes } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { releaseDuplicates } from '../../../../src-main/core/ledger/tables/duplicates.ts';
import { submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';
import {
  contentOf,
  current,
  end,
  NAMES,
  putAll,
  putOne,
  sendOne,
  takeOut,
  WRITTEN_AT,
} from './support/same-files.ts';

describe('files that are gone for a while, as while a backup is being restored', () => {
  it('wait for their decision again, and are not sent for having come back', async () => {
    await using bench = await intakeBench({ before: putAll });
    const [first = '', second = ''] = NAMES;
    const away = bench.at('..', 'away.pdf');
    await rename(bench.at(first), away);
    await takeOut(bench, second);
    await bench.rested();
    expect(expectAccountAddsUp(bench, NAMES.length)).toMatchObject({ held: 18, withdrawn: 2 });
    await rename(away, bench.at(first));
    await putOne(bench, second, contentOf(second));
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench)).toMatchObject({ held: NAMES.length, withdrawn: 2 });
    await bench.restart();
    expect(current(bench)).toHaveLength(NAMES.length);
    await bench.intake.decideBacklog('scans', 'send');
    await bench.submitted(NAMES.length);
  });

  it('wait for their decision again where they equal one that was taken back', async () => {
    await using bench = await intakeBench();
    await sendOne(bench, 'a.pdf', pdf('same'));
    await putOne(bench, 'b.pdf', pdf('same'));
    await until(() => current(bench).some((row) => row.state === 'duplicate'));
    end(bench, 'withdrawn');
    const taken = submissionTable(bench.ledger).get(bench.submissions()[0]?.id ?? '');
    if (taken !== null) releaseDuplicates(bench.ledger, taken);
    for (const name of ['b.pdf', 'b.pdf']) {
      await takeOut(bench, name);
      await bench.rested();
      await putOne(bench, name, pdf('same'));
      await bench.rested();
    }
    expect(bench.submissions()).toHaveLength(1);
    expect(current(bench).map(({ path, state }) => [path, state])).toEqual([
      ['a.pdf', 'bound'],
      ['b.pdf', 'held'],
    ]);
    await bench.intake.decideFile(current(bench).find(({ path }) => path === 'b.pdf')?.id ?? 0, 'send');
    expect(bench.submissions()).toHaveLength(2);
  });

  it('still may have been sent already, where the record of that was lost', async () => {
    await using bench = await intakeBench({ before: putAll, parts: { forceBacklogAsk: true } });
    const [first = ''] = NAMES;
    const detailOf = () =>
      bench.ledger.db
        .prepare<[string], { detail: string | null }>(
          'SELECT problem_detail AS detail FROM file WHERE path = ? AND current = 1',
        )
        .get(first)?.detail;
    const doubt = detailOf();
    expect(doubt).toMatch(/^\d{4}-/);
    const away = bench.at('..', 'away.pdf');
    await rename(bench.at(first), away);
    await bench.rested();
    await rename(away, bench.at(first));
    await bench.rested();
    expect(detailOf()).toBe(doubt);
  });

  it('stay refused when they go away again before they have settled', async () => {
    await using bench = await intakeBench({ rule: { quietSeconds: 1 } });
    await sendOne(bench, 'a.pdf', pdf('a'));
    end(bench, 'rejected', 'service.too-large');
    await putOne(bench, 'a.pdf', pdf('a'));
    await bench.intake.rescan();
    await takeOut(bench, 'a.pdf');
    await putOne(bench, 'other.pdf', pdf('other'));
    await bench.problem('file.vanished');
    await putOne(bench, 'a.pdf', pdf('a'));
    await bench.rested();
    expect(bench.sent()).toEqual([['a.pdf'], ['other.pdf']]);
    expect(expectAccountAddsUp(bench)).toMatchObject({ rejected: 1, queued: 1, withdrawn: 1 });
  });
});

it('a document that is put into its folder again goes out with its times kept where its copy was lost, as the words for that ask', async () => {
  await using bench = await intakeBench();
  await sendOne(bench, 'a.pdf', pdf('a'));
  end(bench, 'rejected', 'spool.missing');
  await sendOne(bench, 'a.pdf', pdf('a'));
});

it('a document that is put into its folder again is a duplicate when it was gone meanwhile', async () => {
  await using bench = await intakeBench();
  await sendOne(bench, 'a.pdf', pdf('a'));
  await takeOut(bench, 'a.pdf');
  await bench.send('other.pdf', pdf('other'));
  await putOne(bench, 'a.pdf', pdf('a'));
  await bench.rested();
  expect(expectAccountAddsUp(bench, 3)).toMatchObject({ queued: 2, duplicate: 1 });
});

it.each(['withdrawn', 'rejected'] as const)(
  'a document that is put into its folder again goes out where it was %s, also under the number that it had',
  async (state) => {
    await using bench = await intakeBench();
    await sendOne(bench, 'a.pdf', pdf('a'));
    end(bench, state);
    const away = bench.at('..', 'away.pdf');
    await rename(bench.at('a.pdf'), away);
    await sendOne(bench, 'other.pdf', pdf('other'));
    await bench.rested();
    // As a file system that gives the number of the one before to the copy.
    await utimes(away, WRITTEN_AT + 60, WRITTEN_AT + 60);
    await rename(away, bench.at('a.pdf'));
    await bench.submitted(3);
    expect(expectAccountAddsUp(bench, 3)).toMatchObject({ queued: 2, [state]: 1 });
  },
);

it('a document that is put into its folder again waits for a decision when it had been taken back and was gone meanwhile', async () => {
  await using bench = await intakeBench();
  await sendOne(bench, 'other.pdf', pdf('other'));
  await sendOne(bench, 'a.pdf', pdf('a'));
  end(bench, 'withdrawn');
  await takeOut(bench, 'a.pdf');
  await bench.rested();
  await putOne(bench, 'a.pdf', pdf('a'));
  await bench.rested();
  expect(bench.submissions()).toHaveLength(2);
  const [row] = current(bench).filter(({ path, state }) => path === 'a.pdf' && state === 'held');
  expect(row?.problem_code).toBe('file.backlog');
  await bench.intake.decideFile(row?.id ?? 0, 'send');
  expect(bench.submissions()).toHaveLength(3);
});
