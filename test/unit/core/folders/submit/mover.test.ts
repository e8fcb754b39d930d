import { renameSync, writeFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { type MoverParts, moveDue } from '../../../../../src-main/core/folders/submit/mover.ts';
import { createFiles } from '../../../../../src-main/core/ledger/tables/files.ts';
import { threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { systemError } from '../../../../endurance/faults/child/wrap.ts';
import { shiftedClock } from '../../../../support/clock.ts';
import { until } from '../../../../support/until.ts';
import { allow, forbid } from '../../../../support/world/forbidden.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from '../intake-bench.ts';

const DAY_MS = 86_400_000;
const ARCHIVE = 'Sent (Clearfolder)';
/** Lets one document go out and be taken, so that its move is due. */
async function sendAndAccept(bench: IntakeBench, name = 'a.pdf', text = 'a'): Promise<void> {
  await bench.send(name, pdf(text));
  accept(bench);
}

const accept = (bench: IntakeBench) =>
  bench.ledger.db.exec(
    `UPDATE submission SET state = 'accepted', task_uuid = 'task-' || id, unconfirmed_since = NULL, ended_at = 1
     WHERE state IN ('queued', 'unconfirmed')`,
  );
const due = (bench: IntakeBench, more: Partial<MoverParts> = {}) =>
  moveDue({
    root: bench.folder,
    calls: threadedCalls,
    folderId: 'scans',
    quietMs: 150,
    ledger: bench.ledger,
    files: createFiles(bench.ledger),
    clock: systemClock,
    ...more,
  });
const clockIn = (ms: number) => shiftedClock(ms).clock;
async function archived(bench: IntakeBench): Promise<Record<string, string>> {
  const names = await readdir(bench.at(ARCHIVE), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      files.map(async (entry) => {
        const path = `${entry.parentPath}/${entry.name}`;
        return [path.slice(bench.at(ARCHIVE).length + '/2026-01-01/'.length), await readFile(path, 'utf8')];
      }),
    ),
  );
}
const refuse = (code: string) => () => Promise.reject(systemError(code, 'link'));
/** The engine's own mover stays out of the way. */
const idle = { parts: { pace: { moveMs: 1_000_000 } }, rule: { after: 'move' } };

it('I4: a file that is written again in place while it is moved stays where it is, and nowhere else', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench, 'scan.pdf', 'monday');
  const writtenMeanwhile: typeof link = async (source, target) => {
    await link(source, target);
    await bench.put('scan.pdf', pdf('tuesday, which is longer'));
  };
  expect(await due(bench, { linkFile: writtenMeanwhile })).toBe(0);
  expect(await archived(bench)).toEqual({});
  expect(await readFile(bench.at('scan.pdf'), 'utf8')).toContain('tuesday');
});

it.each([
  ['a scanner writes another document in place', (path: string) => writeFileSync(path, pdf('tuesday'))],
  [
    'another document takes the name',
    (path: string) => {
      writeFileSync(`${path}.part`, pdf('tuesday'));
      renameSync(`${path}.part`, path);
    },
  ],
])('I4: in the last moment before a name is removed %s: it stays there and goes out', async (_, save) => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench, 'scan.pdf', 'monday');
  const files = createFiles(bench.ledger);
  const setGone: typeof files.setGone = (id, gone) => {
    if (gone) save(bench.at('scan.pdf'));
    return files.setGone(id, gone);
  };
  expect(await due(bench, { files: { ...files, setGone } })).toBe(0);
  expect(await readFile(bench.at('scan.pdf'), 'utf8')).toBe(pdf('tuesday'));
  expect(Object.values(await archived(bench))).not.toContain(pdf('tuesday'));
  await bench.intake.rescan();
  await bench.submitted(2);
});

it('cut off between its two steps and taken up another day, places nothing a second time', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench, 'scan.pdf', 'monday');
  const cutOff: typeof link = async (source, target) => {
    await link(source, target);
    throw new Error('cut off');
  };
  expect(await due(bench, { linkFile: cutOff })).toBe(0);
  expect(await due(bench, { clock: clockIn(DAY_MS) })).toBe(1);
  expect(await readdir(bench.at(ARCHIVE))).toHaveLength(1);
  expect(await archived(bench)).toEqual({ 'scan.pdf': pdf('monday') });
});

