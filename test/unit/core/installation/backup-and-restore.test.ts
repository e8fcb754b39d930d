import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { insightsOf } from '../../../../src-main/core/insights/insights.ts';
import { backUpLedger } from '../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { addRequest, openRequests } from '../../../../src-main/core/ledger/tables/engine-requests.ts';
import { allPlaces, openFolder, pathOf } from '../../../../src-main/core/ledger/tables/folders.ts';
import { addSubmission, submissionById } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { PASSPHRASE, stationWithLedger } from './support/station-with-ledger.ts';

async function make() {
  const made = await stationWithLedger('restore');
  onTestFinished(() => made.dir.remove());
  return made;
}
const coded = (code: string) => expect.objectContaining({ code });

test('a backup brings back what was; the ledger from before is kept, and an engine takes it for an older copy', async () => {
  const { say, word, backUp, restore, takeUp, station } = await make();
  await say('first');
  await takeUp();
  const file = await backUp('one.backup');
  await say('second');
  const done = await restore(file);
  expect(done).toMatchObject({
    carriedOver: true,
    setAside: expect.stringMatching(/^ledger\.db\.replaced-/),
  });
  expect(existsSync(join(station.paths.dir, done.setAside ?? ''))).toBe(true);
  expect(await word()).toBe('first');
  expect(await takeUp()).toBe(true);
  expect(await takeUp()).toBe(false);
});

test('I5: what is asked between a restore and the next start is carried out; what came with the backup is not', async () => {
  const { backUp, restore, takeUp, withLedger } = await make();
  await takeUp();
  const ask = (verb: 'pause' | 'resume') =>
    withLedger(({ ledger }) => addRequest(ledger, { verb, folder: 'scans' }, 'clerk', Date.now()));
  const open = () => withLedger(({ ledger }) => openRequests(ledger).map(({ asked }) => asked?.verb));
  await ask('resume');
  expect(await restore(await backUp('one.backup'))).toMatchObject({ openRequests: 1 });
  await ask('pause');
  const later = await backUp('later.backup');
  expect(await takeUp()).toBe(true);
  expect(await open()).toEqual(['pause']);
  // By the time that this one is put back, it was carried out.
  expect(await restore(later)).toMatchObject({ openRequests: 2 });
  expect(await takeUp()).toBe(true);
  expect(await open()).toEqual([]);
});

test('where the ledger is gone, or is damaged, or its key is lost, the backup takes its place', async () => {
  const { say, word, backUp, restore, takeUp, station, dir } = await make();
  await say('first');
  await takeUp();
  const own = await backUp('own.backup');
  const portable = await backUp('portable.backup', PASSPHRASE);
  const ledger = station.paths.ledger;
  rmSync(ledger);
  await restore(own);
  expect(await word()).toBe('first');
  // Damaged in some pages, it opens, and is set aside whole all the same.
  const damaged = readFileSync(ledger).fill(9, 3 * 4096, 9 * 4096);
  writeFileSync(ledger, damaged);
  const { setAside, carriedOver } = await restore(own);
  expect(carriedOver).toBe(false);
  expect(readFileSync(join(station.paths.dir, setAside ?? '')).equals(damaged)).toBe(true);
  expect(await word()).toBe('first');
  rmSync(dir.at('secrets.json'));
  await expect(word()).rejects.toEqual(coded('secrets.key-lost'));
  await expect(restore(own)).rejects.toEqual(coded('backup.not-openable'));
  expect(existsSync(ledger)).toBe(true);
  await restore(portable);
  expect(await word()).toBe('first');
  expect(await takeUp()).toBe(true);
});

