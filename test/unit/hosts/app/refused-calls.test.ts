import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { askEngine } from '../../../../src-main/hosts/command-line/verbs/requests.ts';
import { checkSecret } from '../../../../src-main/hosts/command-line/verbs/secret.ts';
import { routes } from '../../../support/routes.ts';
import type { TestDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';
import { pdf } from './support/app-bench.ts';
import {
  choiceOf,
  heardTerminal,
  overviewOf,
  signedInStation,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, refused } from './support/ask.ts';

/** A signed-in station with a watched folder. */
async function watching() {
  const place = await signedInStation((dir) => {
    mkdirSync(dir.at('scans'));
    const rule = {
      id: 'scans',
      path: dir.at('scans'),
      taskType: 'intake',
      quietSeconds: 0.2,
      backlog: 'send',
    };
    return { folders: [{ ...rule, groupQuietSeconds: 0.2 }] };
  });
  const { dir, service } = place;
  return {
    ...place,
    save: (name: string) => writeFileSync(dir.at('scans', name), pdf(name)),
    exchanges: () => service.log.exchanges('token').length,
  };
}

const accepted = (app: App, count: number) =>
  untilOverview(app, ({ account }) => account.accepted === count, `${count} accepted`);
const revoked = { kind: 'status', status: 403, body: { detail: 'obsolete secret' } } as const;

test.each([
  [401, { detail: 'Not authenticated' }],
  [401, '<h1>No</h1>'],
  [403, { detail: 'Not authenticated' }],
  [403, '<h1>No</h1>'],
])(
  'I8, I2: some seconds of %i to every call, while the exchange gives tokens, stop nothing and double nothing (%o)',
  async (status, body) => {
    const { app, service, save, exchanges } = await watching();
    const before = exchanges();
    const everyCall = { path: /^\/task\// };
    service.faults.on(everyCall, { kind: 'status', status, body });
    save('one.pdf');
    save('two.pdf');
    await until(() => service.log.exchanges('create').length > 0, { what: 'a refused create' });
    expect(await refused(app, 'secret.check', {})).toBe('auth.token-refused');
    const told = await untilOverview(app, ({ connection }) => connection.state === 'unreachable');
    expect(told.connection.problem).toMatchObject({ code: 'auth.token-refused' });
    expect((await ask(app, 'settings.get', {})).secret.state).toBe('accepted');
    service.faults.clear();
    expect(await ask(app, 'secret.check', {})).toMatchObject({ state: 'accepted' });
    await untilConnected(app);
    // A create that the service did not refuse itself is looked up for the quarantine, so it is not waited for here.
    if (typeof body !== 'string') await accepted(app, 2);
    expect((await overviewOf(app)).account.rejected).toBe(0);
    expect(exchanges() - before).toBeLessThanOrEqual(4);
  },
);

test('a create that the service refuses with 403 in its words is that submission, and stops nothing', async () => {
  const { app, service, save, exchanges } = await watching();
  const before = exchanges();
  const detail = 'Your organization may not create Tasks of this type';
  const refusal = service.faults.on(routes.create, { kind: 'status', status: 403, body: { detail } });
  save('one.pdf');
  const { attention } = await untilOverview(app, ({ account }) => account.rejected === 1);
  expect(attention).toMatchObject([{ kind: 'rejected', problem: { code: 'service.refused', detail } }]);
  refusal.remove();
  save('two.pdf');
  await accepted(app, 1);
  expect(exchanges()).toBe(before);
  await untilConnected(app);
});

type Heal = (app: App, dir: TestDir) => Promise<unknown>;
const quiet = () => heardTerminal(false).terminal;
const heals: readonly [string, Heal][] = [
  ['“Check again” in the app', (app) => ask(app, 'secret.check', {})],
  ['“Retry all” in the app', (app) => ask(app, 'outbox.retry-all', { as: null })],
  ['retry', (_, dir) => askEngine({ terminal: quiet(), choice: choiceOf(dir) }, { verb: 'retry-all' })],
  ['secret check', (_, dir) => checkSecret({ terminal: quiet(), choice: choiceOf(dir) })],
];

test.each(heals)(
  'a secret that the service refused and accepts again goes on with %s, and not by itself',
  async (_name, heal) => {
    const { app, dir, service, save, exchanges } = await watching();
    const fault = service.faults.on(routes.token, revoked);
    const refusing = service.faults.on(
      { path: /^\/task\// },
      { kind: 'status', status: 401, body: { detail: 'x' } },
    );
    save('one.pdf');
    const told = await untilOverview(app, ({ connection }) => connection.state === 'needs-secret');
    expect(told.connection.problem).toMatchObject({ code: 'auth.refused', detail: 'obsolete secret' });
    fault.remove();
    refusing.remove();
    const before = exchanges();
    // An exchange of another act shows that the engine had time to make one of its own.
    save('two.pdf');
    await untilOverview(app, ({ account }) => account.queued === 2, 'both queued');
    expect(exchanges()).toBe(before);
    await heal(app, dir);
    await accepted(app, 2);
    await untilConnected(app);
    expect(exchanges()).toBeLessThanOrEqual(before + 2);
  },
);
