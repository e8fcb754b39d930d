import { renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { faultyStation } from './support/faulty-station.ts';

test('I1: every file that was found is in exactly one count, and the counts add up', async () => {
  await using place = await faultyStation();
  const { service, folder, station, put, counts } = place;
  await using running = await station.watch();
  const refusal = { detail: [{ loc: ['body', 'name'], msg: 'too long', type: 'string_too_long' }] };
  service.faults.on(routes.create, { kind: 'status', status: 422, body: refusal }, { times: 1 });
  put('refused.pdf', 'refused by the service');
  await until(async () => (await counts())['rejected'] === 1);
  put('first.pdf', 'one');
  await until(async () => (await counts())['accepted'] === 1);
  put('copy of first.pdf', 'one');
  writeFileSync(folder.at('~$letter.docx'), 'lock');
  writeFileSync(folder.at('Thumbs.db'), 'junk');
  writeFileSync(folder.at('empty.pdf'), '');
  put('gone.pdf', 'never sent');
  renameSync(folder.at('gone.pdf'), folder.at('gone.part'));
  await until(async () => (await counts())['held'] === 1 && (await counts())['duplicate'] === 1);
  const all = await counts();
  expect(all).toMatchObject({ rejected: 1, accepted: 1, duplicate: 1, held: 1 });
  expect(all['ignored']).toBeGreaterThanOrEqual(2);
  const { code } = await running.stop();
  expect(code).toBe(0);
});

test('I10: when the service cannot be reached, what is shown stays dated by the last look', async () => {
  await using place = await faultyStation();
  const { service, station, put, counts } = place;
  await using running = await station.watch();
  put('a.pdf', 'a');
  await until(async () => (await counts())['accepted'] === 1);
  await until(async () => (await station.tasks()).as_of !== null);
  service.faults.on(routes.any, { kind: 'dropBefore' });
  const afterAnother = async () => {
    const before = service.log.exchanges().length;
    await service.log.waitFor((exchange) => exchange.id > before);
    return await station.tasks();
  };
  // What was under way when the service went may still have been answered.
  await afterAnother();
  const first = await afterAnother();
  const later = await afterAnother();
  expect(later.tasks).toHaveLength(1);
  expect(later.as_of).toBe(first.as_of);
  await running.stop();
});
