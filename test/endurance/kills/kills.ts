import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { type FaultService, startFaultService } from '../../support/fault-service.ts';
import type { Fault } from '../../support/faults.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { type Random, randomInt, seededRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import type { TorturePart } from '../part.ts';

export interface KillReport {
  readonly kills: number;
  readonly files: number;
  /** Creates the service committed; equal to `files` when nothing was lost and nothing doubled. */
  readonly creates: number;
  /** Kills after which at least one create had been left without an answer. */
  readonly unconfirmedStarts: number;
  /** How often the network failed a request; 0 without `faults`. */
  readonly faults: number;
  readonly seconds: number;
}

const LOST: readonly (readonly [Fault, number])[] = [
  [{ kind: 'dropAfterCommit' }, 0.12],
  [{ kind: 'commitLate', ms: 1500 }, 0.06],
  [{ kind: 'dropBefore' }, 0.05],
  [{ kind: 'dropAfterRequest' }, 0.05],
  [{ kind: 'cutBody', bytes: 20 }, 0.05],
  [{ kind: 'delay', ms: 4000 }, 0.03],
  [{ kind: 'status', status: 503, body: 'Service Unavailable' }, 0.05],
];

/** Lets creates, and the look-ups that follow them, fail in every way that leaves their outcome open. */
function loseAnswers(service: FaultService, random: Random): () => number {
  const scripted = LOST.map(([fault, probability]) =>
    service.faults.on(routes.create, fault, { probability, random }),
  );
  scripted.push(service.faults.on(routes.get, { kind: 'dropAfterCommit' }, { probability: 0.1, random }));
  scripted.push(service.faults.on(routes.list, { kind: 'dropBefore' }, { probability: 0.1, random }));
  return () => scripted.reduce((sum, one) => sum + one.hits, 0);
}

/**
 * Lets `files` files appear in a watched folder while the engine is killed (SIGKILL) `kills` times at seeded random moments,
 * then lets it finish in peace. With `faults` the network loses requests and answers all the while. Throws unless each file became exactly one Task and every count adds up.
 */
export async function killStorm({
  kills,
  files,
  seed,
  faults = false,
}: {
  kills: number;
  files: number;
  seed: number;
  faults?: boolean;
}): Promise<KillReport> {
  const random = seededRandom(seed);
  const begun = performance.now();
  await using upstream = await startServiceModel({ complete: true });
  await using service = await startFaultService({ upstream: upstream.baseUrl });
  const struck = faults ? loseAnswers(service, seededRandom(seed + 1)) : () => 0;
  await using folder = await tempDir('kills');
  await using station = await testStation(
    {
      environment: 'test',
      environments: { test: faults ? service.baseUrl : upstream.baseUrl },
      sending: { idleTimeoutSeconds: 2 },
      tracking: { seconds: 1 },
      folders: [
        {
          id: 'in',
          path: folder.path,
          taskType: 'prior-auth',
          quietSeconds: 0.1,
          backlog: 'send',
          rescanMinutes: 0.05,
        },
      ],
    },
    { apiSecret: upstream.apiSecret },
  );
  const expected: string[] = [];
  const dropSome = (count: number) => {
    for (let index = 0; index < count && expected.length < files; index += 1) {
      const number = expected.length;
      const bytes = pdfDocument({
        pages: [`file ${number} of seed ${seed}`],
        bytes: 2000 + randomInt(random, 0, 60_000),
      });
      mkdirSync(join(folder.path, `day-${number % 7}`), { recursive: true });
      writeFileSync(
        join(folder.path, `day-${number % 7}`, `SCN_${String(number).padStart(5, '0')}.pdf`),
        bytes,
      );
      expected.push(sha256Of(bytes));
    }
  };
  let unconfirmedStarts = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    dropSome(Math.ceil(files / kills));
    const running = await station.watch();
    await new Promise((resolve) => setTimeout(resolve, random() * 700));
    await running.stop('SIGKILL');
    const open = (await station.outbox()).filter(
      (entry) => entry.state === 'sending' || entry.state === 'unconfirmed',
    );
    if (open.length > 0) unconfirmedStarts += 1;
  }
  dropSome(files);
  const last = await station.watch();
  await until(
    async () => {
      const [view] = await station.folders();
      return view?.counts['accepted'] === files;
    },
    { timeoutMs: 600_000, everyMs: 1000, what: 'every file to be accepted' },
  );
  await last.stop();
  await service.settled();
  const [view] = await station.folders();
  const { found = 0, ...rest } = view?.counts ?? {};
  const sum = Object.values(rest).reduce((total, count) => total + count, 0);
  if (found !== files || sum !== files)
    throw new Error(`the account does not add up: ${JSON.stringify(view?.counts)}`);
  upstream.oracle.assertExactlyOnce(expected);
  return {
    kills,
    files,
    creates: upstream.oracle.creates().length,
    unconfirmedStarts,
    faults: struck(),
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}

export const killsPart: TorturePart = {
  name: 'kills',
  what: 'The station is killed (SIGKILL) at random moments while files arrive, with `--faults 1` over a network that loses answers: each file becomes exactly one Task (I2), and the account adds up (I1).',
  scales: { kills: 2000, files: 4000, faults: 1 },
  run: async ({ scale: { kills = 0, files = 0, faults = 0 }, seed }) => ({
    ...(await killStorm({ kills, files, seed, faults: faults > 0 })),
  }),
};
