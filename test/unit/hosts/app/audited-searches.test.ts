import { expect, test } from 'vitest';
import { createTypedSearches, type Search } from '../../../../src-main/hosts/app/audit-views.ts';
import { startedApp, untilOverview } from './support/app-place.ts';
import { ask, CALLER } from './support/ask.ts';

/** Types one text after the other, with pauses where it says so; gives the texts that were kept. */
async function typed(texts: readonly (string | 'pause' | 'stop')[]): Promise<string[]> {
  const kept: string[] = [];
  let waiting: (() => void)[] = [];
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
  const keep = ({ typed: { search } }: Search) => kept.push(search ?? '');
  const searches = createTypedSearches(clock, keep, (error) => {
    throw error;
  });
  for (const text of texts) {
    if (text === 'stop') searches.stop();
    else if (text === 'pause') {
      for (const end of waiting) end();
      waiting = [];
      await Promise.resolve();
      await Promise.resolve();
    } else {
      const field = text === '' ? {} : { search: text };
      searches.shown({ actor: 'a', name: 'tasks.page', filter: {}, typed: field, rows: 1, of: 1 });
    }
  }
  return kept;
}

test.each([
  ['letters typed one by one', ['m', 'mi', 'mil', 'pause'], ['mil']],
  ['a pause on the way', ['mi', 'pause', 'mil', 'mill', 'pause'], ['mi', 'mill']],
  ['another text', ['mil', 'abe', 'pause'], ['mil', 'abe']],
  ['letters deleted to nothing', ['mil', 'mi', 'm', '', 'pause'], ['mil']],
  ['letters deleted after a pause', ['mil', 'pause', 'mi', 'm', '', 'pause'], ['mil']],
  ['letters deleted, then a pause', ['mil', 'mi', 'pause'], ['mil', 'mi']],
  ['the same text asked for again', ['mil', 'mil', 'pause', 'mil', 'pause'], ['mil']],
  ['the end', ['mi', 'mil', 'stop'], ['mil']],
] as const)('of %s, what was meant is kept', async (_, texts, kept) => {
  expect(await typed(texts)).toEqual(kept);
});

test('the audit holds what was searched, by what lists were narrowed and how many rows they showed, once in ten minutes', async () => {
  const { start, app } = await startedApp();
  await untilOverview(app, ({ tasks_known: known }) => known > 0);
  const [row] = (await ask(app, 'tasks.page', {})).rows;
  const text = row?.uuid.slice(0, 8) ?? '';
  for (const length of [2, 5, 8])
    await ask(app, 'tasks.page', { search: text.slice(0, length), extent: 'newest' });
  for (const _ of [1, 2]) await ask(app, 'tasks.page', { search: text, extent: 'all', order_by: 'name' });
  for (const _ of [1, 2]) await ask(app, 'tasks.page', { status: ['no-such-status'] });
  await ask(app, 'outbox.page', { states: ['rejected'] });
  await app.stop();

  const { rows } = await ask(await start(), 'audit.page', { action: ['list.viewed'], actor: [CALLER.actor] });
  const of = (list: string) => rows.filter(({ subject }) => subject === list).map(({ detail }) => detail);
  expect(of('tasks.page').filter((detail) => 'search' in detail)).toEqual([{ search: text, rows: 1, of: 1 }]);
  expect(of('tasks.page').filter((detail) => 'status' in detail)).toEqual([
    { status: ['no-such-status'], rows: 0, of: 0 },
  ]);
  expect(of('tasks.page').at(-1)).toEqual({ rows: expect.any(Number), of: expect.any(Number) });
  expect(of('outbox.page')).toEqual([{ states: ['rejected'], rows: 0, of: 0 }]);
});
