import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../src-main/practice/service.ts';
import { testStation } from '../../support/clearfolder.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const FILES = 40;

test('the secret is rotated in the middle of a batch: one exchange, one message, then silence until the new one is set', async () => {
  await using serviceDir = await tempDir('practice');
  const practice = await startPractice({ dataDir: serviceDir.path, evaluate: evaluateTask });
  await using service = await startFaultService({ upstream: practice.baseUrl });
  await using folder = await tempDir('batch');
  await using station = await testStation(
    {
      environment: 'test',
      environments: { test: service.baseUrl },
      folders: [{ id: 'in', path: folder.path, taskType: 'prior-auth', quietSeconds: 0.2, backlog: 'send' }],
    },
    { apiSecret: practice.apiSecret },
  );
  // Slow enough that the batch is under way when the secret changes.
  service.faults.on(routes.create, { kind: 'delay', ms: 150 });
  await using running = await station.watch();
  for (let index = 0; index < FILES; index += 1) {
    writeFileSync(folder.at(`${index}.pdf`), pdfDocument({ pages: [`document ${index}`] }));
  }
  await until(() => service.log.creates().filter((exchange) => exchange.status === 200).length >= 8);
  const exchangesBefore = service.log.exchanges('token').length;
  const newSecret = practice.admin.rotateSecret();

  const refusal = await service.log.waitFor(
    (exchange) => exchange.route === 'token' && exchange.status === 403,
  );
  const stuck = await until(async () => {
    const open = (await station.outbox()).filter((entry) => entry.state !== 'accepted');
    return open.length > 0 && open.every((entry) => entry.state === 'queued') ? open : null;
  });
  expect(service.log.exchanges('token')).toHaveLength(exchangesBefore + 1);
  const later = service.log
    .exchanges()
    .filter((exchange) => exchange.startedAt > (refusal.endedAt ?? Number.POSITIVE_INFINITY));
  expect(later).toEqual([]);
  const codes = new Set(stuck.map((entry) => entry.problem?.code).filter((code) => code !== undefined));
  expect([...codes]).toEqual(['auth.refused']);

  await station.setSecret(newSecret);
  await until(
    async () => (await station.outbox()).filter((entry) => entry.state === 'accepted').length === FILES,
    {
      everyMs: 300,
    },
  );
  await running.stop();
  await service.settled();
  expect(service.oracle.creates()).toHaveLength(FILES);
  expect(service.oracle.duplicates().size).toBe(0);
  await practice.close();
});
