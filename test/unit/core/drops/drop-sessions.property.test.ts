import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DROP_GROUPINGS } from '../../../../src-main/contract/views/drop.ts';
import { accountOf } from '../../../../src-main/core/ledger/tables/counts.ts';
import { PlainError } from '../../../../src-main/core/plain-error.ts';
import { expectAccountAddsUp, pdf } from '../folders/intake-bench.ts';
import { dropBench, REQUEST } from './support/drop-sessions.ts';

const ENDS = ['ready', 'refused', 'ignored', 'duplicate'];

const content = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }).map((n) => pdf(String(n))) },
  fc.constantFrom('', '%PDF-1.4', '{"a":', '{"a":1}', 'plain'),
);
const name = fc.constantFrom(
  'a.pdf',
  'b.json',
  'c.txt',
  '.DS_Store',
  '~$d.docx',
  'e\u202Ex.pdf',
  'x.part',
  'ä.pdf',
);
const folder = fc.constantFrom('', 'one/', 'one/deep/', 'two/', '__MACOSX/', '..', '/');
const dropped = fc.array(
  fc.record({
    path: fc.tuple(folder, name).map(([above, file]) => above + file),
    content,
    by: fc.constantFrom('path', 'stream', 'broken stream', 'long stream'),
  }),
  { minLength: 1, maxLength: 8 },
);
const sending = fc.record({
  files: dropped,
  grouping: fc.constantFrom(...DROP_GROUPINGS),
  taskType: fc.constantFrom('one', 'other'),
  duplicates: fc.boolean(),
});

test('every file of any drop ends in exactly one state, and the sums add up after sending (I1)', async () => {
  const { bench, drops } = await dropBench();
  const account = () => accountOf(bench.ledger, null);
  const property = fc.asyncProperty(sending, async ({ files, ...request }) => {
    const place = bench.at('hand');
    const { id } = drops.open();
    const work = files.map(async ({ path, content: text, by }, index) => {
      if (by === 'path') {
        // One below another's place, so that the same name may come from several.
        const at = `${place}/${index}/${path.replace('..', 'up/').replace(/^\//, 'top/')}`;
        await mkdir(dirname(at), { recursive: true });
        await writeFile(at, text);
        await drops.addPaths(id, [`${place}/${index}`]);
      } else {
        const size = Buffer.byteLength(text) - (by === 'long stream' ? 1 : 0);
        await drops.addStream(
          id,
          { path, size: Math.max(0, size) },
          (async function* () {
            if (by === 'broken stream') throw new Error('reset');
            yield Buffer.from(text);
          })(),
        );
      }
    });
    await Promise.all(work);
    const drop = drops.get(id);
    expect(drop.reading).toBe(false);
    for (const file of drop.files) {
      expect(ENDS).toContain(file.state);
      expect(file.problem !== null).toBe(file.state === 'refused' || file.state === 'duplicate');
      expect(file.ignored_by !== null).toBe(file.state === 'ignored');
    }
    expect(new Set(drop.files.map((file) => file.path)).size).toBe(drop.files.length);
    const count = (state: string) => drop.files.filter((file) => file.state === state).length;
    const before = account();
    const submissions = bench.submissions().length;
    const copied = count('ready') + count('duplicate');
    try {
      const ids = await drops.send(id, { ...REQUEST, ...request });
      expect(ids.length).toBe(bench.submissions().length - submissions);
      const after = expectAccountAddsUp({ account }, before.found + drop.files.length);
      // A refused file of an earlier drop that is given again is withdrawn there.
      expect(after.held + after.withdrawn - before.held - before.withdrawn).toBe(count('refused'));
      expect(after.ignored - before.ignored).toBe(count('ignored'));
      expect(after.queued - before.queued + after.duplicate - before.duplicate).toBe(copied);
      if (request.duplicates) expect(after.queued - before.queued).toBe(copied);
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      expect(error.code).toBe('drop.nothing-to-send');
      expect(request.duplicates && copied > 0).toBe(false);
      expect(account()).toEqual(before);
      await drops.discard(id);
    }
    expect(drops.spoolNames()).toEqual([]);
    // The names of the copies are exactly those that rows name.
    const named = bench.ledger.db
      .prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM submission_file')
      .get();
    expect(await readdir(bench.spool.dir).catch(() => [])).toHaveLength(named?.n ?? 0);
    await rm(place, { recursive: true, force: true });
  });
  await fc.assert(property, { numRuns: 60 });
});
