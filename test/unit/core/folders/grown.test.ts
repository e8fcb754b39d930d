import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, open, readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../../../src-main/contract/problem.ts';
import { sizesText } from '../../../../src-main/core/folders/submit/grown.ts';
import { heldAttention } from '../../../../src-main/core/views/overview/attention.ts';
import { sha256Of } from '../../../support/documents.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench } from './intake-bench.ts';
import { end } from './support/same-files.ts';

/** A PDF of scanned pages. The head differs from one save to the next, as the dates in a real PDF do. */
function scan(saved: string, ...pages: string[]): Buffer {
  const objects = pages.map((page, n) => {
    const picture = page.repeat(500);
    const dictionary = `<< /Type /XObject /Subtype /Image /Length ${picture.length} >>`;
    return `${n + 1} 0 obj\n${dictionary}\nstream\n${picture}\nendstream\nendobj\n`;
  });
  return Buffer.from(`%PDF-1.4\n% saved ${saved}\n${objects.join('')}startxref\n0\n%%EOF\n`, 'latin1');
}

/** A fax as libtiff writes it: behind each page its directory, which a further page links to itself. */
function fax(...pages: string[]): Buffer {
  const numbers = (...list: readonly (readonly [value: number, bytes: 2 | 4])[]) =>
    Buffer.concat(
      list.map(([value, bytes]) => {
        const field = Buffer.alloc(bytes);
        field.writeUIntBE(value, 0, bytes);
        return field;
      }),
    );
  const strips = pages.map((page) => Buffer.from(page.repeat(500)));
  const tags = 4;
  const directoryBytes = 2 + tags * 12 + 4;
  const pageAt = (n: number) =>
    8 + strips.slice(0, n).reduce((sum, { length }) => sum + length + directoryBytes, 0);
  const directoryAt = (n: number) => pageAt(n) + (strips[n]?.length ?? 0);
  return Buffer.concat([
    Buffer.from('MM\0*'),
    numbers([directoryAt(0), 4]),
    ...strips.flatMap((strip, n) => [
      strip,
      numbers(
        [tags, 2],
        ...[256, 257].flatMap(
          (tag) =>
            [
              [tag, 2],
              [4, 2],
              [1, 4],
              [100, 4],
            ] as const,
        ),
        ...([
          [273, 2],
          [4, 2],
          [1, 4],
          [pageAt(n), 4],
        ] as const),
        ...([
          [279, 2],
          [4, 2],
          [1, 4],
          [strip.length, 4],
        ] as const),
        [n + 1 < pages.length ? directoryAt(n + 1) : 0, 4],
      ),
    ]),
  ]);
}

const detailOf = ({ ledger }: IntakeBench) =>
  ledger.db.prepare(`SELECT problem_detail FROM file WHERE problem_code = 'file.grown'`).pluck().all();
const sent = (bench: IntakeBench) => bench.submissions().flatMap(({ sha256s }) => sha256s);

