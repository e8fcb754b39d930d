import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appPlace } from './support/app-place.ts';
import { ask, failure } from './support/ask.ts';
import { auditOf } from './support/beside.ts';

test('a copy is made when it is asked for, said with its time, and kept in the audit', async () => {
  const { dir, start } = await appPlace();
  const app = await start();
  const before = await ask(app, 'backups.state', {});
  expect(before).toMatchObject({ last: null, count: 0, cipher: 'aegis-256' });
  const after = await ask(app, 'backups.make', {});
  expect(after).toMatchObject({ last: expect.any(String), count: 1, folder: before.folder });
  expect(readdirSync(after.folder).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  expect(await ask(app, 'backups.state', {})).toEqual(after);
  expect((await auditOf(dir)).map(({ action }) => action)).toContain('backup.made');
  await app.stop();
  expect(await failure(app, 'backups.make', {})).toMatchObject({ code: 'engine.stopped' });
});
