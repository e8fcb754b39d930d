import { randomUUID } from 'node:crypto';
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { folderRuleSchema } from '../../../src-main/contract/settings.ts';
import { releaseDuplicates } from '../../../src-main/core/ledger/release-duplicates.ts';
import { submissionTable } from '../../../src-main/core/ledger/submissions.ts';
import { sha256Of } from '../../support/documents.ts';
import { until } from '../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';

const WRITTEN_AT = Date.UTC(2026, 0, 1) / 1000;

/** Puts a file under a name by a rename, as a copy that keeps times does: whatever stood there, the inode is another one. */
async function put(path: string, content: string, folder: string): Promise<void> {
  const made = `${folder}/../${randomUUID()}`;
  await writeFile(made, content);
  await utimes(made, WRITTEN_AT, WRITTEN_AT);
  await rename(made, path);
}

const NAMES = Array.from({ length: 20 }, (_, n) => `old-${n}.pdf`);
const contentOf = (name: string) => pdf(name);
const putAll = async (folder: string) => {
  for (const name of NAMES) await put(`${folder}/${name}`, contentOf(name), folder);
};

async function rested(bench: IntakeBench): Promise<void> {
  await bench.intake.rescan();
  await until(() => !bench.intake.busy());
}

const putOne = (bench: IntakeBench, name: string, content: string) =>
  put(bench.at(name), content, bench.folder);
/** It lives on elsewhere, so that its inode is not given to the next file. */
const takeOut = (bench: IntakeBench, name: string) => rename(bench.at(name), bench.at('..', randomUUID()));
const current = (bench: IntakeBench) => bench.rows().filter((row) => row.current === 1);
const end = (
  bench: IntakeBench,
  state: 'rejected' | 'withdrawn' | 'accepted',
  problem: string | null = null,
) =>
  bench.ledger.db
    .prepare('UPDATE submission SET state = ?, ended_at = 1, task_uuid = ?, problem_code = ?')
    .run(state, state === 'accepted' ? randomUUID() : null, problem);

describe('files that a server or a backup gives other inode numbers, and nothing else', () => {
  it('go on waiting for the decision about the backlog', async () => {
    await using bench = await intakeBench({ before: putAll });
    await putAll(bench.folder);
    await rested(bench);
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench, NAMES.length).held).toBe(NAMES.length);
    await bench.intake.decideBacklog('scans', 'send');
    await until(() => bench.submissions().length === NAMES.length);
  });

  it('are asked about again where they were left out, and sent by no one else', async () => {
    await using bench = await intakeBench({ before: putAll });
    await bench.intake.decideBacklog('scans', 'skip');
    await putAll(bench.folder);
    await rested(bench);
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench)).toMatchObject({ held: NAMES.length, withdrawn: NAMES.length });
    expect(current(bench).every((row) => row.problem_code === 'file.backlog')).toBe(true);
    await bench.restart();
    await bench.intake.decideBacklog('scans', 'skip');
    await rested(bench);
    expect(expectAccountAddsUp(bench)).toMatchObject({ held: 0, withdrawn: 2 * NAMES.length });
    expect(bench.submissions()).toEqual([]);
  });

  it('are asked about again where a person left out that one, also when it was gone meanwhile', async () => {
    await using bench = await intakeBench({ before: putAll });
    const [first = ''] = NAMES;
    const rowOf = () => current(bench).find((row) => row.path === first);
    await bench.intake.decideFile(rowOf()?.id ?? 0, 'leave-out');
    await takeOut(bench, first);
    await rested(bench);
    await putOne(bench, first, contentOf(first));
    await rested(bench);
    expect(rowOf()).toMatchObject({ state: 'held', problem_code: 'file.backlog' });
    await bench.intake.decideFile(rowOf()?.id ?? 0, 'send');
    expect(bench.submissions().map((one) => one.paths)).toEqual([[first]]);
  });

  it.each(['queued', 'accepted', 'rejected', 'withdrawn'] as const)('stay %s', async (state) => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 1);
    if (state !== 'queued') end(bench, state, state === 'rejected' ? 'service.too-large' : null);
    await putOne(bench, 'a.pdf', pdf('a'));
    await rested(bench);
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 1)[state]).toBe(1);
    await rested(bench);
    expect(bench.rows()).toHaveLength(1);
  });

  it('stay the answer that they were given as', async () => {
    await using bench = await intakeBench({ before: (folder) => put(`${folder}/a.pdf`, pdf('a'), folder) });
    await bench.intake.decideFile(bench.rows()[0]?.id ?? 0, { answerTo: randomUUID() });
    await putOne(bench, 'a.pdf', pdf('a'));
    await rested(bench);
    expect(bench.submissions()).toEqual([]);
    expect(bench.rows()).toMatchObject([{ state: 'bound', current: 1 }]);
  });

  it('stay duplicates, also where what they equal was refused since', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', pdf('same'));
    await until(() => bench.submissions().length === 1);
    await putOne(bench, 'b.pdf', pdf('same'));
    await until(() => bench.account().duplicate === 1);
    end(bench, 'rejected', 'service.too-large');
    await putOne(bench, 'b.pdf', pdf('same'));
    await rested(bench);
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ duplicate: 1, rejected: 1 });
  });

  it('stay with their group, sent or late', async () => {
    await using bench = await intakeBench({ rule: { group: 'folder' } });
    await mkdir(bench.at('P1'));
    await putOne(bench, 'P1/a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 1);
    await putOne(bench, 'P1/late.pdf', pdf('late'));
    await until(() => bench.account().held === 1);
    for (const name of ['a', 'late']) await putOne(bench, `P1/${name}.pdf`, pdf(name));
    await rested(bench);
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
    expect(bench.rows()).toMatchObject([{}, { problem_code: 'file.late-for-group' }]);
    end(bench, 'withdrawn');
    await putOne(bench, 'P1/late.pdf', pdf('late'));
    await rested(bench);
    expect(bench.submissions()).toHaveLength(1);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
  });

  it('are asked about where they were ignored and changed settings now take them', async () => {
    await using bench = await intakeBench({ before: putAll, rule: { exclude: ['old-*'] } });
    expect(bench.account().ignored).toBe(NAMES.length);
    await putAll(bench.folder);
    const taken = { id: 'scans', path: bench.folder, taskType: 'prior-auth', quietSeconds: 0.15 };
    await bench.intake.setRules([folderRuleSchema.parse(taken)]);
    await rested(bench);
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench, NAMES.length).held).toBe(NAMES.length);
  });

  it('go out where they were on their way', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', '%PDF-1.4\n% no end yet');
    await until(() => bench.rows()[0]?.problem_code === 'file.unfinished');
    await putOne(bench, 'a.pdf', '%PDF-1.4\n% no e\n%%EOF');
    await until(() => bench.submissions().length === 1);
    expectAccountAddsUp(bench, 1);
  });
});