it('I4: another document that takes the name on a disk inside the folder keeps the name', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench, 'a.pdf', 'monday');
  let renames = 0;
  const renameFile: typeof rename = async (source, target) => {
    renames += 1;
    if (renames > 1) return await rename(source, target);
    await bench.put('b.pdf', pdf('tuesday'));
    await rename(bench.at('b.pdf'), bench.at('a.pdf'));
    throw systemError('EXDEV', 'rename');
  };
  await due(bench, { linkFile: refuse('EXDEV'), renameFile });
  expect(await readFile(bench.at('a.pdf'), 'utf8')).toBe(pdf('tuesday').toString());
  expect(await archived(bench)).toMatchObject({ 'a.pdf': pdf('monday').toString() });
  expect((await readdir(bench.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('I4: cut off while the source is set aside, finishes the move and leaves no second name', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench);
  expect(await due(bench)).toBe(1);
  const file = createFiles(bench.ledger).byId(1);
  const [day = ''] = await readdir(bench.at(ARCHIVE));
  const aside = bench.at(`${ARCHIVE}/${day}/.${file?.submission_id}-1.part`);
  // What a process leaves that was killed between the two steps: the source under the name aside, and the move still due.
  await link(bench.at(`${ARCHIVE}/${day}/a.pdf`), aside);
  bench.ledger.db.exec("UPDATE file SET move_state = 'due', move_next_at = 0");
  expect(await due(bench)).toBe(1);
  expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
});

it('a clock that was ahead keeps nothing waiting for the wrong date', async () => {
  await using bench = await intakeBench({
    ...idle,
    parts: { ...idle.parts, clock: clockIn(30 * DAY_MS) },
  });
  await sendAndAccept(bench);
  // A move that cannot be made now keeps its own wait.
  expect(await due(bench, { linkFile: refuse('EACCES') })).toBe(0);
  expect(await due(bench)).toBe(0);
  expect(await due(bench, { clock: clockIn(DAY_MS / 24) })).toBe(1);
});

it('waits for the Task, keeps the relative path, and counts nothing twice', async () => {
  await using bench = await intakeBench({ rule: { after: 'move' } });
  await bench.send('sub/a.pdf', pdf('a'));
  expect(await due(bench)).toBe(0);
  expect(await archived(bench)).toEqual({});
  accept(bench);
  await until(() => bench.rows()[0]?.move_state === 'moved');
  expect(await archived(bench)).toEqual({ 'sub/a.pdf': pdf('a') });
  expect(await readdir(bench.at('sub'))).toEqual([]);
  await bench.intake.rescan();
  await bench.idle();
  expect(expectAccountAddsUp(bench, 1).accepted).toBe(1);
});

it('overwrites nothing when the same name comes twice in a day', async () => {
  await using bench = await intakeBench(idle);
  for (const text of ['one', 'two', 'three']) {
    await bench.put('a.pdf', pdf(text));
    await until(() => bench.submissions().some((one) => one.state === 'queued'));
    accept(bench);
    await due(bench);
  }
  expect(await archived(bench)).toEqual({
    'a.pdf': pdf('one'),
    'a (2).pdf': pdf('two'),
    'a (3).pdf': pdf('three'),
  });
});

it.each([undefined, refuse('ENOTSUP'), refuse('EIO')])(
  'I4: the disk keeps what was placed before the original goes',
  async (linkFile) => {
    await using bench = await intakeBench(idle);
    await mkdir(bench.at('sub'));
    await sendAndAccept(bench, 'sub/a.pdf');
    const kept: string[] = [];
    const keeps = async (path: string) => {
      expect(await readFile(bench.at('sub/a.pdf'), 'utf8')).toBe(pdf('a'));
      kept.push(path.replace(/\d{4}-\d\d-\d\d/, 'DAY'));
    };
    expect(await due(bench, { ...(linkFile && { linkFile }), sync: { file: keeps, folder: keeps } })).toBe(1);
    const place = bench.at(ARCHIVE, 'DAY', 'sub');
    const folders = [place, bench.at(ARCHIVE, 'DAY'), bench.at(ARCHIVE), bench.folder];
    expect(kept).toEqual([...(linkFile === undefined ? [] : [join(place, 'a.pdf')]), ...folders]);
    expect(await archived(bench)).toEqual({ 'sub/a.pdf': pdf('a') });
  },
);

it('I4: a copy that the disk did not keep is made anew, and the original stands until it does', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench);
  const fails = () => Promise.reject(systemError('EIO', 'fsync'));
  const works = () => Promise.resolve();
  const later = () => bench.ledger.db.exec('UPDATE file SET move_next_at = 0');
  expect(await due(bench, { linkFile: refuse('ENOTSUP'), sync: { file: fails, folder: works } })).toBe(0);
  expect(await archived(bench)).toEqual({});
  later();
  expect(await due(bench, { linkFile: refuse('ENOTSUP'), sync: { file: works, folder: fails } })).toBe(0);
  expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
  expect(await readFile(bench.at('a.pdf'), 'utf8')).toBe(pdf('a'));
  later();
  const again = vi.fn(works);
  expect(await due(bench, { linkFile: refuse('ENOTSUP'), sync: { file: again, folder: works } })).toBe(1);
  expect(again).toHaveBeenCalledOnce();
  expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
});

