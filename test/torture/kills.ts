import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testStation } from '../support/clearfolder.ts';
import { sha256Of } from '../support/documents.ts';
import { pdfDocument } from '../support/pdf-document.ts';
import { randomInt, seededRandom } from '../support/random.ts';
import { startSimpleUpstream } from '../support/simple-upstream.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

export interface KillReport {
  readonly kills: number;
  readonly files: number;
  /** Creates the service committed; equal to `files` when nothing was lost and nothing doubled. */
  readonly creates: number;
  /** Kills after which at least one create had been left without an answer. */
  readonly unconfirmedStarts: number;
  readonly seconds: number;
}

/**
 * Lets `files` files appear in a watched folder while the engine is killed (SIGKILL) `kills` times at seeded random moments,
 * then lets it finish in peace. Throws unless each file became exactly one Task and every count adds up.
 */
export async function killStorm({
  kills,
  files,
  seed,
}: {
  kills: number;
  files: number;
  seed: number;
}): Promise<KillReport> {
  const random = seededRandom(seed);
  const begun = performance.now();
  await using upstream = await startSimpleUpstream({ complete: true });
  await using folder = await tempDir('kills');
  await using station = await testStation(
    {
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
    { timeoutMs: 300_000, everyMs: 1000, what: 'every file to be accepted' },
  );
  await last.stop();
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
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}