describe('files that are gone for a while, as while a backup is being restored', () => {
  it('wait for their decision again, and are not sent for having come back', async () => {
    await using bench = await intakeBench({ before: putAll });
    const [first = '', second = ''] = NAMES;
    const away = bench.at('..', 'away.pdf');
    await rename(bench.at(first), away);
    await takeOut(bench, second);
    await rested(bench);
    expect(expectAccountAddsUp(bench, NAMES.length)).toMatchObject({ held: 18, withdrawn: 2 });
    await rename(away, bench.at(first));
    await putOne(bench, second, contentOf(second));
    await rested(bench);
    expect(bench.submissions()).toEqual([]);
    expect(expectAccountAddsUp(bench)).toMatchObject({ held: NAMES.length, withdrawn: 2 });
    await bench.restart();
    expect(current(bench)).toHaveLength(NAMES.length);
    await bench.intake.decideBacklog('scans', 'send');
    await until(() => bench.submissions().length === NAMES.length);
  });

  it('wait for their decision again where they equal one that was taken back', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', pdf('same'));
    await until(() => bench.submissions().length === 1);
    await putOne(bench, 'b.pdf', pdf('same'));
    await until(() => current(bench).some((row) => row.state === 'duplicate'));
    end(bench, 'withdrawn');
    const taken = submissionTable(bench.ledger).get(bench.submissions()[0]?.id ?? '');
    if (taken !== null) releaseDuplicates(bench.ledger, taken);
    for (const name of ['b.pdf', 'b.pdf']) {
      await takeOut(bench, name);
      await rested(bench);
      await putOne(bench, name, pdf('same'));
      await rested(bench);
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
    await rested(bench);
    await rename(away, bench.at(first));
    await rested(bench);
    expect(detailOf()).toBe(doubt);
  });

  it('stay refused when they go away again before they have settled', async () => {
    await using bench = await intakeBench({ rule: { quietSeconds: 1 } });
    await putOne(bench, 'a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 1);
    end(bench, 'rejected', 'service.too-large');
    await putOne(bench, 'a.pdf', pdf('a'));
    await bench.intake.rescan();
    await takeOut(bench, 'a.pdf');
    await putOne(bench, 'other.pdf', pdf('other'));
    await until(() => bench.rows().some((row) => row.problem_code === 'file.vanished'));
    await putOne(bench, 'a.pdf', pdf('a'));
    await rested(bench);
    expect(bench.submissions().map((one) => one.paths)).toEqual([['a.pdf'], ['other.pdf']]);
    expect(expectAccountAddsUp(bench)).toMatchObject({ rejected: 1, queued: 1, withdrawn: 1 });
  });

  it('go out when they come back as another version, or had been on their way', async () => {
    await using bench = await intakeBench({ before: putAll, rule: { quietSeconds: 0.3 } });
    const [first = ''] = NAMES;
    await takeOut(bench, first);
    await putOne(bench, 'new.pdf', pdf('new'));
    await rested(bench);
    await until(() => bench.submissions().length === 1);
    await writeFile(bench.at(first), contentOf(first));
    await until(() => bench.submissions().length === 2);
    await putOne(bench, 'late.pdf', pdf('late'));
    await until(() => bench.rows().some((row) => row.path === 'late.pdf'));
    await takeOut(bench, 'late.pdf');
    await until(() =>
      bench.rows().some((row) => row.problem_code === 'file.vanished' && row.path === 'late.pdf'),
    );
    await putOne(bench, 'late.pdf', pdf('late'));
    await until(() => bench.submissions().length === 3);
  });
});

describe('another document of the same name, size and time', () => {
  it('is sent where the one before it was', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', pdf('one'));
    await until(() => bench.submissions().length === 1);
    end(bench, 'accepted');
    await putOne(bench, 'a.pdf', pdf('two'));
    await until(() => bench.submissions().length === 2);
    expectAccountAddsUp(bench, 2);
  });

  it('is held where the one before it waited for a decision or was left out, and is what a decision sends', async () => {
    await using bench = await intakeBench({ before: (folder) => put(`${folder}/a.pdf`, pdf('one'), folder) });
    for (const content of ['two', 'six']) {
      await putOne(bench, 'a.pdf', pdf(content));
      await rested(bench);
      expect(current(bench)).toMatchObject([{ state: 'held', problem_code: 'file.backlog' }]);
      if (content === 'two') await bench.intake.decideBacklog('scans', 'skip');
    }
    await bench.intake.decideBacklog('scans', 'send');
    await until(() => bench.submissions().length === 1);
    expect(bench.submissions()[0]?.sha256s).toEqual([sha256Of(Buffer.from(pdf('six')))]);
  });
});

