import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { appBench, pdf } from './support/app-bench.ts';
import { SEND_EACH } from './support/send-each.ts';

const FILES = 1_200;

async function benchWithMany() {
  const bench = await appBench();
  for (let i = 0; i < FILES; i += 1) bench.write(`many/${i}.pdf`, pdf(`document ${i}`));
  const { id: drop } = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', { drop, paths: [bench.at('many')] });
  return { bench, drop, request: { drop, ...SEND_EACH } };
}

test('a drop of very many files goes and is taken back whole, and nothing else stands still meanwhile', async () => {
  const { bench, drop, request } = await benchWithMany();
  const standstill = monitorEventLoopDelay({ resolution: 10 });
  const begun = performance.now();
  standstill.enable();
  const sending = bench.ask('drops.send', request);
  // Whatever else is asked of it while it is being queued finds it taken.
  expect(['drop.sending', 'drop.unknown']).toContain(await bench.refused('drops.discard', { drop }));
  expect(await bench.refused('drops.send', request)).toBe('drop.sending');
  const { ids } = await sending;
  expect(ids).toHaveLength(FILES);
  expect(await bench.ask('outbox.withdraw', { ids })).toEqual({ withdrawn: FILES, too_late: 0 });
  standstill.disable();
  // All files in one transaction would be one standstill from beginning to end.
  expect(standstill.max / 1e6 / (performance.now() - begun)).toBeLessThan(0.5);
  const { account } = await bench.ask('app.overview', {});
  expect(account).toMatchObject({ found: FILES, withdrawn: FILES, queued: 0 });
});

test('I1: an end in the middle of queueing loses nothing that was queued, and keeps nothing that was not', async () => {
  const { bench, request } = await benchWithMany();
  const sending = bench.app.call('drops.send', request, { actor: 'clerk' });
  while ((await bench.ask('app.overview', {})).account.queued === 0) await new Promise(setImmediate);
  await bench.restart();
  expect(await sending).toMatchObject({ ok: false, error: { code: 'drop.unknown' } });
  const { account } = await bench.ask('app.overview', {});
  expect(account.queued).toBeGreaterThan(0);
  expect(account.queued).toBeLessThan(FILES);
  expect(account.found).toBe(account.queued);
  expect(account.rejected).toBe(0);
  expect((await bench.ask('outbox.page', { states: ['queued'] })).count).toBe(account.queued);
});
