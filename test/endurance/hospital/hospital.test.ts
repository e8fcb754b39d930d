import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import type { Exchange } from '../../support/exchange-log.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { needing, needs } from '../../support/machine.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startPostgres } from '../../support/postgres.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { runShort } from '../part.ts';
import { hospitalPart } from './hospital.ts';
import { hospitalStation } from './stations.ts';

const WITH_POSTGRES = needing(needs.postgres);

test(`I2: hospital: ${hospitalPart.holds}`, { ...WITH_POSTGRES, timeout: 600_000 }, async () => {
  await runShort(hospitalPart, 20_261_126);
});

/** Two stations, one document, and a service whose exchanges the test can hang. */
async function twoStations(
  by: 'files' | 'postgres',
  { leaseBeats = 24, bytes = pdfDocument({ pages: ['the only document'] }) } = {},
) {
  const stack = new AsyncDisposableStack();
  const server = by === 'postgres' ? stack.use(await startPostgres()) : null;
  const upstream = await startServiceModel({ complete: true });
  stack.defer(() => upstream.close());
  const service = stack.use(await startFaultService({ upstream: upstream.baseUrl }));
  const wire = stack.use(await startTcpProxy({ targetPort: Number(new URL(service.baseUrl).port) }));
  const folder = stack.use(await tempDir('frozen'));
  const homes = stack.use(await tempDir('stations'));
  const database = server?.urlOf(await server.newDatabase()) ?? null;
  const baseUrl = service.baseUrl.replace(/:\d+/, `:${wire.port}`);
  const station = (id: string) =>
    stack.use(
      hospitalStation({
        ...{ dir: homes.at(id), id, folder: folder.path, database, idleSeconds: 40, leaseBeats },
        ...{ baseUrl, apiSecret: upstream.apiSecret },
      }),
    );
  const [one, two] = [station('one'), station('two')];
  // The other station has worked before: a new station holds a document that its first look finds at the service.
  two.start();
  await until(() => two.hasLedger() && two.hasRecord());
  await two.end('SIGTERM');
  writeFileSync(folder.at('a.pdf'), bytes);
  return {
    ...{ upstream, service, wire, one, two, sha256: sha256Of(bytes) },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const made = ({ fault, upstreamStatus, outcome }: Exchange) =>
  fault === 'hang' && upstreamStatus === 200 && outcome === 'open';
const stateAt = (station: ReturnType<typeof hospitalStation>) =>
  station.hasLedger() ? (station.submissions()[0]?.state ?? null) : null;

test(
  'I2: a station that is frozen past its lease while a create waits for its answer, and continued, makes one Task',
  WITH_POSTGRES,
  async () => {
    await using place = await twoStations('postgres');
    const { upstream, service, one, two, sha256 } = place;
    service.faults.on(routes.create, { kind: 'hang', commit: true }, { times: 1 });
    one.start();
    await service.log.waitFor(made);
    one.signal('SIGSTOP');
    two.start();
    await until(() => two.account().accepted === 1);
    one.signal('SIGCONT');
    await until(() => one.account().accepted === 1);
    upstream.oracle.assertExactlyOnce([sha256]);
  },
);

/** Longer than a permission to start a create lasts, as in the product. */
const LONG_LEASE = { leaseBeats: 80 };

describe.for([
  { by: 'files' as const, terms: {} },
  { by: 'postgres' as const, terms: WITH_POSTGRES },
])(
  'I2: with $by, a station that is frozen past its lease and continued sends no further byte',
  ({ by, terms }) => {
    // Until the other station has taken over and asks the service for the Task. The first station alone could make the Task before that.
    const freezePastLease = async ({ one, two }: Awaited<ReturnType<typeof twoStations>>) => {
      one.signal('SIGSTOP');
      two.start();
      await until(() => stateAt(two) === 'unconfirmed');
      one.signal('SIGCONT');
      await until(() => stateAt(one) === 'unconfirmed');
    };

    test('when it was frozen in the middle of a body', terms, async () => {
      const bytes = pdfDocument({ pages: ['a long document'], bytes: 40 * 1024 * 1024 });
      await using place = await twoStations(by, { ...LONG_LEASE, bytes });
      const { upstream, service, wire, one } = place;
      const slow = wire.add({ kind: 'bandwidth', bytesPerSecond: 100_000 }, { direction: 'up' });
      one.start();
      await service.log.waitFor(({ route }) => route === 'create');
      expect(stateAt(one)).toBe('sending');
      one.signal('SIGSTOP');
      slow();
      await freezePastLease(place);
      expect(service.log.exchanges('create')).toMatchObject([{ upstreamStatus: null }]);
      expect(upstream.oracle.creates()).toEqual([]);
    });

    test('when it was frozen before the first byte', terms, async () => {
      await using place = await twoStations(by, LONG_LEASE);
      const { upstream, service, one } = place;
      const body = { detail: 'the token has expired' };
      service.faults.on(routes.create, { kind: 'status', status: 401, body }, { times: 1 });
      service.faults.on(routes.token, { kind: 'delay', ms: 3_000 }, { after: 1, times: 1 });
      one.start();
      await service.log.waitFor(({ route, fault }) => route === 'token' && fault === 'delay');
      expect(stateAt(one)).toBe('sending');
      await freezePastLease(place);
      expect(service.log.exchanges('create')).toHaveLength(1);
      expect(upstream.oracle.creates()).toEqual([]);
    });
  },
);