it('leaves a file that is not the version that was sent', async () => {
  await using bench = await intakeBench({ ...idle, rule: { after: 'move', quietSeconds: 0.3 } });
  await sendAndAccept(bench, 'a.pdf', 'sent');
  await bench.put('a.pdf', pdf('newer'));
  expect(await due(bench)).toBe(0);
  expect(await archived(bench)).toEqual({});
  expect(await readFile(bench.at('a.pdf'), 'utf8')).toBe(pdf('newer'));
  await bench.submitted(2);
});

it('tries again later after a failure, and never sends again because of it', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench);
  expect(await due(bench, { linkFile: refuse('EBUSY') })).toBe(0);
  expect(await readFile(bench.at('a.pdf'), 'utf8')).toBe(pdf('a'));
  expect(bench.rows()[0]?.move_state).toBe('due');
  expect(await due(bench)).toBe(0);
  await bench.restart();
  await bench.idle();
  expect(bench.submissions()).toHaveLength(1);
  bench.ledger.db.exec('UPDATE file SET move_next_at = 0');
  expect(await due(bench)).toBe(1);
  expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
});

it('I4: leaves a document where it is while the archive is read-only, and moves it once it may', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench);
  const archive = bench.at(ARCHIVE);
  for (const [code, changes] of [
    ['EROFS', ['mkdir']],
    ['EACCES', ['mkdir']],
    ['EROFS', ['link', 'copyFile']],
    ['EACCES', ['link', 'copyFile']],
  ] as const) {
    const onRefused = vi.fn();
    forbid(archive, { code, changes, onRefused });
    expect(await due(bench)).toBe(0);
    expect(onRefused).toHaveBeenCalledOnce();
    expect(await archived(bench)).toEqual({});
    expect(await readFile(bench.at('a.pdf'), 'utf8')).toBe(pdf('a'));
    expect(bench.rows()[0]?.move_state).toBe('due');
    bench.ledger.db.exec('UPDATE file SET move_next_at = 0');
  }
  allow(archive);
  expect(await due(bench)).toBe(1);
  expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
});

it('I4: what cannot be taken from its folder is placed once, and ends the move when it can', async () => {
  await using bench = await intakeBench(idle);
  await sendAndAccept(bench);
  forbid(bench.at('a.pdf'), { code: 'EACCES', changes: ['unlink'] });
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await due(bench)).toBe(0);
    expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
    bench.ledger.db.exec('UPDATE file SET move_next_at = 0');
  }
  await bench.intake.rescan();
  allow(bench.at('a.pdf'));
  expect(await due(bench)).toBe(1);
  expect(await archived(bench)).toEqual({ 'a.pdf': pdf('a') });
});
