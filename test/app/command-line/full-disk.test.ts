import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openStation, openStationLedger } from '../../../src-main/core/installation/open-station.ts';
import { needing, needs } from '../../support/machine.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchedStation } from '../../support/watched-station.ts';

/** Puts the data folder on a disk of 300 MB, because Clearfolder copies no document onto a disk with less than 256 MB free. */
async function onSmallDisk(data: string) {
  await using aside = await tempDir('aside');
  cpSync(data, aside.path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=700', 'clearfolder-test', data]);
  cpSync(aside.path, data, { recursive: true });
  return { [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', '--recursive', data]) };
}

/** Ways in which the disk of the data folder takes nothing more, each with its end. */
const DISKS: readonly [string, (data: string) => () => void][] = [
  [
    'full',
    (data) => {
      const { blocks, bfree, bsize } = statfsSync(data);
      execFileSync('mount', ['-o', `remount,size=${(blocks - bfree) * bsize}`, data]);
      return () => void execFileSync('mount', ['-o', 'remount,size=300m', data]);
    },
  ],
  [
    'read-only',
    (data) => {
      // The open files of the station forbid to make its own mount read-only, so a read-only mount of the same disk covers that mount.
      execFileSync('mount', ['--bind', data, data]);
      execFileSync('mount', ['-o', 'remount,bind,ro', data]);
      return () => void execFileSync('umount', ['--lazy', data]);
    },
  ],
];

test.for(DISKS)(
  'beside a running station, verbs that only read answer on a really %s disk, and what shows documents refuses with a true sentence',
  { timeout: 180_000, ...needing(needs.smallDisk) },
  async ([, spoil]) => {
    await using place = await watchedStation();
    const { station, upstream } = place;
    const { data } = station.choice;
    using _disk = await onSmallDisk(data);
    place.put('a.pdf');
    const running = await station.watch();
    await place.rest(1);
    const task = await until(async () => (await station.tasks()).tasks[0]?.uuid);
    // Otherwise the write-ahead log of the ledger has room for hundreds of audit entries on the full disk.
    const { ledger } = await openStationLedger(await openStation(station.choice), 'beside');
    ledger.db.pragma('wal_checkpoint(TRUNCATE)');
    ledger.close();
    const mend = spoil(data);
    // The audit keeps one entry for the same look within minutes, so this look must be another one than those above.
    for (const [verb, more, seen] of [
      ['status', [], null],
      ['folders', [], null],
      ['stations', [], null],
      ['settings', ['show'], null],
      ['user', ['list'], null],
      ['restore', ['--list'], null],
      ['files', ['--folder', 'in'], 'a.pdf'],
      ['outbox', [], 'a.pdf'],
      ['tasks', ['--task-type', 'prior-auth'], 'a.pdf'],
      ['task', [task], 'a.pdf'],
      ['receipt', [task], 'a.pdf'],
      ['insights', [], '1 Task created'],
      ['audit', [], task],
      ['audit', ['--verify'], 'entries'],
      ['doctor', [], null],
    ] as const) {
      const { code, stdout, stderr } = await station.run(verb, ...more);
      expect
        .soft([verb, `${stdout}${stderr}`])
        .toEqual([verb, expect.not.stringMatching(/nothing was started|nothing was sent/i)]);
      expect
        .soft([verb, code, stdout])
        .toEqual([verb, expect.any(Number), expect.not.stringMatching(/^\s*$/)]);
      if (seen !== null) {
        expect.soft([verb, code, stdout]).toEqual([verb, 0, expect.stringContaining(seen)]);
        const said =
          /^This look is not in the audit record, because the disk is full or read-only \(\w+\)\.\n$/;
        expect.soft([verb, stderr]).toEqual([verb, expect.stringMatching(said)]);
      }
      if (verb === 'doctor') expect.soft([code, stdout]).toEqual([1, expect.stringMatching(/FAULT disk/)]);
    }
    expect.soft((await station.run('support')).stdout).toContain('"environment": "test"');
    const asJson = await station.run('files', '--state', 'accepted', '--json');
    expect.soft(JSON.parse(asJson.stdout)).toMatchObject([{ path: 'a.pdf', state: 'accepted' }]);
    for (const verb of [
      ['tasks', '--search', 'a.pdf'],
      ['text', task],
      ['raw', task],
    ]) {
      const { code, stdout, stderr } = await station.run(...verb);
      expect.soft([verb, code, stdout]).toEqual([verb, 1, '']);
      expect.soft([verb, stderr]).toEqual([verb, expect.stringContaining('so it shows nothing')]);
      expect
        .soft([verb, stderr])
        .toEqual([verb, expect.not.stringMatching(/nothing was started|nothing was sent/i)]);
    }
    const saved = await station.run(
      'save',
      task,
      upstream.oracle.creates()[0]?.externalId ?? '',
      station.dir.at('saved.pdf'),
    );
    expect
      .soft([saved.code, `${saved.stdout}${saved.stderr}`])
      .toEqual([1, expect.not.stringMatching(/nothing was started|nothing was sent/i)]);
    mend();
    expect(await place.files()).toMatchObject([{ path: 'a.pdf', state: 'accepted' }]);
    await running.stop();
  },
);

test('a watched folder on a full drive holds its documents, names the drive of the folder as the cause, and goes on once there is room', {
  timeout: 180_000,
  ...needing(needs.smallDisk),
}, async () => {
  await using place = await watchedStation();
  const { station, folder, upstream } = place;
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'clearfolder-test', folder.path]);
  try {
    place.put('a.pdf');
    const fillUp = () => {
      const { bavail, bsize } = statfsSync(folder.path);
      writeFileSync(folder.at('.fill'), Buffer.alloc(bavail * bsize));
    };
    fillUp();
    const running = await station.watch();
    const told = await until(async () => {
      const { problem } = await station.folder();
      return problem?.code === 'folder.full' ? problem : null;
    });
    expect(told).toMatchObject({ message: expect.stringContaining('The drive of this folder is full') });
    const problemOf = async (name: string) =>
      (await place.files()).find(({ path }) => path === name)?.problem?.code ?? null;
    await until(async () => (await problemOf('a.pdf')) === 'folder.full');
    expect((await station.run('status')).code).toBe(3);
    rmSync(folder.at('.fill'));
    await place.rest(1);

    // The lease is there already, so only the claim of the next document finds no room.
    place.put('b.pdf');
    fillUp();
    await until(async () => (await problemOf('b.pdf')) !== null);
    expect(await problemOf('b.pdf')).toBe('folder.full');
    rmSync(folder.at('.fill'));
    await place.rest(2);
    expect(upstream.oracle.creates()).toHaveLength(2);
    await running.stop();
  } finally {
    execFileSync('umount', ['--lazy', folder.path]);
  }
});
