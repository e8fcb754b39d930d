import { writeFileSync } from 'node:fs';
import { sha256Of } from '../../support/documents.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startPostgres } from '../../support/postgres.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import { spawnServiceModel } from '../../support/service-model/spawn.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import type { Part } from '../part.ts';
import { hospitalStation } from './stations.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A quarantine of 90 s would be most of the time of a run. */
const HASTE = 3;

const statesOf = (station: ReturnType<typeof hospitalStation>): string =>
  Object.entries(station.account())
    .flatMap(([state, files]) => (files > 0 ? [`${state} ${files}`] : []))
    .join(' ');

export const hospitalPart: Part = {
  name: 'hospital',
  does: 'Several stations claim the files of one folder in a PostgreSQL database. By turns, a station is killed (SIGKILL), the database restarts, and the network to the database refuses, resets, slows and swallows.',
  holds: 'Each file becomes exactly one Task (I2), and the account of each station adds up (I1).',
  scales: {
    stations: { long: 4, short: 3 },
    files: { long: 2000, short: 120 },
    kills: { long: 200, short: 4 },
    restarts: { long: 10, short: 2 },
    cuts: { long: 20, short: 4 },
  },
  run: async ({
    scale: { stations: count = 0, files = 0, kills = 0, restarts = 0, cuts = 0 },
    seed,
    say,
  }) => {
    const random = seededRandom(seed);
    await using server = await startPostgres();
    await using proxy = await startTcpProxy({ targetPort: server.port, random: seededRandom(seed + 1) });
    await using service = await spawnServiceModel();
    await using folder = await tempDir('hospital');
    await using homes = await tempDir('stations');
    const database = server.urlOf(await server.newDatabase(), proxy.port);
    await using stack = new AsyncDisposableStack();
    const stations = Array.from({ length: count }, (_, n) =>
      stack.use(
        hospitalStation({
          dir: homes.at(`station-${n}`),
          id: `station-${n}`,
          folder: folder.path,
          baseUrl: service.baseUrl,
          apiSecret: service.apiSecret,
          database,
          idleSeconds: 3,
          haste: HASTE,
        }),
      ),
    );
    for (const station of stations) station.start();
    const moves = [
      ...Array<'kill'>(kills).fill('kill'),
      ...Array<'restart'>(restarts).fill('restart'),
      ...Array<'cut'>(cuts).fill('cut'),
    ]
      .map((move) => ({ move, at: random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ move }) => move);
    const expected: string[] = [];
    const drop = (upTo: number) => {
      while (expected.length < Math.min(files, upTo)) {
        const bytes = pdfDocument({ pages: [`file ${expected.length} of seed ${seed}`] });
        writeFileSync(folder.at(`SCN_${String(expected.length).padStart(5, '0')}.pdf`), bytes);
        expected.push(sha256Of(bytes));
      }
    };
    await until(() => stations.every((station) => station.hasLedger()));
    for (const [index, move] of moves.entries()) {
      drop(Math.ceil((files * (index + 1)) / moves.length));
      await pause(300 + random() * 1500);
      // Each station is killed in its turn; the database and the way to the database are those of all stations.
      const station = stations[moves.slice(0, index).filter((one) => one === 'kill').length % count];
      if (move === 'kill' && station !== undefined) {
        await station.end('SIGKILL');
        await pause(random() * 500);
        station.start();
      } else if (move === 'restart') {
        await server.stop(random() < 0.5 ? 'SIGINT' : 'SIGQUIT');
        await pause(random() * 1500);
        await server.start();
      } else if (move === 'cut') {
        const kind = randomInt(random, 0, 3);
        if (kind === 0) {
          await proxy.down();
          await pause(random() * 2000);
          await proxy.up();
        } else {
          const toxic = [
            { kind: 'timeout', ms: 0 },
            { kind: 'resetPeer', ms: 50 },
            { kind: 'latency', ms: 400, jitterMs: 300 },
          ] as const;
          const end = proxy.add(toxic[kind - 1] ?? toxic[0], { direction: random() < 0.5 ? 'up' : 'down' });
          await pause(random() * 2000);
          end();
        }
      }
    }
    drop(files);
    let said = '';
    await until(
      async () => {
        const accounts = stations.map((station) => station.account());
        const moving = accounts.reduce(
          (sum, { settling, queued, sending, unconfirmed }) =>
            sum + settling + queued + sending + unconfirmed,
          0,
        );
        const text = stations.map((station) => `${station.id}: ${statesOf(station)}`).join('; ');
        if (text !== said) say(text);
        said = text;
        if (moving > 0 || accounts.some(({ found }) => found !== files)) return false;
        return (await service.oracle()).creates().length >= files;
      },
      { timeoutMs: 600_000, everyMs: 1000, what: 'rest at every station' },
    ).catch((error: unknown) => {
      const unsettled = stations.flatMap((station) =>
        station
          .submissions()
          .flatMap(({ state, problem_code: code }) =>
            ['queued', 'sending', 'unconfirmed'].includes(state) ? [`${station.id} ${state} ${code}`] : [],
          ),
      );
      throw new Error([said, ...unsettled, ...stations.map((one) => one.errors())].join('\n'), {
        cause: error,
      });
    });
    for (const station of stations) {
      const { found, unreadable: _, ...states } = station.account();
      const sum = Object.values(states).reduce((total, one) => total + one, 0);
      if (sum !== found) throw new Error(`${station.id}: ${JSON.stringify(states)} is not ${found}`);
    }
    (await service.oracle()).assertExactlyOnce(expected);
    return {
      files,
      kills,
      restarts,
      cuts,
      'sent by each': stations.map((station) => station.account().accepted).join(' '),
    };
  },
};
