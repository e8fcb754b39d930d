import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from 'vitest';
import { routes } from '../../support/routes.ts';
import { ServiceCaller } from '../../support/service-caller.ts';
import { until } from '../../support/until.ts';
import { type OwnService, REQUEST_DETAILS } from './own-service.ts';

/** Lets no answer arrive until `newerTask` is there, however long that takes; the service says so, and nothing is in doubt. */
export function holdAnswers(service: OwnService) {
  return service.faults.on(routes.update, {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '1' },
    body: { error: 'busy' },
  });
}

/** A newer Task for the patient of packet 06, made by somebody else at the same organisation. */
export async function newerTask(service: OwnService): Promise<string> {
  const caller = await ServiceCaller.signIn(service.practice.baseUrl, service.apiSecret);
  const body = new FormData();
  body.set('task_type', 'prior-auth');
  body.set('request_spec', REQUEST_DETAILS);
  for (const file of service.packet('06').files.slice(0, 2)) {
    body.append('uploads', new Blob([readFileSync(file)], { type: 'application/pdf' }), basename(file));
  }
  expect((await caller.call('/task/create', { method: 'POST', body })).status).toBe(200);
  const newer = () =>
    service.held().find(({ status }, index) => index > 0 && status === 'waiting')?.uuid ?? null;
  const uuid = await until(newer, { what: 'the newer Task waiting' });
  expect(service.held()[0]?.frozenBy).toBe(uuid);
  return uuid;
}
