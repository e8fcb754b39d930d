import { expect, it, test } from 'vitest';
import { type FoundEvent, fileRow, NO_HISTORY } from '../../../../src-main/core/folders/file-row.ts';
import type { FileRow, OpenFate } from '../../../../src-main/core/ledger/tables/files.ts';
import { fileRowOf } from './support/file-row-of.ts';

const same = { size: 10, mtimeMs: 5, inode: '7', ctimeMs: 3 };
const rewritten = { ...same, ctimeMs: 4 };
const touched = { ...same, mtimeMs: 6 };
const moved = { ...same, inode: '8' };
const other = { size: 11, mtimeMs: 6, inode: '7', ctimeMs: 4 };

const settling: OpenFate = { state: 'settling' };
const ignored: OpenFate = { state: 'ignored', by: 'excluded' };
const found: FoundEvent = {
  kind: 'found',
  path: 'a.pdf',
  identity: same,
  judgment: { fate: settling, groupKey: null },
  backlog: null,
  widened: null,
  isStrange: false,
  history: NO_HISTORY,
};
const ignores: Partial<FoundEvent> = { judgment: { fate: ignored, groupKey: null } };
const inGroup: Partial<FoundEvent> = { judgment: { fate: settling, groupKey: 'p1' } };
const namesake = (row: FileRow, wasTakenBack: boolean): Partial<FoundEvent> => ({
  history: { end: null, namesake: { row, wasTakenBack } },
});
const left = { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } } as const;

function told(row: FileRow | null, event: Partial<FoundEvent> = {}): string {
  const { writes, next } = fileRow(row, { ...found, ...event });
  const words = writes.map((write) => {
    if (write.kind === 'add') return `add ${fateWords(write.judgment.fate)}`;
    return write.kind === 'fate' ? `now ${fateWords(write.fate)}` : write.kind;
  });
  const end = next === null ? 'nothing new' : next.open ? 'open' : 'closed';
  return [...words, end].join(', ');
}

const fateWords = (fate: OpenFate) =>
  fate.state === 'held' || fate.state === 'withdrawn' ? `${fate.state} ${fate.problem.code}` : fate.state;

const held = (code: FileRow['problem_code']) => fileRowOf({ state: 'held', problem_code: code });
const bound = fileRowOf({ state: 'bound', submission_id: 's' });
const skipped = fileRowOf({ state: 'ignored' });
const late = held('file.late-for-group');
const takenBack = held('file.duplicate-withdrawn');
const withdrawn = (code: FileRow['problem_code']) => fileRowOf({ state: 'withdrawn', problem_code: code });
const ASKED_AGAIN = 'retire, add held file.backlog, closed';

