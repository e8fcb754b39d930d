import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputOf, VERBS, type VerbName } from '../../../../src-main/contract/verbs/index.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from './support/app-bench.ts';

/** What is left out: they change the settings file, the engine or the secret, or leave for the whole disk of this machine. */
const ELSEWHERE = new Set<string>([
  'settings.save',
  'lock.set',
  'app.restart-engine',
  'folders.save',
  'folders.remove',
  'doctor.run',
]);

const text = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '%',
    '_',
    '"',
    "'",
    '\\',
    '*',
    '[',
    '{',
    '../../..',
    '/',
    '/nowhere',
    '__proto__',
    'NaN',
    '\u202eabc',
    '\ud800',
    'waiting',
    'completed',
    'scans',
  ),
  fc.constantFrom(
    '2026-02-30',
    '2026-13-01',
    '9999-12-31',
    '-271821-04-20',
    '2026-01-01T00:00:00+99:99',
    '10000-01-01',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 150, maxLength: 250 }),
);
/** As a place: not the whole disk of this machine, nor what lies above the test's own folder. */
const besides = text.filter((one) => one === '/nowhere' || !/^[./]/.test(one.trim()));
const whole = fc.oneof(
  fc.constantFrom(0, 1, -1, 500, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  fc.integer(),
);
const object = fc.oneof(
  fc.dictionary(text, fc.jsonValue(), { maxKeys: 4 }),
  fc.constantFrom(JSON.parse('{"__proto__":{"a":1}}'), deep(200), deep(4000), {}),
);
function deep(levels: number): unknown {
  return JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
}

test('whatever a page sends: no fault that was not foreseen, and no standstill', async () => {
  const bench = await appBench({ tracking: { seconds: 0.3 } });
  await bench.watch('scans');
  bench.write('scans/one.pdf', pdf('one'));
  const [task] = await until(async () => {
    const { rows } = await bench.ask('tasks.page', {});
    return rows.length > 0 && rows[0]?.status !== 'pending' ? rows : null;
  });
  const { id: drop } = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', { drop, paths: [bench.write('two.pdf', pdf('two'))] });
  const outbox = (await bench.ask('outbox.page', {})).rows[0]?.id ?? '';
  const known = fc.constantFrom(task?.uuid ?? '', drop, outbox, 'scans', 'prior-auth');
  const value = fc.oneof(
    { weight: 3, arbitrary: known },
    text,
    whole,
    fc.boolean(),
    fc.constant(null),
    object,
    fc.array(fc.oneof(known, text), { maxLength: 3 }),
  );
  const names = Object.keys(VERBS).filter((name): name is VerbName => !ELSEWHERE.has(name));
  const faults: string[] = [];
  let tried = 0;
  for (const name of names) {
    const keys: string[] = Object.keys(VERBS[name].input.shape);
    const input = fc.record(Object.fromEntries(keys.map((key) => [key, madeFor(key)])), { requiredKeys: [] });
    function madeFor(key: string) {
      if (key === 'offset' || key === 'length' || key === 'index' || key === 'file') return whole;
      if (key === 'request_spec' || key === 'data') return fc.oneof(object, fc.constant(null));
      if (key === 'ids' || key === 'paths')
        return fc.array(fc.oneof(known, text), { minLength: 1, maxLength: 4 });
      if (key === 'states') return fc.constantFrom([], ['queued'], ['held', 'held']);
      if (key === 'status' || key === 'task_type_') return fc.array(text, { maxLength: 3 });
      if (key === 'grouping') return fc.constantFrom('each', 'folder', 'together');
      if (key === 'duplicates' || key === 'cleared') return fc.boolean();
      if (key === 'rule')
        return fc.record(
          {
            id: fc.constantFrom('a', 'scans'),
            path: fc.oneof(besides, fc.constantFrom(bench.at('scans'), bench.at('two.pdf'), '/dev/null')),
            taskType: text,
            include: fc.array(text, { maxLength: 3 }),
            exclude: fc.array(text, { maxLength: 3 }),
            group: fc.constantFrom(
              'file',
              'folder',
              { key: '(?<key>.*)' },
              { key: '(?<key>' },
              { folderDepth: 16 },
            ),
            after: fc.constantFrom('keep', 'move'),
          },
          { requiredKeys: ['id', 'path', 'taskType'] },
        );
      if (key === 'preferences')
        return fc.record({ theme: fc.constantFrom('dark', 'light'), lastTaskType: text });
      if (key === 'decision')
        return fc.oneof(
          fc.constantFrom('send', 'leave-out', 'send-anyway', 'skip', 'ask'),
          fc.record({ answer_to: fc.oneof(known, text) }),
          fc.record({ newerThan: text }),
        );
      return value;
    }
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        if (!inputOf(name).safeParse(given).success) return;
        tried += 1;
        const before = process.cpuUsage();
        const result = await bench.app.call(name, given, { actor: 'clerk' });
        const { user, system } = process.cpuUsage(before);
        if (!result.ok && result.error.code === 'unforeseen')
          faults.push(`${name} ${JSON.stringify(given).slice(0, 300)}: ${result.error.message}`);
        if (result.ok) {
          const out = VERBS[name].output.safeParse(JSON.parse(JSON.stringify(result.value)));
          if (!out.success)
            faults.push(`${name} gives what is not in the contract: ${out.error.message.slice(0, 200)}`);
        }
        // Of the processor, not of the clock: a busy machine is no fault.
        if (user + system > 2_000_000)
          faults.push(`${name} ${JSON.stringify(given).slice(0, 200)} cost ${user + system} µs`);
      }),
      { numRuns: 25 },
    );
  }
  expect(tried).toBeGreaterThan(200);
  expect([...new Set(faults)]).toEqual([]);
  expect((await bench.ask('app.overview', {})).connection.state).toBe('connected');
}, 300_000);
