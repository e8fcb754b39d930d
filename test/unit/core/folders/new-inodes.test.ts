import { mkdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sha256Of } from '../../../support/documents.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';
import { knownTask } from './support/known-task.ts';
import {
  contentOf,
  current,
  end,
  NAMES,
  put,
  putAll,
  putOne,
  sendOne,
  takeOut,
} from './support/same-files.ts';

describe('files that a server or a backup gives other inode numbers, and nothing else', () => {
  it('go on waiting for the decision about the backlog', async () => {
    await using bench = await intakeBench({ before: putAll });
    await putAll(bench.folder);
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench, NAMES.length).held).toBe(NAMES.length);
    await bench.intake.decideBacklog('scans', 'send');
    await bench.submitted(NAMES.length);
  });

  it('are asked about again where they were left out, and sent by no one else', async () => {
    await using bench = await intakeBench({ before: putAll });
    await bench.intake.decideBacklog('scans', 'skip');
    await putAll(bench.folder);
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench)).toMatchObject({ held: NAMES.length, withdrawn: NAMES.length });
    expect(current(bench).every((row) => row.problem_code === 'file.backlog')).toBe(true);
    await bench.restart();
    await bench.intake.decideBacklog('scans', 'skip');
    await bench.rested();
    expect(expectAccountAddsUp(bench)).toMatchObject({ held: 0, withdrawn: 2 * NAMES.length });
    expect(bench.submissions()).toEqual([]);
  });

  it('are asked about again where a person left out that one, also when it was gone meanwhile', async () => {
    await using bench = await intakeBench({ before: putAll });
    const [first = ''] = NAMES;
    const rowOf = () => current(bench).find((row) => row.path === first);
    await bench.intake.decideFile(rowOf()?.id ?? 0, 'leave-out');
    await takeOut(bench, first);
    await bench.rested();
    await putOne(bench, first, contentOf(first));
    await bench.rested();
    expect(rowOf()).toMatchObject({ state: 'held', problem_code: 'file.backlog' });
    await bench.intake.decideFile(rowOf()?.id ?? 0, 'send');
    expect(bench.sent()).toEqual([[first]]);
  });

  it.each(['queued', 'accepted', 'rejected', 'withdrawn'] as const)('stay %s', async (state) => {
    await using bench = await intakeBench();
    await sendOne(bench, 'a.pdf', pdf('a'));
    if (state !== 'queued') end(bench, state, state === 'rejected' ? 'service.too-large' : null);
    await putOne(bench, 'a.pdf', pdf('a'));
    await bench.rested();
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 1)[state]).toBe(1);
    await bench.rested();
    expect(bench.rows()).toHaveLength(1);
  });

  it('stay the answer that they were given as', async () => {
    await using bench = await intakeBench({ before: (folder) => put(`${folder}/a.pdf`, pdf('a'), folder) });
    await bench.intake.decideFile(bench.rows()[0]?.id ?? 0, { answerTo: knownTask(bench.ledger) });
    await putOne(bench, 'a.pdf', pdf('a'));
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(bench.rows()).toMatchObject([{ state: 'bound', current: 1 }]);
  });

  it('stay duplicates, also where what they equal was refused since', async () => {
    await using bench = await intakeBench();
    await sendOne(bench, 'a.pdf', pdf('same'));
    await putOne(bench, 'b.pdf', pdf('same'));
    await bench.counts({ duplicate: 1 });
    end(bench, 'rejected', 'service.too-large');
    await putOne(bench, 'b.pdf', pdf('same'));
    await bench.rested();
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ duplicate: 1, rejected: 1 });
  });

  it('stay with their group, sent or late', async () => {
    await using bench = await intakeBench({ rule: { group: 'folder' } });
    await mkdir(bench.at('P1'));
    await sendOne(bench, 'P1/a.pdf', pdf('a'));
    await putOne(bench, 'P1/late.pdf', pdf('late'));
    await bench.counts({ held: 1 });
    for (const name of ['a', 'late']) await putOne(bench, `P1/${name}.pdf`, pdf(name));
    await bench.rested();
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
    expect(bench.rows()).toMatchObject([{}, { problem_code: 'file.late-for-group' }]);
    end(bench, 'withdrawn');
    await putOne(bench, 'P1/late.pdf', pdf('late'));
    await bench.rested();
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
  });

  it('are asked about where they were ignored and changed settings now take them', async () => {
    await using bench = await intakeBench({ before: putAll, rule: { exclude: ['old-*'] } });
    expect(bench.account().ignored).toBe(NAMES.length);
    await putAll(bench.folder);
    await bench.intake.setRules([{ ...bench.rule, exclude: [] }]);
    await bench.rested();
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench, NAMES.length).held).toBe(NAMES.length);
  });

  it('go out where they were on their way', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', '%PDF-1.4\n% no end yet');
    await bench.problem('file.unfinished');
    await sendOne(bench, 'a.pdf', '%PDF-1.4\n% no e\n%%EOF');
  });
});

it('another document of the same name, size and time is sent where the one before it was', async () => {
  await using bench = await intakeBench();
  await sendOne(bench, 'a.pdf', pdf('one'));
  end(bench, 'accepted');
  await sendOne(bench, 'a.pdf', pdf('two'));
});

it('another document of the same name, size and time is held where the one before it waited for a decision or was left out, and is what a decision sends', async () => {
  await using bench = await intakeBench({ before: (folder) => put(`${folder}/a.pdf`, pdf('one'), folder) });
  for (const content of ['two', 'six']) {
    await putOne(bench, 'a.pdf', pdf(content));
    await bench.rested();
    expect(current(bench)).toMatchObject([{ state: 'held', problem_code: 'file.backlog' }]);
    if (content === 'two') await bench.intake.decideBacklog('scans', 'skip');
  }
  await bench.intake.decideBacklog('scans', 'send');
  await bench.submitted(1);
  expect(bench.submissions()[0]?.sha256s).toEqual([sha256Of(Buffer.from(pdf('six')))]);
});