test.each<[string, FileRow | null, Partial<FoundEvent>, string]>([
  ['a new file', null, {}, 'add settling, open'],
  ['a new file that the rule ignores', null, ignores, 'add ignored, closed'],
  ['a file of the backlog', null, { backlog: left }, 'add withdrawn file.left-out, closed'],
  ['a file of a backlog that is sent', null, { backlog: settling }, 'add settling, open'],
  ['a settling file as it was', fileRowOf({}), {}, 'open'],
  ['a settling file with another look', fileRowOf({}), { identity: other }, 'restat, now settling, open'],
  ['a settling file in another group', fileRowOf({}), inGroup, 'regroup, open'],
  ['a settling file that the rule ignores now', fileRowOf({}), ignores, 'now ignored, closed'],
  ['a held file that goes on', held('file.unreadable'), {}, 'open'],
  ['a held file that was changing', held('file.changing'), { identity: other }, 'restat, open'],
  ['a file that came late, as it was', late, {}, 'closed'],
  ['a file that came late, with another inode', late, { identity: moved }, 'restat, closed'],
  ['a file that came late, changed', late, { identity: other }, 'restat, now settling, open'],
  ['a file whose beginning was sent, as it was', held('file.grown'), {}, 'closed'],
  ['the same, grown further', held('file.grown'), { identity: other }, 'restat, now settling, open'],
  ['a backlog that a person is asked about', held('file.backlog'), { identity: touched }, 'restat, closed'],
  ['what equals a document that was taken back', takenBack, {}, 'closed'],
  ['the same, touched: its bytes tell', takenBack, { identity: touched }, 'open'],
  ['the same, of another size', takenBack, { identity: other }, 'restat, now settling, open'],
  ['an ignored file', skipped, ignores, 'now ignored, closed'],
  [
    'an ignored file that the rule takes now',
    skipped,
    { widened: left },
    'now withdrawn file.left-out, closed',
  ],
  [
    'an ignored file in a strange folder',
    { ...skipped, gone: 1 },
    { ...ignores, isStrange: true },
    'nothing new',
  ],
  ['a sent file as it was', bound, {}, 'nothing new'],
  ['a sent file that was gone', { ...bound, gone: 1 }, {}, 'gone, nothing new'],
  ['the same in a strange folder', { ...bound, gone: 1 }, { isStrange: true }, 'nothing new'],
  ['a sent file, changed', bound, { identity: other }, 'retire, add settling, open'],
  [
    'a sent file of which only the change time differs',
    bound,
    { identity: rewritten },
    'retire, add settling, open',
  ],
  [
    'a duplicate, the same',
    fileRowOf({ state: 'duplicate' }),
    { identity: rewritten },
    'retire, add settling, open',
  ],
  [
    'a sent file, the same, where no change time is known',
    bound,
    { identity: { ...same, ctimeMs: null } },
    'nothing new',
  ],
  [
    'a sent file that Clearfolder is about to move, the same',
    { ...bound, move_state: 'due' },
    { identity: rewritten },
    'nothing new',
  ],
  [
    'a sent file that was gone, the same',
    { ...bound, gone: 1 },
    { identity: rewritten },
    'retire, add settling, open',
  ],
  [
    'an answer that was gone, the same',
    { ...bound, gone: 1, message_id: 'm' },
    { identity: rewritten },
    'retire, add settling, open',
  ],
  ['a file that was left out, the same', withdrawn('file.left-out'), { identity: rewritten }, 'nothing new'],
  ['a settling file, the same', fileRowOf({}), { identity: rewritten }, 'restat, now settling, open'],
  ['a file that came late, the same', late, { identity: rewritten }, 'restat, closed'],
  [
    'a sent file where no inode is known',
    bound,
    { identity: { ...same, inode: '0', ctimeMs: null } },
    'restat, nothing new',
  ],
  [
    'a file that was left out and has another inode',
    withdrawn('file.left-out'),
    { identity: moved },
    ASKED_AGAIN,
  ],
  ['a file that vanished and is back', withdrawn('file.vanished'), {}, ASKED_AGAIN],
  ['the same, changed', withdrawn('file.vanished'), { identity: other }, 'retire, add settling, open'],
  [
    'a sent file that came to nothing, gone and back with another inode',
    { ...bound, gone: 1 },
    { identity: moved, history: { end: 'decided', namesake: null } },
    ASKED_AGAIN,
  ],
  [
    'another name of a file that waits for a person',
    null,
    namesake(held('file.backlog'), false),
    'add held file.backlog, closed',
  ],
  [
    'another name of a file that was taken back',
    null,
    namesake(bound, true),
    'add held file.backlog, closed',
  ],
  ['another name of a file that was sent', null, namesake(bound, false), 'add settling, open'],
])('the row of a file that is found: %s', (_what, row, event, expected) => {
  expect(told(row, event)).toBe(expected);
});

it('the row of a file that is found that vanished', () => {
  const vanish = (row: FileRow) => fileRow(row, { kind: 'vanished' }).writes;
  expect(vanish(fileRowOf({}))).toEqual([{ kind: 'vanish', detail: null, retired: true }]);
  expect(vanish({ ...held('file.backlog'), problem_detail: '2026-01-01' })).toEqual([
    { kind: 'vanish', detail: '2026-01-01', retired: false },
  ]);
  for (const state of ['ignored', 'bound', 'duplicate', 'withdrawn'] as const)
    expect(vanish(fileRowOf({ state }))).toEqual([{ kind: 'gone', gone: true }]);
  expect(fileRow(null, { kind: 'vanished' }).writes).toEqual([]);
});
