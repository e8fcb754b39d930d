import { expect, it } from 'vitest';
import { FaultScript } from './faults.ts';
import { seededRandom } from './random.ts';
import { matches, routes } from './routes.ts';

const drop = { kind: 'dropBefore' } as const;
const hang = { kind: 'hang' } as const;

it('strikes after so many requests, so many times', () => {
  const faults = new FaultScript();
  const scripted = faults.on(routes.create, drop, { after: 1, times: 2 });
  const struck = Array.from({ length: 5 }, () => faults.take('POST', '/task/create')?.kind ?? null);
  expect(struck).toEqual([null, 'dropBefore', 'dropBefore', null, null]);
  expect(scripted.hits).toBe(2);
});

it('lets the oldest rule that is due strike', () => {
  const faults = new FaultScript();
  const first = faults.on(routes.any, drop, { times: 1 });
  faults.on(routes.get, hang);
  expect(faults.take('GET', '/task/get')?.kind).toBe('dropBefore');
  expect(faults.take('GET', '/task/get')?.kind).toBe('hang');
  expect(faults.take('GET', '/task/list')).toBeNull();
  first.remove();
  faults.clear();
  expect(faults.take('GET', '/task/get')).toBeNull();
});

it('strikes by chance, the same way for the same seed', () => {
  const run = () => {
    const faults = new FaultScript();
    faults.on(routes.any, drop, { probability: 0.3, random: seededRandom(11) });
    return Array.from({ length: 200 }, () => faults.take('GET', '/x') !== null);
  };
  const hits = run().filter(Boolean).length;
  expect(run()).toEqual(run());
  expect(hits).toBeGreaterThan(30);
  expect(hits).toBeLessThan(90);
  expect(() => new FaultScript().on(routes.any, drop, { probability: 0.5 })).toThrow(/random/);
});

it('tells the calls of docs/service.md 4 apart', () => {
  const calls = [
    ['token', 'POST', '/auth/get_token'],
    ['create', 'POST', '/task/create'],
    ['get', 'GET', '/task/get'],
    ['list', 'GET', '/task/list'],
    ['update', 'PATCH', '/task/1/update'],
    ['upload', 'POST', '/task/1/upload'],
    ['link', 'GET', '/task/1/data_item/2/get_link'],
    ['logEvent', 'POST', '/task/1/log_event'],
  ] as const;
  for (const [name, method, path] of calls) {
    const hit = calls.filter(([other]) => matches(routes[other], method, path)).map(([other]) => other);
    expect(hit).toEqual([name]);
    expect(matches(routes.any, method, path)).toBe(true);
  }
});
