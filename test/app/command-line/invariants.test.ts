import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { filesBelow } from '../../support/files-below.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

/** A station watching one folder, and a service in front of which faults can be scripted. */
async function watched(rule: Record<string, unknown> = {}) {
  const upstream = await startServiceModel({ complete: true });
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const folder = await tempDir('invariants');
  const station = await testStation(
    {
      environment: 'test',
      environments: { test: service.baseUrl },
      sending: { idleTimeoutSeconds: 1 },
      tracking: { seconds: 0.5 },
      folders: [
        { id: 'in', path: folder.path, taskType: 'prior-auth', quietSeconds: 0.2, backlog: 'send', ...rule },
      ],
    },
    { apiSecret: upstream.apiSecret },
  );
  onTestFinished(async () => {
    await station[Symbol.asyncDispose]();
    await folder.remove();
    await service.close();
    await upstream.close();
  });
  const put = (name: string, text: string) => {
    const bytes = pdfDocument({ pages: [text] });
    writeFileSync(folder.at(name), bytes);
    return sha256Of(bytes);
  };
  const counts = async () => (await station.folders())[0]?.counts ?? {};
  return { upstream, service, folder, station, put, counts };
}

test('I1: every file that was found is in exactly one count, and the counts add up', async () => {
  const { service, folder, station, put, counts } = await watched();
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
  const all = await until(
    async () => {
      const now = await counts();
      return now['held'] === 1 && now['duplicate'] === 1 ? now : null;
    },
    { everyMs: 300 },
  );
  expect(all).toMatchObject({ rejected: 1, accepted: 1, duplicate: 1, held: 1 });
  expect(all['ignored']).toBeGreaterThanOrEqual(2);
  const { found, ...rest } = all;
  expect(Object.values(rest).reduce((sum, count) => sum + count, 0)).toBe(found);
  const { code } = await running.stop();
  expect(code).toBe(0);
});

test('I4: sent files are moved only because the rule says so, never over another, and a failed move sends nothing twice', async () => {
  const { upstream, folder, station, put, counts } = await watched({ after: 'move' });
  await using running = await station.watch();
  const first = put('scan.pdf', 'monday');
  await until(async () => (await counts())['accepted'] === 1);
  const moved = () => filesBelow(folder.path).filter((path) => path.startsWith('Sent (Clearfolder)/'));
  await until(() => moved().length === 1 && !existsSync(folder.at('scan.pdf')));
  const second = put('scan.pdf', 'tuesday');
  await until(() => moved().length === 2 && !existsSync(folder.at('scan.pdf')));
  const kept = moved().map((path) => sha256Of(readFileSync(folder.at(path))));
  expect(kept.sort()).toEqual([first, second].sort());
  await running.stop();
  upstream.oracle.assertExactlyOnce([first, second]);
});

test('I10: when the service cannot be reached, what is shown stays dated by the last look', async () => {
  const { service, station, put, counts } = await watched();
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

test('I9, I11: no secret, token, patient or file name in what the program wrote, but where docs/invariants.md allows it', async () => {
  const { upstream, service, folder, station, put, counts } = await watched({
    group: 'folder',
    groupQuietSeconds: 0.2,
  });
  mkdirSync(folder.at('Wilhelmina Canary'));
  await using running = await station.watch();
  service.faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
  service.faults.on(
    routes.get,
    { kind: 'status', status: 500, body: { detail: 'Canary detail' } },
    { times: 1 },
  );
  put('Wilhelmina Canary/insurance Canary.pdf', 'Member id QX-CANARY-7');
  await until(async () => (await counts())['accepted'] === 1);
  const [entry] = await station.outbox();
  expect(entry?.external_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  await running.stop();
  const secrets = readFileSync(station.dir.at('secrets.json'), 'utf8');
  const token = /\\"token\\":\\"([^\\]+)\\"/.exec(secrets)?.[1];
  expect(token).toBeTruthy();
  const canaries = [
    'Canary',
    'CANARY',
    upstream.apiSecret,
    upstream.apiSecret.split(':')[2] ?? '',
    token ?? '',
  ];
  const files = filesBelow(station.dir.at('data'));
  expect(files.some((file) => file.endsWith('ledger.db'))).toBe(true);
  expect(files.some((file) => file.includes('logs/'))).toBe(true);
  for (const file of files) {
    const bytes = readFileSync(station.dir.at('data', file));
    for (const canary of canaries) expect([file, bytes.includes(canary)]).toEqual([file, false]);
  }
  for (const canary of canaries) expect(running.text()).not.toContain(canary);
  expect(files.filter((file) => file.includes('/spool/'))).toEqual([]);
});
