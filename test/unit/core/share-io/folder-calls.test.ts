import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { folderCalls } from '../../../../src-main/core/share-io/folder-calls.ts';
import { shareCalls } from '../../../support/share-calls.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';

test('I8: calls into one share are few at a time, whoever makes them and by whatever rule; its lease has a place of its own', async () => {
  const share = shareCalls();
  const callsAt = folderCalls({ share: () => share.calls });
  const told: number[] = [];
  share.hang();
  const lists = Array.from({ length: 20 }, (_, n) =>
    callsAt(`/share/${n % 2 === 0 ? '' : '.'}`)
      .files.lstat('/nothing')
      .then(() => told.push(n)),
  );
  const others = Array.from({ length: 20 }, () => callsAt('/share').files.run(async () => undefined));
  await nextTurn();
  expect(share.counts).toEqual({ underWay: 4, most: 4 });
  expect(await callsAt('/share').turn(async () => 'renewed')).toBe('renewed');
  share.answer();
  await Promise.all([...lists, ...others]);
  expect(told).toHaveLength(20);
  expect(share.counts).toEqual({ underWay: 0, most: 4 });
});

test('I8: an open file keeps no place, and each call on it waits for one', async () => {
  await using dir = await tempDir('places');
  const share = shareCalls();
  const { files } = folderCalls({ share: () => share.calls })(dir.path);
  const open = await Promise.all(Array.from({ length: 6 }, (_, n) => files.open(dir.at(`${n}`), 'wx')));
  expect(await files.list(dir.path)).toHaveLength(6);
  share.hang();
  const written = open.map(async (file, n) => {
    await file.write(Buffer.from(`${n}`), 0, 1);
    await file.sync();
    await file.close();
  });
  await until(() => share.counts.underWay === 4);
  share.answer();
  await Promise.all(written);
  expect(share.counts.most).toBe(4);
});

test('what reads much leaves places for what only looks', async () => {
  await using dir = await tempDir('places');
  const share = shareCalls();
  const { files } = folderCalls({ share: () => share.calls })(dir.path);
  const open = await Promise.all(Array.from({ length: 6 }, (_, n) => files.open(dir.at(`${n}`), 'wx+')));
  share.hang();
  const piece = Buffer.alloc(1024 * 1024);
  const read = open.map((file) => file.read(piece, 0, piece.length, 0).finally(() => file.close()));
  await nextTurn();
  expect(share.counts.underWay).toBe(2);
  const looked = [1, 2, 3].map(() => files.lstat(dir.path));
  await nextTurn();
  expect(share.counts.underWay).toBe(4);
  share.answer();
  await Promise.all([...read, ...looked]);
  expect(share.counts.most).toBe(4);
});

test('I8: shares that hang leave threads for the rest, however many they are, and hold up no disk of this machine', async () => {
  const share = shareCalls();
  const callsAt = folderCalls({ share: () => share.calls, isLocal: async (path) => path === '/here' });
  await callsAt('/here').look();
  share.hang();
  const asked = Array.from({ length: 20 }, (_, n) => callsAt(`/share/${n % 5}`).files.lstat('/nothing'));
  await nextTurn();
  expect(share.counts.underWay).toBe(13);
  const turn = callsAt('/share/6').turn(() => share.calls.list('/'));
  await nextTurn();
  expect(share.counts.underWay).toBe(13);
  const here = callsAt('/here');
  await here.look();
  expect(await here.files.lstat('/nothing')).toBeNull();
  expect(await here.turn(async () => await here.inTurn.list('/'))).not.toEqual([]);
  share.answer();
  await Promise.all([...asked, turn]);
  expect(share.counts).toEqual({ underWay: 0, most: 13 });
});
