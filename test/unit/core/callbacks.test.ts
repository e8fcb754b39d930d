import { expect, onTestFinished, test } from 'vitest';
import { folderRuleSchema } from '../../../src-main/contract/settings.ts';
import { callbackProblem, createCallbacks } from '../../../src-main/core/callbacks.ts';
import { systemClock } from '../../../src-main/core/clock.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { silentLog } from '../../../src-main/core/log/events.ts';
import { ServiceError } from '../../../src-main/core/service/service-failure.ts';
import { callbacksAttention } from '../../../src-main/core/views/overview/attention.ts';
import { testDir } from '../../support/test-dir.ts';
import { until } from '../../support/until.ts';

test('that the organization has callbacks off is told while the settings ask for callbacks (docs/service.md 6.1.4)', async () => {
  const ledger = openLedger({ path: testDir().at('ledger.db'), key: 'ab'.repeat(32), now: systemClock.now });
  onTestFinished(() => ledger.close());
  const rule = folderRuleSchema.parse({
    ...{ id: 'scans', path: '/scans', taskType: 'prior-auth' },
    callbackTemplate: 'https://clinic.example/{uuid}',
  });
  let answer: boolean | null = false;
  const client = {
    signIn: async () => {
      if (answer === null) throw new ServiceError({ kind: 'not-sent', cause: 'ECONNREFUSED' });
      return { name: 'Clinic', external_callback_enabled: answer, external_read_enabled: true };
    },
  };
  const callbacks = createCallbacks({
    settings: { callbacks: { listen: null }, folders: [rule] },
    ...{ ledger, client, clock: systemClock, log: silentLog, onCallback: () => undefined },
  });
  onTestFinished(() => callbacks.stop());
  await callbacks.start();
  await callbacks.learn();
  expect(callbacksAttention(ledger)).toMatchObject([
    { kind: 'callbacks', problem: { code: 'callbacks.off' } },
  ]);
  answer = null;
  await callbacks.learn();
  expect(callbackProblem(ledger)).not.toBeNull();
  answer = true;
  await callbacks.learn();
  expect(callbackProblem(ledger)).toBeNull();
  answer = false;
  await callbacks.learn();
  expect(callbackProblem(ledger)).not.toBeNull();
  callbacks.setRules([]);
  await until(() => callbackProblem(ledger) === null);
});
