import { createHash } from 'node:crypto';
import { appendFile, rm, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('one row for each version', () => {
  it('sends new content under an old name as a new Task', async () => {
    await using bench = await intakeBench();
    for (const day of [1, 2, 3]) {
      await writeFile(bench.at('SCN_0001.pdf'), pdf(`day ${day}`));
      await until(() => bench.submissions().length === day);
    }
    expect(expectAccountAddsUp(bench, 3).queued).toBe(3);
    expect(bench.rows().map((row) => row.current)).toEqual([0, 0, 1]);
  });

  it('keeps one row for a file that was merely touched', async () => {
    await using bench = await intakeBench();
    await writeFile(bench.at('a.pdf'), pdf('a'));
    await until(() => bench.submissions().length === 1);
    await utimes(bench.at('a.pdf'), 1_700_000_000, 1_700_000_000);
    await bench.intake.rescan();
    await until(() => bench.rows().length === 1 && !bench.intake.busy());
    expect(bench.rows()[0]).toMatchObject({ state: 'bound', current: 1 });
    expect(bench.submissions()).toHaveLength(1);
    expectAccountAddsUp(bench, 1);
    await bench.intake.rescan();
    expect(bench.rows()).toHaveLength(1);
  });

  it('shows the same bytes under another name as a duplicate, and sends them anyway when told to', async () => {
    await using bench = await intakeBench();
    await writeFile(bench.at('a.pdf'), pdf('same'));
    await until(() => bench.submissions().length === 1);
    await writeFile(bench.at('b.pdf'), pdf('same'));
    await until(() => bench.account().duplicate === 1);
    expect(bench.submissions()).toHaveLength(1);
    expectAccountAddsUp(bench, 2);
    const id = bench.rows().find((row) => row.state === 'duplicate')?.id ?? 0;
    await bench.intake.sendAnyway(id);
    expect(bench.submissions()).toHaveLength(2);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 2, duplicate: 0 });
    await expect(bench.intake.sendAnyway(id)).rejects.toMatchObject({ code: 'file.decided' });
  });

  it('does not count a submission that was refused as the same documents', async () => {
    await using bench = await intakeBench();
    await writeFile(bench.at('a.pdf'), pdf('same'));
    await until(() => bench.submissions().length === 1);
    bench.ledger.db.exec(`UPDATE submission SET state = 'rejected', ended_at = 1`);
    await writeFile(bench.at('b.pdf'), pdf('same'));
    await until(() => bench.submissions().length === 2);
    const ids = bench.submissions().map((submission) => submission.external_id);
    expect(new Set(ids).size).toBe(2);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, rejected: 1 });
  });
});

describe('no mixed versions are sent', () => {
  it('begins again when the file changes while it is read', async () => {
    let rewrites = 0;
    const final = pdf('final');
    await using bench = await intakeBench({
      spool: {
        onChunk: async (path) => {
          if (rewrites++ === 0) await writeFile(path, final);
        },
      },
    });
    await writeFile(bench.at('a.pdf'), pdf('first!'));
    await until(() => bench.submissions().length === 1);
    expect(rewrites).toBeGreaterThan(1);
    expect(bench.submissions()[0]?.sha256s).toEqual([sha256(final)]);
    expectAccountAddsUp(bench, 1);
  });

  it('queues nothing when the file vanishes while it is read', async () => {
    await using bench = await intakeBench({ spool: { onChunk: (path) => rm(path) } });
    await writeFile(bench.at('a.pdf'), pdf('a'));
    await until(() => bench.account().withdrawn === 1);
    expect(bench.submissions()).toHaveLength(0);
    expectAccountAddsUp(bench, 1);
  });

  it('shows a file that changes whenever it is read as held, and goes on once it stands still', async () => {
    let quiet = false;
    await using bench = await intakeBench({
      rule: { quietSeconds: 0.1 },
      spool: { onChunk: (path) => (quiet ? undefined : appendFile(path, '%%EOF\n')) },
    });
    await writeFile(bench.at('a.pdf'), pdf('a'));
    await until(() => bench.rows()[0]?.problem_code === 'file.changing');
    expect(bench.submissions()).toHaveLength(0);
    quiet = true;
    await until(() => bench.submissions().length === 1);
    expectAccountAddsUp(bench, 1);
  });
});

describe('names', () => {
  it('knows one file by both spellings of its name, when the system shows it under one and then the other', async () => {
    await using bench = await intakeBench();
    await writeFile(bench.at('Mu\u0308ller.pdf'), pdf('m'));
    await until(() => bench.submissions().length === 1);
    const { rename } = await import('node:fs/promises');
    await rename(bench.at('Mu\u0308ller.pdf'), bench.at('M\u00fcller.pdf'));
    await bench.intake.rescan();
    await until(() => !bench.intake.busy());
    expect(bench.rows()).toHaveLength(1);
    expectAccountAddsUp(bench, 1);
  });

  it('keeps apart two files whose names differ only in how a letter is composed, also when found together', async () => {
    await using bench = await intakeBench({
      rule: { backlog: 'send' },
      before: async (folder) => {
        await writeFile(`${folder}/Mu\u0308ller.pdf`, pdf('one'));
        await writeFile(`${folder}/M\u00fcller.pdf`, pdf('two'));
      },
    });
    await until(() => bench.submissions().length === 2);
    await bench.intake.rescan();
    expectAccountAddsUp(bench, 2);
  });

  it('keeps two files apart whose names differ only in spelling', async () => {
    await using bench = await intakeBench();
    await writeFile(bench.at('Mu\u0308ller.pdf'), pdf('one'));
    await writeFile(bench.at('M\u00fcller.pdf'), pdf('two'));
    await until(() => bench.submissions().length === 2);
    await bench.intake.rescan();
    await until(() => !bench.intake.busy());
    expect(expectAccountAddsUp(bench, 2).queued).toBe(2);
  });

  it('takes names with quotes, line breaks, emoji and semicolons', async () => {
    await using bench = await intakeBench();
    const names = ['a"b.pdf', 'c;d.pdf', '😀.pdf', "e'f\n.pdf", 'x%20y.pdf'];
    for (const name of names) await writeFile(bench.at(name), pdf(name));
    await until(() => bench.submissions().length === names.length);
    expect(
      bench
        .submissions()
        .flatMap((one) => one.paths)
        .sort(),
    ).toEqual([...names].sort());
    expectAccountAddsUp(bench, names.length);
  });
});
