import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepCopiesState } from '../../../../src-main/core/housekeeping/external-copies.ts';
import { clinic, SECRET, startedApp, untilOverview } from './support/app-place.ts';
import { ask, refused } from './support/ask.ts';
import { auditOf, beside } from './support/beside.ts';

test('a copy is made when it is asked for, said with its time, and kept in the audit', async () => {
  const { dir, app } = await startedApp();
  const before = await ask(app, 'backups.state', {});
  expect(before).toMatchObject({ last: null, count: 0 });
  const after = await ask(app, 'backups.make', {});
  expect(after).toMatchObject({ last: expect.any(String), count: 1, folder: before.folder });
  expect(readdirSync(after.folder).filter((name) => name.endsWith('.db'))).toHaveLength(1);
  expect(await ask(app, 'backups.state', {})).toEqual(after);
  expect((await auditOf(dir)).map(({ action }) => action)).toContain('backup.made');
  await app.stop();
  expect(await refused(app, 'backups.make', {})).toBe('engine.stopped');
});

test('a place for copies that cannot be reached is said on Today, in Settings and by the doctor; practice mode writes none', async () => {
  const { dir, start, writeSettings } = await clinic((place) => ({ copies: { folder: place.at('share') } }));
  const app = await start({ apiSecret: SECRET });
  expect((await ask(app, 'backups.state', {})).copies).toEqual({
    folder: dir.at('share'),
    hours: 24,
    last: null,
    problem: null,
  });
  await beside(dir, (ledger) =>
    keepCopiesState(ledger, {
      folder: dir.at('share'),
      last: null,
      problem: { code: 'copies.unreachable', detail: 'ENOENT' },
    }),
  );
  const problem = { code: 'copies.unreachable', message: expect.stringContaining('(ENOENT)') };
  const { attention } = await untilOverview(app, (overview) =>
    overview.attention.some(({ kind }) => kind === 'copies'),
  );
  expect(attention).toContainEqual({ kind: 'copies', problem: expect.objectContaining(problem) });
  expect((await ask(app, 'backups.state', {})).copies?.problem).toMatchObject(problem);
  const findings = await ask(app, 'doctor.run', {});
  expect(findings.find(({ what }) => what === 'copies')).toMatchObject({ state: 'fault' });
  expect(findings.find(({ what }) => what === 'record')?.words).toContain('AES-256');
  await app.stop();
  writeSettings({ environment: 'practice', copies: { folder: dir.at('share') } });
  expect((await ask(await start(), 'backups.state', {})).copies).toBe(null);
});
