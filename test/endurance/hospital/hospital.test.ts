import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import type { Exchange } from '../../support/exchange-log.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { needing, needs } from '../../support/machine.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startPostgres } from '../../support/postgres.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
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
async function twoStations() {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const upstream = await startServiceModel({ complete: true });
  stack.defer(() => upstream.close());
  const service = stack.use(await startFaultService({ upstream: upstream.baseUrl }));
  const folder = stack.use(await tempDir('frozen'));
  const homes = stack.use(await tempDir('stations'));
  const database = server.urlOf(await server.newDatabase());
  const station = (id: string) =>
    stack.use(
      hospitalStation({
        ...{ dir: homes.at(id), id, folder: folder.path, database, idleSeconds: 40 },
        ...{ baseUrl: service.baseUrl, apiSecret: upstream.apiSecret },
      }),
    );
  const bytes = pdfDocument({ pages: ['the only document'] });
  writeFileSync(folder.at('a.pdf'), bytes);
  return {
    ...{ upstream, service, one: station('one'), two: station('two'), sha256: sha256Of(bytes) },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const made = ({ fault, upstreamStatus, outcome }: Exchange) =>
  fault === 'hang' && upstreamStatus === 200 && outcome === 'open';

test(
  'I2: a station that is frozen past its lease in the middle of a create, and continued, makes one Task',
  WITH_POSTGRES,
  async () => {
    await using place = await twoStations();
    const { upstream, service, one, two, sha256 } = place;
    service.faults.on(routes.create, { kind: 'hang', commit: true }, { times: 1 });
    one.start();
    await service.log.waitFor(made);
    one.signal('SIGSTOP');
    two.start();
    await until(() => two.hasLedger() && two.account().accepted === 1);
    one.signal('SIGCONT');
    await until(() => one.account().accepted === 1);
    upstream.oracle.assertExactlyOnce([sha256]);
  },
);
