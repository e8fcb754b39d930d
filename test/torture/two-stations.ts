import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, testStation } from '../support/clearfolder.ts';
import { sha256Of } from '../support/documents.ts';
import { pdfDocument } from '../support/pdf-document.ts';
import { randomInt, seededRandom } from '../support/random.ts';
import { startSimpleUpstream } from '../support/simple-upstream.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import type { TorturePart } from './part.ts';

export interface TwoStationsReport {
  readonly kills: number;
  readonly files: number;
  readonly creates: number;
  /** Submissions accepted in each station's ledger: those it created, and those of the other that it looked up and adopted. */
  readonly accepted: readonly number[];
  readonly seconds: number;
}

/**
 * Lets two stations watch one folder while one of them, by turns, is killed (SIGKILL) at seeded random moments and stays away
 * for a while. Throws unless each file became exactly one Task.
 */
export async function twoStationsStorm(options: {
  kills: number;
  files: number;
  seed: number;
}): Promise<TwoStationsReport> {
  const { kills, files, seed } = options;
  const random = seededRandom(seed);
  const begun = performance.now();
  await using upstream = await startSimpleUpstream({ complete: true });
  await using folder = await tempDir('shared');
  const settings = {
    environment: 'test',
    environments: { test: upstream.baseUrl },
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
  };
  await using one = await testStation({ ...settings, station: 'one' }, { apiSecret: upstream.apiSecret });
  await using two = await testStation({ ...settings, station: 'two' }, { apiSecret: upstream.apiSecret });
  const stations = [one, two];
  const running: Running[] = await Promise.all(stations.map((station) => station.watch()));
  const expected: string[] = [];
  const drop = (count: number) => {
    for (let index = 0; index < count && expected.length < files; index += 1) {
      const number = expected.length;
      const bytes = pdfDocument({ pages: [`shared file ${number} of seed ${seed}`], bytes: 3000 });
      const sub = join(folder.path, `day-${number % 5}`);
      mkdirSync(sub, { recursive: true });
      writeFileSync(join(sub, `${number}.pdf`), bytes);
      expected.push(sha256Of(bytes));
    }
  };
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      drop(Math.ceil(files / kills));
      await new Promise((resolve) => setTimeout(resolve, random() * 1500));
      const victim = kill % 2;
      await running[victim]?.stop('SIGKILL');
      drop(2);
      // Every third time long enough that the other one takes over.
      if (kill % 3 === 2) await new Promise((resolve) => setTimeout(resolve, 36_000));
      else await new Promise((resolve) => setTimeout(resolve, randomInt(random, 0, 800)));
      const back = stations[victim];
      if (back !== undefined) running[victim] = await back.watch();
    }
    drop(files);
    await until(() => upstream.oracle.byContent().size === files, { timeoutMs: 300_000, everyMs: 500 });
    const open = ['queued', 'sending', 'unconfirmed'];
    await until(
      async () => {
        const entries = (await Promise.all(stations.map((station) => station.outbox()))).flat();
        return entries.every((entry) => !open.includes(entry.state));
      },
      { timeoutMs: 300_000, everyMs: 1000, what: 'both outboxes to be done' },
    );
  } finally {
    await Promise.all(running.map((engine) => engine.stop()));
  }
  upstream.oracle.assertExactlyOnce(expected);
  const outboxes = await Promise.all(stations.map((station) => station.outbox()));
  return {
    kills,
    files,
    creates: upstream.oracle.creates().length,
    accepted: outboxes.map((entries) => entries.filter((entry) => entry.state === 'accepted').length),
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}

export const twoStationsPart: TorturePart = {
  name: 'two-stations',
  what: 'Two stations watch one folder; by turns one of them is killed (SIGKILL) at random moments and comes back: each file becomes exactly one Task.',
  scales: { kills: 60, files: 200 },
  run: async ({ scale: { kills = 0, files = 0 }, seed }) => {
    const { accepted, ...figures } = await twoStationsStorm({ kills, files, seed });
    return { ...figures, 'accepted by each': accepted.join(' and ') };
  },
};