test('another station opens it with its passphrase alone, and only when that is said', async () => {
  const here = await make();
  await here.say('first');
  const file = await here.backUp('portable.backup', PASSPHRASE);
  const there = await make();
  await expect(there.restore(file)).rejects.toEqual(coded('backup.other-station'));
  await expect(
    there.restore(file, { otherStation: true, passphrase: 'four words that differ!' }),
  ).rejects.toEqual(coded('backup.wrong-passphrase'));
  expect(readdirSync(there.station.paths.dir)).not.toContain('ledger.db');
  await there.restore(file, { otherStation: true });
  expect(await there.word()).toBe('first');
  expect(await there.takeUp()).toBe(true);
  const own = await here.backUp('own.backup');
  await expect(there.restore(own, { otherStation: true })).rejects.toEqual(coded('backup.not-openable'));
});

test('what is damaged, cut short, of a newer version, or no backup changes nothing', async () => {
  const { say, word, backUp, restore, dir, withLedger, station } = await make();
  await say('first');
  const file = await backUp('one.backup');
  await say('second');
  const bytes = readFileSync(file);
  const attempt = async (name: string, content: Buffer, code: string) => {
    writeFileSync(dir.at(name), content);
    await expect(restore(dir.at(name))).rejects.toEqual(coded(code));
  };
  await attempt('cut', bytes.subarray(0, bytes.length - 4096), 'backup.damaged');
  const flipped = Buffer.from(bytes);
  flipped[30_000] = (flipped[30_000] ?? 0) ^ 1;
  await attempt('flipped', flipped, 'backup.damaged');
  await attempt('header', Buffer.from('Clearfolder backup\n{"format":1}\n'), 'backup.damaged');
  await attempt('text', Buffer.from('not a backup at all'), 'backup.not-openable');
  await attempt('empty', Buffer.alloc(0), 'backup.damaged');
  await expect(restore('latest')).rejects.toEqual(coded('backup.none'));
  await withLedger(({ ledger }) => {
    const version = ledger.db.pragma('user_version', { simple: true });
    ledger.db.pragma('user_version = 9999');
    ledger.db.prepare('VACUUM INTO ?').run(dir.at('newer'));
    ledger.db.pragma(`user_version = ${version}`);
  });
  await expect(restore(dir.at('newer'))).rejects.toEqual(coded('ledger.from-the-future'));
  expect(readdirSync(station.paths.dir).filter((name) => name.includes('incoming'))).toEqual([]);
  expect(await word()).toBe('second');
});

test('the hourly backups are restored by their name, or as the latest', async () => {
  const { say, word, restore, withLedger, station } = await make();
  for (const hour of [1, 2]) {
    await say(`hour ${hour}`);
    await withLedger(({ ledger, key }) => backUpLedger(ledger, station.paths.backups, key, hour * 3_600_000));
  }
  await say('now');
  await restore('latest');
  expect(await word()).toBe('hour 2');
  await restore('ledger-1970-01-01T01-00-00.000Z.db');
  expect(await word()).toBe('hour 1');
});

test('a backup is never written over a file, nor with a short passphrase, nor into a folder that does not exist', async () => {
  const { say, backUp, dir } = await make();
  await say('first');
  writeFileSync(dir.at('mine.txt'), 'mine');
  await expect(backUp('mine.txt')).rejects.toEqual(coded('backup.exists'));
  expect(readFileSync(dir.at('mine.txt'), 'utf8')).toBe('mine');
  await expect(backUp('weak', 'too short')).rejects.toEqual(coded('backup.weak-passphrase'));
  await expect(backUp('none/where')).rejects.toEqual(coded('backup.unwritable'));
  expect(readdirSync(dir.path)).not.toContain('weak');
});

