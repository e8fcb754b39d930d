import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from '../../../support/until.ts';
import { type AppBench, appBench, pdf } from './support/app-bench.ts';
import { SEND_EACH, sendByHand } from './support/send-each.ts';

const inState = async (bench: AppBench, state: 'duplicate' | 'held' | 'accepted' | 'withdrawn') =>
  (await bench.ask('files.page', { states: [state] })).rows;
const codesOf = async (bench: AppBench, state: 'duplicate' | 'held' | 'withdrawn') =>
  (await inState(bench, state)).map(({ path, problem }) => [path, problem?.code]);
const decide = (bench: AppBench, file: number | undefined, decision: 'send' | 'leave-out' | 'send-anyway') =>
  bench.ask('files.decide', { file: file ?? -1, decision });

const HELD = 'file.duplicate-withdrawn';

describe('I1: what equals a document that was taken back is not called sent', () => {
  it('is held and counted among what was not sent, stays so, and goes out when told to', async () => {
    const bench = await appBench();
    await bench.watch('scans');
    const { ids } = await sendByHand(bench.app, [bench.write('desk/a.pdf', pdf('same'))]);
    bench.write('scans/b.pdf', pdf('same'));
    await until(async () => (await inState(bench, 'duplicate')).length === 1);
    await bench.ask('outbox.withdraw', { ids });

    expect(await codesOf(bench, 'held')).toEqual([['b.pdf', HELD]]);
    const { account, attention } = await bench.ask('app.overview', {});
    expect(account).toMatchObject({ found: 2, held: 1, withdrawn: 1, duplicate: 0 });
    expect(attention).toMatchObject([{ kind: 'held', count: 1, problem: { code: HELD } }]);

    await bench.ask('folders.rescan', { folder: 'scans' });
    await bench.restart();
    await until(async () => (await bench.ask('app.overview', {})).folders_unseen === 0);
    const [held] = await inState(bench, 'held');
    expect([held?.path, (await bench.ask('outbox.page', {})).count]).toEqual(['b.pdf', 1]);

    await decide(bench, held?.id, 'send');
    await until(async () => (await inState(bench, 'accepted')).length === 1);
    expect((await bench.ask('app.overview', {})).account).toMatchObject({ found: 2, held: 0, accepted: 1 });
  });

  it('is a duplicate of the other one by which the same documents go, where there is one', async () => {
    const bench = await appBench();
    await bench.watch('scans');
    const a = bench.write('desk/a.pdf', pdf('same'));
    const first = await sendByHand(bench.app, [a]);
    bench.write('scans/b.pdf', pdf('same'));
    await until(async () => (await inState(bench, 'duplicate')).length === 1);
    const second = await sendByHand(bench.app, [a], { duplicates: true });
    await bench.ask('outbox.withdraw', { ids: first.ids });
    expect((await inState(bench, 'duplicate')).map((row) => row.duplicate_of)).toEqual(second.ids);
    await bench.ask('outbox.withdraw', { ids: second.ids });
    expect(await codesOf(bench, 'held')).toEqual([['b.pdf', HELD]]);
  });

  it('is a duplicate of another one with its bytes, where it was dropped', async () => {
    const bench = await appBench();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => bench.write(`${name}.pdf`, pdf(name)));
    const alone = await sendByHand(bench.app, [a ?? '']);
    const together = await sendByHand(bench.app, [a ?? '', b ?? ''], { grouping: 'together' });
    await sendByHand(bench.app, [a ?? '', c ?? '']);
    const of = async () => (await inState(bench, 'duplicate')).map((row) => row.duplicate_of);
    expect(await of()).toEqual(alone.ids);
    await bench.ask('outbox.withdraw', { ids: alone.ids });
    expect(await of()).toEqual(together.ids);
  });

  it('is the same for what was dropped, which goes as what it was dropped with was to go', async () => {
    const bench = await appBench();
    const [a, b] = [bench.write('a.pdf', pdf('a')), bench.write('b.pdf', pdf('b'))];
    const first = await sendByHand(bench.app, [a]);
    await sendByHand(bench.app, [a, b]);
    await sendByHand(bench.app, [a, bench.write('c.pdf', pdf('c'))]);
    await bench.ask('outbox.withdraw', { ids: first.ids });
    expect(await codesOf(bench, 'held')).toEqual([
      [a, HELD],
      [a, HELD],
    ]);
    const [one, other] = await inState(bench, 'held');
    await decide(bench, one?.id, 'send');
    const { rows } = await bench.ask('outbox.page', { states: ['queued'] });
    expect(rows.filter((row) => row.files[0]?.path === a)).toMatchObject([{ task_type: 'prior-auth' }]);
    const second = { file: other?.id ?? -1, decision: 'send' } as const;
    expect(await bench.refused('files.decide', second)).toBe('file.duplicate');
    expect((await bench.ask('outbox.page', {})).count).toBe(4);
    expect(await codesOf(bench, 'duplicate')).toEqual([
      [a, expect.stringMatching(/^file.duplicate(-waits)?$/)],
    ]);
    expect((await inState(bench, 'duplicate'))[0]?.duplicate_of).toBe(
      rows.find((row) => row.files[0]?.path === a)?.id,
    );
  });

  it('goes with a drop that was open while the earlier one was taken back', async () => {
    const bench = await appBench();
    const [a, b] = [bench.write('a.pdf', pdf('a')), bench.write('b.pdf', pdf('b'))];
    const first = await sendByHand(bench.app, [a]);
    const { id: drop } = await bench.ask('drops.open', {});
    await bench.ask('drops.add-paths', { drop, paths: [a, b] });
    await bench.ask('outbox.withdraw', { ids: first.ids });
    expect((await bench.ask('drops.send', { drop, ...SEND_EACH })).ids).toHaveLength(2);
    expect(await inState(bench, 'duplicate')).toEqual([]);
  });

  it('is not called sent before where the service refused the earlier one, and is held once that is taken back', async () => {
    const bench = await appBench();
    await bench.watch('scans', { taskType: 'nonsense' });
    const { ids } = await sendByHand(bench.app, [bench.write('desk/a.pdf', pdf('same'))], {
      task_type: 'nonsense',
    });
    bench.write('scans/b.pdf', pdf('same'));
    await until(async () => (await inState(bench, 'duplicate')).length === 1);
    expect(await codesOf(bench, 'duplicate')).toEqual([['b.pdf', 'file.duplicate-waits']]);
    await bench.ask('outbox.retry', { id: ids[0] ?? '' });
    await until(async () => (await bench.ask('outbox.page', {})).by_state.rejected === 1);
    expect(await codesOf(bench, 'duplicate')).toEqual([['b.pdf', 'file.duplicate-refused']]);
    await bench.ask('outbox.withdraw', { ids });
    expect(await codesOf(bench, 'held')).toEqual([['b.pdf', HELD]]);
    await decide(bench, (await inState(bench, 'held'))[0]?.id, 'leave-out');
    expect(await codesOf(bench, 'withdrawn')).toContainEqual(['b.pdf', 'file.left-out']);
  });

  it('is sent when it comes back, where it had left its folder before', async () => {
    const bench = await appBench();
    await bench.watch('scans');
    const { ids } = await sendByHand(bench.app, [bench.write('desk/a.pdf', pdf('same'))]);
    const b = bench.write('scans/b.pdf', pdf('same'));
    bench.write('scans/stays.pdf', pdf('stays'));
    await until(async () => (await inState(bench, 'duplicate')).length === 1);
    rmSync(b);
    await bench.ask('folders.rescan', { folder: 'scans' });
    await bench.ask('outbox.withdraw', { ids });
    expect(await codesOf(bench, 'withdrawn')).toContainEqual(['b.pdf', 'file.vanished']);
    bench.write('scans/b.pdf', pdf('same'));
    await bench.ask('folders.rescan', { folder: 'scans' });
    await until(async () => (await inState(bench, 'accepted')).some((row) => row.path === 'b.pdf'));
  });
});
