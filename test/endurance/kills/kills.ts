import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import type { Exchange } from '../../support/exchange-log.ts';
import { type FaultService, startFaultService } from '../../support/fault-service.ts';
import type { Fault } from '../../support/faults.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { type Random, randomInt, seededRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';
import type { Part } from '../part.ts';

const LOST: readonly (readonly [Fault, number])[] = [
  [{ kind: 'dropAfterCommit' }, 0.12],
  [{ kind: 'commitLate', ms: 1500 }, 0.06],
  [{ kind: 'dropBefore' }, 0.05],
  [{ kind: 'dropAfterRequest' }, 0.05],
  [{ kind: 'cutBody', bytes: 20 }, 0.05],
  [{ kind: 'delay', ms: 4000 }, 0.03],
  [{ kind: 'status', status: 503, body: 'Service Unavailable' }, 0.05],
];

const HELD_BACK: Fault = { kind: 'hang', commit: true };

/** Lets creates and look-ups fail in every way that leaves the outcome open; `first` strikes the next create. Returns how many faults struck. */
function loseAnswers(service: FaultService, random: Random, first: Fault | null): () => number {
  service.faults.clear();
  const scripted = first === null ? [] : [service.faults.on(routes.create, first, { times: 1 })];
  for (const [fault, probability] of LOST)
    scripted.push(service.faults.on(routes.create, fault, { probability, random }));
  scripted.push(service.faults.on(routes.get, { kind: 'dropAfterCommit' }, { probability: 0.1, random }));
  scripted.push(service.faults.on(routes.list, { kind: 'dropBefore' }, { probability: 0.1, random }));
  return () => scripted.reduce((sum, one) => sum + one.hits, 0);
}

/** The service made the Task, and the station still waits for the answer. */
function isMadeButHeldBack({ fault, upstreamStatus, outcome }: Exchange): boolean {
  return fault === HELD_BACK.kind && upstreamStatus === 200 && outcome === 'open';
}

export const killsPart: Part = {
  name: 'kills',
  does: 'Kills the station (SIGKILL) while files arrive, over a network that loses requests and answers: by turns at a random moment, and when the service made a Task whose answer is still held back.',
  holds: 'Each file becomes exactly one Task (I2), and the account adds up (I1).',
  scales: { kills: { long: 500, short: 8 }, files: { long: 1000, short: 24 } },
  run: async ({ scale: { kills = 0, files = 0 }, seed }) => {
    const random = seededRandom(seed);
    await using upstream = await startServiceModel({ complete: true });
    await using service = await startFaultService({ upstream: upstream.baseUrl });
    const lossy = seededRandom(seed + 1);
    let lost = 0;
    await using folder = await tempDir('kills');
    await using station = await testStation(
      watchingSettings(service, folder.path, {
        sending: { idleTimeoutSeconds: 2 },
        tracking: { seconds: 1 },
        rule: { quietSeconds: 0.1, rescanMinutes: 0.05 },
      }),
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
    let starts = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const isHeldBack = kill % 2 === 1;
      const struck = loseAnswers(service, lossy, isHeldBack ? HELD_BACK : null);
      dropSome(Math.ceil(files / kills));
      const running = await station.watch();
      if (isHeldBack) await service.log.waitFor(isMadeButHeldBack);
      else await new Promise((resolve) => setTimeout(resolve, random() * 700));
      await running.stop('SIGKILL');
      lost += struck();
      const open = (await station.outbox()).filter(
        (entry) => entry.state === 'sending' || entry.state === 'unconfirmed',
      );
      if (open.length > 0) starts += 1;
    }
    const struck = loseAnswers(service, lossy, null);
    dropSome(files);
    const last = await station.watch();
    await until(async () => (await station.folder()).counts['accepted'] === files, {
      timeoutMs: 600_000,
      everyMs: 1000,
      what: 'every file to be accepted',
    });
    await last.stop();
    await service.settled();
    const { found } = await station.folder();
    if (found !== files) throw new Error(`${found} of ${files} files were found`);
    upstream.oracle.assertExactlyOnce(expected);
    if (starts < Math.floor(kills / 2)) throw new Error('too few kills left a create without an answer');
    return {
      kills,
      files,
      'starts with an unconfirmed create': starts,
      'lost requests and answers': lost + struck(),
    };
  },
};