test.each(['readable', 'unreadable'] as const)(
  'kill -9 at any step of a restore over a %s ledger leaves one that is whole, the old or the new',
  async (kind) => {
    const { say, word, backUp, killedAt, restore, check, takeUp, station } = await make();
    await say('old');
    await takeUp();
    const file = await backUp('one.backup');
    for (const step of ['taken-out', 'checked', 'key-kept', 'set-aside', 'replaced', 'done']) {
      if (kind === 'unreadable') writeFileSync(station.paths.ledger, Buffer.alloc(40_000, 7));
      else await say('new');
      const { signal, steps } = await killedAt('restore', step, file);
      const happened = steps.includes('replaced');
      expect([step, signal]).toEqual([
        step,
        step === 'set-aside' && kind === 'unreadable' ? null : 'SIGKILL',
      ]);
      if (kind === 'readable') {
        expect([step, await word(), await check()]).toEqual([step, happened ? 'old' : 'new', 'ok']);
        expect([step, await takeUp()]).toEqual([step, happened]);
      } else if (happened) {
        expect([step, await word(), await check()]).toEqual([step, 'old', 'ok']);
      } else {
        expect(readFileSync(station.paths.ledger).equals(Buffer.alloc(40_000, 7))).toBe(true);
      }
      // Whatever it left stands in nobody's way.
      await restore(file);
      expect(await word()).toBe('old');
      await takeUp();
    }
  },
);

test('I2: what is carried over stays of the folder that it came from, also where that was set up or moved since', async () => {
  const { backUp, restore, withLedger } = await make();
  const found = (folder: string, path: string, ...ids: string[]) =>
    withLedger(({ ledger }) => {
      openFolder(ledger, folder, path, 1);
      for (const id of ids) {
        const more = { origin: 'folder', folderId: folder } as const;
        ledger.transaction(() => addSubmission(ledger, newSubmission(id, [newFile('a')], more), 1));
      }
    });
  const places = (...ids: string[]) =>
    withLedger(({ ledger }) =>
      ids.map((id) => {
        const { folder_id: folder, seq } = submissionById(ledger, id) ?? { folder_id: null, seq: 0 };
        return pathOf(ledger, folder ?? '', seq);
      }),
    );
  await found('scans', '/one', 's1', 's2');
  await found('same', '/same', 'x1');
  const before = await backUp('before.backup');
  await found('scans', '/one', 's3');
  await found('scans', '/two', 's4');
  await found('scans', '/three', 's5');
  await found('fax', '/fax', 'f1');
  await found('same', '/same', 'x2');
  const all = ['s1', 's2', 's3', 's4', 's5', 'f1', 'x1', 'x2'];
  const came = ['/one', '/one', '/one', '/two', '/three', '/fax', '/same', '/same'];
  expect(await places(...all)).toEqual(came);
  await restore(before);
  expect(await places(...all)).toEqual(came);
  expect(
    await withLedger(({ ledger }) => allPlaces(ledger).filter(({ path }) => path === '/same')),
  ).toHaveLength(1);
  await found('scans', '/three', 's6');
  await found('fax', '/fax-2', 'f2');
  expect(await places(...all, 's6', 'f2')).toEqual([...came, '/three', '/fax-2']);
});

test('I6: a Task that the backup lacks comes along with its verdicts, their reasons and its waits', async () => {
  const { backUp, restore, withLedger } = await make();
  const before = await backUp('before.backup');
  const at = '2026-03-01T08:00:00Z';
  const issues = [{ key: 'task.data.missing', message: 'id?', property: 'member_id' }];
  const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const decided = {
    uuid: uuid(1),
    status: 'completed',
    verdicts: [{ code: 'A', approved: false, issues: [0] }],
  };
  const period = { from: '2026-02-28', to: '2026-03-02' };
  const counted = () => withLedger(({ ledger }) => insightsOf(ledger, period, 0));
  await withLedger(({ ledger }) => {
    for (const fields of [decided, { uuid: uuid(2), status: 'waiting' }])
      recordTask(ledger, taskDetails(at, { ...fields, issues }), { mine: true, seenAt: 0 });
  });
  const all = await counted();
  expect([all.decided.by_reason.length, all.waiting.waits]).toEqual([1, 1]);
  await restore(before);
  expect(await counted()).toEqual(all);
});