describe('a document that is put into its folder again', () => {
  it('goes out with its times kept where its copy was lost, as the words for that ask', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 1);
    end(bench, 'rejected', 'spool.missing');
    await putOne(bench, 'a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 2);
    expectAccountAddsUp(bench, 2);
  });

  it('is a duplicate when it was gone meanwhile', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 1);
    await takeOut(bench, 'a.pdf');
    await writeFile(bench.at('other.pdf'), pdf('other'));
    await until(() => bench.submissions().length === 2);
    await putOne(bench, 'a.pdf', pdf('a'));
    await rested(bench);
    expect(expectAccountAddsUp(bench, 3)).toMatchObject({ queued: 2, duplicate: 1 });
  });

  it.each(['withdrawn', 'rejected'] as const)(
    'goes out where it was %s, also under the number that it had',
    async (state) => {
      await using bench = await intakeBench();
      await putOne(bench, 'a.pdf', pdf('a'));
      await until(() => bench.submissions().length === 1);
      end(bench, state);
      const away = bench.at('..', 'away.pdf');
      await rename(bench.at('a.pdf'), away);
      await putOne(bench, 'other.pdf', pdf('other'));
      await until(() => bench.submissions().length === 2);
      await rested(bench);
      // As a file system that gives the number of the one before to the copy.
      await utimes(away, WRITTEN_AT + 60, WRITTEN_AT + 60);
      await rename(away, bench.at('a.pdf'));
      await until(() => bench.submissions().length === 3);
      expect(expectAccountAddsUp(bench, 3)).toMatchObject({ queued: 2, [state]: 1 });
    },
  );

  it('waits for a decision when it had been taken back and was gone meanwhile', async () => {
    await using bench = await intakeBench();
    await putOne(bench, 'other.pdf', pdf('other'));
    await putOne(bench, 'a.pdf', pdf('a'));
    await until(() => bench.submissions().length === 2);
    end(bench, 'withdrawn');
    await takeOut(bench, 'a.pdf');
    await rested(bench);
    await putOne(bench, 'a.pdf', pdf('a'));
    await rested(bench);
    expect(bench.submissions()).toHaveLength(2);
    const [row] = current(bench).filter(({ path, state }) => path === 'a.pdf' && state === 'held');
    expect(row?.problem_code).toBe('file.backlog');
    await bench.intake.decideFile(row?.id ?? 0, 'send');
    expect(bench.submissions()).toHaveLength(3);
  });
});
