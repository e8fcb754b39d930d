import { type Random, randomInt, seededRandom } from '../../support/random.ts';
import type { Direction, Toxic } from '../../support/tcp-proxy.ts';

const DIRECTIONS: readonly Direction[] = ['up', 'down'];

/** A trouble of the network: a toxic of one direction, or no network at all. */
export type Trouble = { readonly toxic: Toxic; readonly direction: Direction } | 'down';

/**
 * The kinds of trouble with a random strength. No trouble delays a request for longer than the quarantine (2 s here): no client
 * can prevent a second Task when a request arrives later.
 */
export const TROUBLES: readonly { readonly name: string; draw(random: Random): Trouble }[] = [
  ...DIRECTIONS.flatMap((direction) => {
    const on = direction === 'up' ? 'requests' : 'responses';
    const kind = (name: string, toxic: (random: Random) => Toxic) => ({
      name: `${name} on ${on}`,
      draw: (random: Random): Trouble => ({ toxic: toxic(random), direction }),
    });
    return [
      kind('latency', (random) => ({
        kind: 'latency',
        ms: randomInt(random, 10, 700),
        jitterMs: randomInt(random, 0, 200),
      })),
      kind('bandwidth', (random) => ({
        kind: 'bandwidth',
        bytesPerSecond: randomInt(random, 20_000, 60_000),
      })),
      kind('slow close', (random) => ({ kind: 'slowClose', ms: randomInt(random, 50, 900) })),
      kind('timeout', (random) => ({ kind: 'timeout', ms: random() < 0.5 ? 0 : randomInt(random, 20, 500) })),
      kind('reset', (random) => ({ kind: 'resetPeer', ms: randomInt(random, 0, 60) })),
      kind('slicer', (random) => ({
        kind: 'slicer',
        bytes: randomInt(random, 300, 900),
        delayMs: randomInt(random, 1, 12),
      })),
      kind('limited data', (random) => ({
        kind: 'limitData',
        bytes: randomInt(random, 0, direction === 'up' ? 5_000 : 900),
      })),
    ];
  }),
  { name: 'down', draw: () => 'down' },
];

/** When the trouble comes and goes after the first request in flight, and what is sent meanwhile, in milliseconds. */
export interface Schedule {
  readonly seed: number;
  readonly changes: readonly { readonly after: number; readonly trouble: Trouble | null }[];
  /** The service closes its connections, so that slow close has an effect. */
  readonly closes: boolean;
  /** When each submission is queued, and each answer. */
  readonly submissions: readonly { readonly at: number; readonly bytes: number }[];
  readonly answers: readonly { readonly at: number; readonly files: number; readonly data: boolean }[];
}

/** The schedule of a seed: the trouble comes a few times, for a moment or for longer than any request timeout. */
export function drawSchedule(draw: (random: Random) => Trouble, seed: number): Schedule {
  const random = seededRandom(seed);
  const changes: { after: number; trouble: Trouble | null }[] = [];
  const times = randomInt(random, 1, 4);
  for (let time = 0; time < times; time += 1) {
    const after = time === 0 ? 0 : randomInt(random, 0, 250);
    changes.push({ after, trouble: draw(random) });
    changes.push({ after: random() < 0.2 ? 2_000 : randomInt(random, 20, 600), trouble: null });
  }
  const at = () => randomInt(random, 0, 700);
  return {
    seed,
    changes,
    closes: changes.some(({ trouble }) => isSlowClose(trouble)),
    submissions: Array.from({ length: 3 }, () => ({ at: at(), bytes: randomInt(random, 200, 4_000) })),
    answers: [
      { at: at(), files: randomInt(random, 1, 2), data: false },
      { at: at(), files: 0, data: true },
      { at: at(), files: 1, data: true },
    ],
  };
}

function isSlowClose(trouble: Trouble | null): boolean {
  return trouble !== null && trouble !== 'down' && trouble.toxic.kind === 'slowClose';
}
