import { describe, expect, test } from 'vitest';
import { refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, only } from '../support/fates.ts';

benchForEachTest();

describe('I2: a create refused without the words of the service proves nothing', () => {
  test.each([400, 402, 403, 404, 405, 406, 410, 413, 415, 421, 422, 431, 451, 302])(
    '%i in the place of the answer: the Task that was made is found, and no other is',
    async (status) => {
      const id = bench.submit();
      bench.service.lagMs = 2_000;
      bench.service.fate = only('create', { do: 'lose', failure: refused(status) });
      await bench.startAndEnd(3_600_000);
      expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
      expect(bench.service.tasks.all).toHaveLength(1);
    },
  );

  test.each([
    [400, 'service.unsaid', '400'],
    [409, 'service.unsaid', '409'],
    [413, 'service.too-large', null],
    [422, 'service.unsaid', '422'],
  ])('%i is refused once the service has denied it, as %s', async (status, code, detail) => {
    const id = bench.submit();
    bench.service.fate = only('create', failing(status));
    await bench.start(5_000);
    expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: code });
    await bench.end(3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: code, problem_detail: detail });
    expect(bench.service.count('create')).toBe(1);
    expect(bench.service.count('get')).toBeGreaterThanOrEqual(3);
    expect(bench.outbox.lanes()).toEqual([]);
  });

  test('what knows nothing at the address is asked again slowly, and the others go on', async () => {
    const id = bench.submit();
    bench.service.fate = only('create', failing(404), id);
    await bench.start();
    const other = bench.submit();
    await bench.clock.advance(3_600_000);
    expect(bench.row(other).state).toBe('accepted');
    expect(bench.row(id).problem_code).toBe('service.no-such-address');
    expect(bench.service.count('create') - 1).toBeGreaterThan(2);
    expect(bench.service.count('create') - 1).toBeLessThan(20);
    bench.service.recover();
    await bench.endAccepted(3_600_000, id);
  });
});
