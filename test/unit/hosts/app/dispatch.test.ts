import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isVerb, VERBS } from '../../../../src-main/contract/verbs/index.ts';
import { HANDLERS } from '../../../../src-main/hosts/app/handlers/index.ts';
import { overviewOf, startedApp, untilOverview } from './support/app-place.ts';
import { ask, CALLER, refused } from './support/ask.ts';

test('what is no verb, or no input of one, is refused with words and changes nothing', async () => {
  const { app } = await startedApp();
  for (const name of ['', 'app.overvie', 'toString', '__proto__', 'constructor', 'hasOwnProperty']) {
    expect(isVerb(name)).toBe(false);
    expect(await app.call(name, {}, CALLER)).toMatchObject({
      ok: false,
      error: { code: 'request.not-understood' },
    });
  }
  for (const input of [null, undefined, 7, 'x', [], { more: 1 }, { task: 7 }, { task: '' }]) {
    expect(await app.call('tasks.get', input, CALLER)).toMatchObject({
      ok: false,
      error: { code: 'request.invalid', message: expect.stringContaining('Nothing was changed') },
    });
  }
  expect(await refused(app, 'tasks.get', { task: crypto.randomUUID() })).toBe('task.unknown');
});

test('a page names no paths of this machine, and the program itself does', async () => {
  const { dir, app } = await startedApp();
  const { id } = await ask(app, 'drops.open', {});
  const file = dir.at('referral.txt');
  writeFileSync(file, 'Referral letter\n');
  const add = (isPage: boolean) =>
    app.call('drops.add-paths', { drop: id, paths: [file] }, { ...CALLER, isPage });
  expect(await add(true)).toMatchObject({ ok: false, error: { code: 'request.not-understood' } });
  expect((await ask(app, 'drops.get', { drop: id })).files).toEqual([]);
  expect(await add(false)).toMatchObject({ ok: true });
});

test('I11: no name of a file, Task or patient is in the log', async () => {
  const { dir, app } = await startedApp();
  const { decided_today: today } = await untilOverview(app, (overview) => overview.decided_today.count > 2);
  await ask(app, 'tasks.page', { search: today.tasks[0]?.name ?? '' });
  await overviewOf(app);
  await app.stop();
  const logs = dir.at('data', 'logs');
  const text = readdirSync(logs)
    .map((name) => readFileSync(`${logs}/${name}`, 'utf8'))
    .join('\n');
  expect(text).toContain('engine.started');
  for (const { name, file_names: files } of today.tasks) {
    for (const word of [name, ...files]) expect(text).not.toContain(word);
  }
});

test('every verb of the contract is carried out by somebody', () => {
  expect(Object.keys(HANDLERS).sort()).toEqual(Object.keys(VERBS).sort());
});