describe('I3: a file of which only the beginning was sent', () => {
  const text = `${'A line of a report.\n'.repeat(100)}`;

  it('is asked about with both sizes, and the whole file goes out once a person says so', async () => {
    await using bench = await intakeBench();
    await bench.send('report.txt', text);
    await appendFile(bench.at('report.txt'), text);
    await bench.problem('file.grown');
    await bench.rested();
    expect(bench.held()).toEqual([['report.txt', 'file.grown']]);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, held: 1 });
    const [question] = heldAttention(bench.ledger);
    expect(question).toMatchObject({
      count: 1,
      problem: { message: expect.stringContaining('2 KB → 4 KB') },
    });
    await bench.intake.decideFile(bench.row('report.txt')?.id ?? 0, 'send');
    expect(sent(bench)[1]).toBe(sha256Of(Buffer.from(text + text)));
    await bench.restart();
    await bench.rested();
    expect(expectAccountAddsUp(bench, 2).queued).toBe(2);
  });

  it('is asked about once, about the newest, when the pages 1, 1-2 and 1-3 are saved one after the other', async () => {
    await using bench = await intakeBench();
    await bench.send('scan.pdf', scan('at ten', 'page one'));
    await bench.put('scan.pdf', scan('a minute later', 'page one', 'page two'));
    await bench.problem('file.grown');
    const whole = scan('two minutes later', 'page one', 'page two', 'page three');
    await bench.put('scan.pdf', whole);
    await bench.rested();
    expect(bench.held()).toEqual([['scan.pdf', 'file.grown']]);
    expect(detailOf(bench)).toEqual(['4 KB → 13 KB']);
    await bench.intake.decideFile(bench.row('scan.pdf')?.id ?? 0, 'send');
    expect(sent(bench)).toEqual([expect.any(String), sha256Of(whole)]);
  });

  it('is asked about once, when a fax server appends pages to a TIFF', async () => {
    await using bench = await intakeBench();
    await bench.send('fax.tif', fax('page one'));
    await bench.put('fax.tif', fax('page one', 'page two'));
    await bench.problem('file.grown');
    const whole = fax('page one', 'page two', 'page three');
    await bench.put('fax.tif', whole);
    await bench.rested();
    expect(bench.held()).toEqual([['fax.tif', 'file.grown']]);
    await bench.intake.decideFile(bench.row('fax.tif')?.id ?? 0, 'send');
    expect(sent(bench)).toEqual([expect.any(String), sha256Of(whole)]);
  });

  it('stays left out, and is asked about again when it grows further', async () => {
    await using bench = await intakeBench();
    await bench.send('report.txt', text);
    await appendFile(bench.at('report.txt'), 'more\n');
    await bench.problem('file.grown');
    await bench.intake.decideFile(bench.row('report.txt')?.id ?? 0, 'leave-out');
    await bench.restart();
    await bench.rested();
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, withdrawn: 1 });
    await appendFile(bench.at('report.txt'), 'and more\n');
    await bench.counts({ held: 1 });
    expect(detailOf(bench)).toEqual(['2000 bytes → 2014 bytes']);
  });

  it('is asked about where the beginning was moved away, and where it is a page of a sent group', async () => {
    await using bench = await intakeBench({ rule: { after: 'move' } });
    await bench.send('scan.pdf', scan('at ten', 'page one'));
    end(bench, 'accepted');
    await bench.counts({ accepted: 1 });
    await bench.put('scan.pdf', scan('later', 'page one', 'page two'));
    await bench.problem('file.grown');
    await using groups = await intakeBench({ rule: { group: 'folder' } });
    await groups.send('P1/scan.pdf', scan('at ten', 'page one'));
    await groups.put('P1/scan.pdf', scan('later', 'page one', 'page two'));
    await groups.put('P1/other.pdf');
    await groups.counts({ held: 2 });
    expect(groups.held()).toEqual([
      ['P1/other.pdf', 'file.late-for-group'],
      ['P1/scan.pdf', 'file.grown'],
    ]);
  });
});

