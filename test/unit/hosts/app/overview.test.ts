import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { ACCOUNT_STATES } from '../../../../src-main/contract/views/common.ts';
import type { Overview } from '../../../../src-main/contract/views/overview.ts';
import { routes } from '../../../support/routes.ts';
import { pdf } from './support/app-bench.ts';
import {
  appPlace,
  clinicService,
  clinicSettings,
  overviewOf,
  SECRET,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask } from './support/ask.ts';

/** Names its patient, and lacks the insurance card that is asked for. */
const VISIT = [
  'PATIENT VISIT NOTE',
  'Patient: Mara Lindqvist   Date of birth: 1980-02-03   Member ID: QX-55-1',
  'Date of visit: 2026-11-10',
  'Chief complaint: knee pain. Diagnosis: M17.11',
  'Plan: MRI of the knee, CPT 73721',
].join('\n');
const VISIT_SPEC = { codes: ['73721'], required_records: ['insurance-card', 'patient-visit'] };
const QUICK = { taskType: 'intake', quietSeconds: 0.2, groupQuietSeconds: 0.2, backlog: 'send' };

const sumOf = ({ account }: Overview) => ACCOUNT_STATES.reduce((sum, state) => sum + account[state], 0);

test('I1: whatever needs a person is there, worst first, and the counts add up to what was found', async () => {
  const { dir, start, writeSettings } = appPlace();
  const service = await clinicService();
  for (const name of ['good', 'refused', 'old']) mkdirSync(dir.at(name));
  writeFileSync(dir.at('old', 'was-here-before.pdf'), pdf('old'));
  const folders = [
    { id: 'good', path: dir.at('good'), ...QUICK, requestSpec: VISIT_SPEC },
    { id: 'refused', path: dir.at('refused'), ...QUICK, taskType: 'no-such-type' },
    { id: 'old', path: dir.at('old'), ...QUICK, backlog: 'ask' },
    { id: 'gone', path: dir.at('gone'), ...QUICK },
  ].map((rule) => folderRuleSchema.parse(rule));
  writeSettings(clinicSettings(service.baseUrl, { folders }));
  const app = await start();
  await ask(app, 'secret.set', { api_secret: SECRET });
  writeFileSync(dir.at('good', 'visit.txt'), VISIT);
  writeFileSync(dir.at('good', 'empty.pdf'), '');
  writeFileSync(dir.at('good', 'Thumbs.db'), 'x');
  writeFileSync(dir.at('refused', 'one.pdf'), pdf('one'));
  writeFileSync(dir.at('refused', 'two.pdf'), pdf('two'));
  const draft = await ask(app, 'drops.open', {});
  await ask(app, 'drops.add-text', { drop: draft.id, name: '', kind: 'text', text: 'typed' });
  // A draft without documents has nothing to send, so nobody needs to look at it.
  await ask(app, 'drops.open', {});

  const kinds = ({ attention }: Overview) => attention.map(({ kind }) => kind).join();
  const wanted = 'folder,waiting,rejected,held,backlog,drop';
  const overview = await untilOverview(app, (seen) => kinds(seen) === wanted, wanted).catch(
    async (error: unknown) => {
      throw new Error(JSON.stringify((await overviewOf(app)).attention), { cause: error });
    },
  );
  expect(overview.attention).toMatchObject([
    { folder: 'gone', problem: { code: 'folder.missing' } },
    { count: 1 },
    { count: 2, problem: { code: 'service.task-type' } },
    { count: 1, problem: { code: 'file.empty' } },
    { folder: 'old', count: 1 },
    { count: 1 },
  ]);
  expect(overview.folders_unreachable).toBe(1);
  expect(overview.account).toMatchObject({ found: 6, ignored: 1, held: 2, rejected: 2, accepted: 1 });
  expect(sumOf(overview)).toBe(overview.account.found);

  service.faults.on(routes.create, { kind: 'status', status: 403, body: { detail: 'revoked' } });
  service.faults.on(routes.any, { kind: 'status', status: 403, body: { detail: 'revoked' } });
  await ask(app, 'secret.check', {});
  const refused = await untilOverview(app, ({ connection }) => connection.state === 'needs-secret');
  expect(kinds(refused)).toBe(`secret,${wanted}`);
});

test('what is on its way, or waits for proof that it arrived, is listed with its reason', async () => {
  const { dir, start, writeSettings } = appPlace();
  const service = await clinicService();
  mkdirSync(dir.at('scans'));
  const folders = [folderRuleSchema.parse({ id: 'scans', path: dir.at('scans'), ...QUICK })];
  writeSettings(clinicSettings(service.baseUrl, { folders }));
  const app = await start();
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilConnected(app);
  const down = service.faults.on(routes.create, { kind: 'dropAfterRequest' });
  for (let n = 0; n < 3; n += 1) writeFileSync(join(dir.at('scans'), `${n}.pdf`), pdf(`${n}`));
  const waiting = await untilOverview(app, ({ sending }) =>
    sending.rows.some((row) => row.state === 'unconfirmed'),
  );
  expect(waiting.sending.rows.find((row) => row.state === 'unconfirmed')).toMatchObject({
    kind: 'submission',
    folder: 'scans',
    task_uuid: null,
    files: [{ path: expect.stringMatching(/^\d\.pdf$/), size: expect.any(Number) }],
    problem: { code: 'service.no-answer' },
  });
  expect(waiting.sending.count).toBeGreaterThan(0);
  expect(sumOf(waiting)).toBe(waiting.account.found);
  down.remove();
});
