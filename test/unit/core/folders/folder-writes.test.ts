import { afterEach, expect, it, vi } from 'vitest';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import type { FolderRow } from '../../../../src-main/core/ledger/tables/folders.ts';
import { until } from '../../../support/until.ts';
import { intakeBench } from './intake-bench.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What changed in a folder's row, and whether the transaction that changed it waits for the disk. */
interface Change {
  readonly column: keyof FolderRow;
  readonly waits: boolean;
}

function watchRow({ db }: Ledger, columns: readonly (keyof FolderRow)[]): readonly Change[] {
  const changes: Change[] = [];
  // Asked while a row is written, the connection would say that it is busy: what it was told last is kept instead.
  let level: unknown = 'FULL';
  const pragma = db.pragma.bind(db);
  vi.spyOn(db, 'pragma').mockImplementation((source, options) => {
    level = /^synchronous = (\w+)$/.exec(source)?.[1] ?? level;
    return pragma(source, options);
  });
  for (const column of columns) {
    db.function(`note_${column}`, () => {
      changes.push({ column, waits: level !== 'NORMAL' });
      return null;
    });
    db.exec(
      `CREATE TEMP TRIGGER watch_${column} AFTER UPDATE ON folder WHEN OLD.${column} IS NOT NEW.${column}
       BEGIN SELECT note_${column}(); END`,
    );
  }
  return changes;
}

it('I1: waits for the disk for which folder was meant, and for nothing that each start finds out again', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('a.pdf');
  const changes = watchRow(bench.ledger, ['root_identity', 'watching', 'last_scan_at']);
  const of = (one: keyof FolderRow) => changes.filter(({ column }) => column === one);
  const watched = async (walks: number) => {
    await until(() => of('last_scan_at').length >= walks);
    await until(() => bench.folderRow()?.watching === 'events');
  };
  await bench.intake.start();
  await watched(2);
  const walks = of('last_scan_at').length;
  await bench.restart();
  await watched(walks + 2);
  expect(of('root_identity')).toEqual([{ column: 'root_identity', waits: true }]);
  expect(of('watching').length).toBeGreaterThanOrEqual(3);
  expect(changes.filter(({ column, waits }) => waits && column !== 'root_identity')).toEqual([]);
});