describe('I3: a file into which a program writes after the move', () => {
  const text = 'Page one.\n'.repeat(100);
  const moving = { rule: { after: 'move' } } as const;
  const moved = async (bench: IntakeBench, path: string) => {
    await bench.send(path, text);
    const writer = await open(bench.at(path), 'r+');
    end(bench, 'accepted');
    await until(() => bench.row(path)?.move_state === 'moved');
    return writer;
  };
  const archived = async (bench: IntakeBench) =>
    (await readdir(bench.at('Sent (Clearfolder)'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  it('is back in its folder and is asked about with both sizes, and the whole file goes out once a person says so', async () => {
    await using bench = await intakeBench(moving);
    const writer = await moved(bench, 'P1/report.txt');
    await writer.write(text, text.length);
    await writer.close();
    await bench.problem('file.grown');
    expect(bench.held()).toEqual([['P1/report.txt', 'file.grown']]);
    expect(detailOf(bench)).toEqual(['1000 bytes → 2000 bytes']);
    expect(await archived(bench)).toEqual([]);
    await bench.intake.decideFile(bench.row('P1/report.txt')?.id ?? 0, 'send');
    expect(sent(bench)[1]).toBe(sha256Of(Buffer.from(text + text)));
    end(bench, 'accepted');
    await until(async () => (await archived(bench)).length === 1);
    await bench.rested();
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ accepted: 2 });
  });

  it('is asked about where the program wrote other bytes, and where another file took the name of the file', async () => {
    await using bench = await intakeBench(moving);
    const writer = await moved(bench, 'report.txt');
    await writer.write('A later page, longer', 995);
    await writer.write('Another', 0);
    await writer.close();
    await bench.problem('file.written-after-move');
    expect(bench.held()).toEqual([['report.txt', 'file.written-after-move']]);
    await using taken = await intakeBench(moving);
    const other = await moved(taken, 'report.txt');
    await taken.put('report.txt', 'Of another patient.\n');
    await other.write(text, text.length);
    await other.close();
    await taken.problem('file.grown');
    expect(taken.held()).toEqual([['report (2).txt', 'file.grown']]);
    expect(await readFile(taken.at('report.txt'), 'utf8')).toBe('Of another patient.\n');
  });

  it.runIf(process.platform === 'linux')(
    'is looked at as long as another program has the file open',
    async () => {
      await using bench = await intakeBench(moving);
      await bench.send('report.txt', text);
      const writer = spawn('sh', [
        '-c',
        'exec 3>>"$0"; echo open; read line; echo "Page two." >&3',
        bench.at('report.txt'),
      ]);
      await once(writer.stdout, 'data');
      const lookedAt = () =>
        bench.ledger.db.prepare('SELECT move_next_at FROM file WHERE after_move IS NOT NULL').pluck().get();
      end(bench, 'accepted');
      await until(() => lookedAt() !== undefined);
      for (let looks = 0; looks < 2; looks += 1) {
        const before = lookedAt();
        await until(() => lookedAt() !== before);
        expect(lookedAt()).toBeTypeOf('number');
      }
      writer.stdin.end('\n');
      await bench.problem('file.grown');
      expect(bench.held()).toEqual([['report.txt', 'file.grown']]);
    },
  );

  it('stays where it is, and is looked at no longer, where nobody wrote', async () => {
    await using bench = await intakeBench(moving);
    const writer = await moved(bench, 'report.txt');
    await writer.close();
    await bench.restart();
    await until(() => bench.ledger.db.prepare('SELECT after_move FROM file').pluck().get() === null);
    expect(await archived(bench)).toEqual(['report.txt']);
    expect(expectAccountAddsUp(bench, 1)).toMatchObject({ accepted: 1 });
  });
});

describe('no question, but a new document', () => {
  it.each([
    ['another scan under the same name', scan('x', 'page one'), scan('y', 'other page', 'page two')],
    ['the pages in another order', scan('x', 'page one'), scan('y', 'page two', 'page one')],
    [
      'another letter with the same letterhead',
      scan('x', 'letterhead'),
      scan('and a longer text', 'letterhead'),
    ],
    ['another fax under the same name', fax('page one'), fax('other page', 'page two')],
    ['the pages of a fax in another order', fax('page one'), fax('page two', 'page one')],
    ['another fax of as many pages', fax('page one', 'page two'), fax('page one', 'page 2')],
    ['a shorter version', scan('x', 'page one', 'page two'), scan('x', 'page one')],
    ['another text', Buffer.from('Report of Anna.\n'), Buffer.from('Report of Bert, and more.\n')],
  ])('%s', async (_what, first, second) => {
    await using bench = await intakeBench();
    await bench.send('scan.pdf', first);
    await bench.send('scan.pdf', second);
  });

  it.each(['rejected', 'withdrawn'] as const)('after the beginning was %s', async (state) => {
    await using bench = await intakeBench();
    await bench.send('a.txt', 'one\n');
    end(bench, state);
    await bench.send('a.txt', 'one\ntwo\n');
  });
});

it('both sizes are in one unit, in which they differ', () => {
  const MB = 1024 * 1024;
  expect([
    sizesText(10, 1500),
    sizesText(2000, 2014),
    sizesText(182_000, 524_000),
    sizesText(50 * 1024, 3 * MB),
    sizesText(3 * MB, 9 * MB),
    sizesText(3 * MB, 3 * MB + 2048),
  ]).toEqual([
    '10 bytes → 1500 bytes',
    '2000 bytes → 2014 bytes',
    '178 KB → 512 KB',
    '50 KB → 3072 KB',
    '3 MB → 9 MB',
    '3072 KB → 3074 KB',
  ]);
  expect(describeProblem({ code: 'file.grown', detail: '3 MB → 9 MB' }).message).toContain(
    '(size sent → size now: 3 MB → 9 MB)',
  );
});
