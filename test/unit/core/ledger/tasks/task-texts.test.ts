import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWords, searchWords } from '../../../../../src-main/contract/texts/find-words.ts';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import { copyLedger } from '../../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { carryOver, replaceContent } from '../../../../../src-main/core/ledger/backup/replace-ledger.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { pageOfTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import {
  findTexts,
  forgetTexts,
  passagesOf,
  readTexts,
  searchedTexts,
  textQuery,
} from '../../../../../src-main/core/ledger/tasks/task-texts.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskDetails } from '../../../../support/task-details.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';

const AT = '2026-01-02T10:00:00Z';
const uuidOf = (n: number) => `6f000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const find = (ledger: Ledger, search: string) =>
  pageOfTasks(ledger, taskQuerySchema.parse({ search })).uuids.map((uuid) => Number(uuid.slice(-4)));

const item = (more: object) => ({
  ...{ uuid: uuidOf(9), group: 'inputs', tag: 'upload', created: AT, data_type: 'file' },
  ...more,
});
const record = (content: string, more: object = {}) =>
  item({
    medical_records: [
      { record_type: 'insurance-card', sections: [{ start: 1, length: 1, content }], ...more },
    ],
  });
const details = (n: number, data_items: object[], more: object = {}) =>
  taskDetails(AT, { uuid: uuidOf(n), data_items, ...more });
const store = (ledger: Ledger, n: number, data_items: object[], more: object = {}) =>
  recordTask(ledger, details(n, data_items, more), { mine: true, seenAt: 0 });

test('a search finds a Task by what the service read: sections, fields, aliases, texts, data and conclusions', () => {
  const ledger = testLedger();
  store(ledger, 1, [
    record('Patient: Jörg Müller\nborn 01/31/1980, Member XJ-998-21', {
      fields: { plan: { group: 'Goldstar' } },
    }),
  ]);
  store(ledger, 2, [
    item({ alias: `${uuidOf(1)}/original-7` }),
    item({ data_type: 'text', data: 'Typed by hand: Quimby' }),
    item({ data_type: 'json', data: { member: { id: ['ZZ71'] }, count: 4711 } }),
    item({ data_type: 'hologram', medical_records: 'no list', data: 17 }),
  ]);
  store(ledger, 3, [], { verdict_summaries: [{ code: '73721', conclusion: 'Needs a second opinion.' }] });
  store(ledger, 4, [record('QX4471902, seen July 21, 1964')]);
  store(ledger, 5, [record('QX-447-1902, seen 1979-08-08')]);
  store(ledger, 6, [record('Tomás, nacido el 3 de junio de 2014, seen 6/14/22 and 101/5/90')]);
  const finds: [string, number[]][] = [
    ['Muller', [1]],
    ['JÖRG mül', [1]],
    ['müller jo', []],
    ['1/31/1980', [1]],
    ['01/31/1980', [1]],
    ['1/3/1980', []],
    ['01/1980', []],
    ['1980-01-31', [1]],
    ['31/1/1980', [1]],
    ['Muller 31 de enero de 1980', [1]],
    ['07/21/1964', [4]],
    ['21-Jul-1964', [4]],
    ['julio 21, 1964', [4]],
    ['July 22, 1964', []],
    ['8/8/1979', [5]],
    ['August 8, 1979', [5]],
    ['1/31/80', [1]],
    ['31.01.80', [1]],
    ['July 21, 64', [4]],
    ['21 de julio del 64', [4]],
    ['8-8-79', [5]],
    ['6/3/14', [6]],
    ['06/14/2022', [6]],
    ['1/5/90', []],
    ['1/31/81', []],
    ['xj99821', [1]],
    ['QX4471902', [5, 4]],
    ['qx 447 1902', [5]],
    ['QX-4471902', [5, 4]],
    ['QX-447-19', [4]],
    ['QX4471903', []],
    ['xj-998', [1]],
    ['XJ 998 21', [1]],
    ['goldstar', [1]],
    ['original-7', [2]],
    ['quimby', [2]],
    ['zz71', [2]],
    ['4711', [2]],
    ['second opinion', [3]],
    ['"AND" OR (quimby*', []],
    ['quimby"', [2]],
    // A single letter, and the words of the payload that no one read.
    ['j', []],
    ['hologram', []],
    ['upload', []],
  ];
  for (const [search, found] of finds) expect([search, find(ledger, search)]).toEqual([search, found]);
  for (const search of ['muller', '1/31/1980'])
    expect([...passagesOf(ledger, [uuidOf(1), uuidOf(2)], search)].map(([uuid]) => uuid)).toEqual([
      uuidOf(1),
    ]);
  expect(passagesOf(ledger, [uuidOf(1)], 'muller').get(uuidOf(1))).toBe(
    '…Müller born 01/31/1980, Member XJ-998-21 Goldstar',
  );
});

test('a passage is marked exactly where SQLite finds the Task, whatever letters and signs the text has', () => {
  const part = fc.string({
    unit: fc.constantFrom(..."aàÀbBẞß19٣中-_.\u0301\u093e\u00ad\u0000\n '"),
    maxLength: 5,
  });
  const ledger = testLedger();
  ledger.db.pragma('synchronous = OFF');
  let n = 0;
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 4 }),
      fc.array(part, { minLength: 1, maxLength: 2 }),
      (text, search) => {
        n += 1;
        store(ledger, n, [record(text.join(' '))]);
        const words = searchWords(search.join(' '));
        const marked =
          words.length > 0 && words.every((word) => findWords(text.join(' '), [word]).length > 0);
        const found = words.length > 0 && inIndex(ledger, n, textQuery(words));
        expect([text, search, found]).toEqual([text, search, marked]);
      },
    ),
    { numRuns: 400 },
  );
});

const inIndex = (ledger: Ledger, n: number, query: string) =>
  ledger.db
    .prepare(
      'SELECT 1 FROM task JOIN task_text ON task_text.rowid = text_id WHERE task_text MATCH ? AND uuid = ?',
    )
    .get(query, uuidOf(n)) !== undefined;

const WORDS = ['ada', 'bo', 'cy', 'dora'];

test('whatever snapshots come and go, a word finds the Tasks whose newest snapshot has the word', () => {
  const step = fc.record({
    task: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom('processing', 'waiting'),
    second: fc.integer({ min: 10, max: 12 }),
    words: fc.option(fc.subarray(WORDS), { freq: 5 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const ledger = testLedger();
      try {
        for (const { task, status, second, words } of steps) {
          if (words === null) ledger.db.prepare('DELETE FROM snapshot WHERE task_uuid = ?').run(uuidOf(task));
          else
            store(ledger, task, [record(words.join(' '))], {
              status,
              latest_status_change: `2026-01-02T10:00:${second}Z`,
            });
        }
        const newest = ledger.db
          .prepare('SELECT MAX(id), task_uuid AS uuid, payload FROM snapshot GROUP BY task_uuid')
          .all();
        for (const word of WORDS) {
          const wanted = newest.flatMap((row) => {
            const { uuid, payload } = rowOf(row);
            return payload.includes(word) ? [Number(uuid.slice(-4))] : [];
          });
          expect(find(ledger, word).toSorted()).toEqual(wanted.toSorted());
        }
      } finally {
        ledger.close();
      }
    }),
    { numRuns: 60 },
  );
});

function rowOf(row: unknown): { uuid: string; payload: string } {
  if (typeof row !== 'object' || row === null || !('uuid' in row) || !('payload' in row))
    throw new Error('no row');
  return { uuid: String(row.uuid), payload: String(row.payload) };
}

test('of many texts with the words of a search, the newest count, and the search says so', () => {
  const ledger = testLedger();
  for (const n of [1, 2, 3]) store(ledger, n, [record(n === 2 ? 'common seldom' : 'common')]);
  expect(findTexts(ledger, searchWords('common'), 2)).toEqual({ count: 2, ids: '[3,2]', whole: false });
  expect(findTexts(ledger, searchWords('common seldom'), 2)).toEqual({ count: 1, ids: '[2]', whole: true });
  expect([searchedTexts(ledger, false), searchedTexts(ledger, true)]).toEqual(['newest', 'all']);
});

test('texts that the index lacks are read in slices, the newest first, and a Task that changes meanwhile is not read twice', () => {
  const ledger = testLedger();
  for (let n = 1; n <= 5; n += 1) store(ledger, n, [record(`text number${n}`)]);
  store(ledger, 1, [record('text number1 later')], { status: 'completed' });
  forgetTexts(ledger.db);
  expect([searchedTexts(ledger, true), find(ledger, 'text')]).toEqual(['unread', []]);
  expect(readTexts(ledger, 2)).toBe(true);
  expect(find(ledger, 'text').toSorted()).toEqual([1, 5]);
  store(ledger, 3, [record('another')], { status: 'completed' });
  expect(find(ledger, 'another')).toEqual([3]);
  expect(readTexts(ledger, 2)).toBe(true);
  expect(searchedTexts(ledger, true)).toBe('unread');
  expect(readTexts(ledger, 3)).toBe(false);
  expect(searchedTexts(ledger, true)).toBe('all');
  expect(find(ledger, 'text').toSorted()).toEqual([1, 2, 4, 5]);
  expect(find(ledger, 'number3')).toEqual([]);
});

test('a damaged index of texts is made again, and the ledger stays', () => {
  const path = testDir().at('ledger.db');
  const before = openLedger({ path, key: TEST_KEY, now: () => 0 });
  store(before, 1, [record('Quimby')]);
  before.db.unsafeMode(true);
  before.db.exec(`UPDATE task_text_data SET block = x'0011' WHERE id = (SELECT MAX(id) FROM task_text_data)`);
  before.db.close();
  const ledger = testLedger(() => 0, path);
  expect([searchedTexts(ledger, true), find(ledger, 'quimby')]).toEqual(['unread', []]);
  readTexts(ledger, 10);
  expect(find(ledger, 'quimby')).toEqual([1]);
});

test('a restore lets the texts be read again, also those of Tasks that the backup lacks', () => {
  const dir = testDir();
  const ledger = testLedger(() => 0, dir.at('ledger.db'));
  store(ledger, 1, [record('Quimby')]);
  copyLedger(ledger, dir.at('copy.db'), TEST_KEY);
  store(ledger, 2, [record('Zoltan')]);
  store(ledger, 1, [record('Quimby later')], { status: 'completed' });
  replaceContent(ledger, dir.at('copy.db'), TEST_KEY, { before: () => carryOver(ledger), after: () => {} });
  expect([searchedTexts(ledger, true), find(ledger, 'quimby')]).toEqual(['unread', []]);
  readTexts(ledger, 10);
  expect([find(ledger, 'quimby'), find(ledger, 'later'), find(ledger, 'zoltan')]).toEqual([[1], [], [2]]);
  store(ledger, 2, [record('Yorick')], { status: 'completed' });
  expect([find(ledger, 'zoltan'), find(ledger, 'yorick')]).toEqual([[], [2]]);
  expect(ledger.db.pragma('integrity_check(1)', { simple: true })).toBe('ok');
});
