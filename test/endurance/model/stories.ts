import { type Random, randomInt } from '../../support/random.ts';
import { FATES, type FateName, type Move, NEWEST } from './moves.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Several moves in a row that random moves rarely make. */
export function drawStory(random: Random, stations: number): Move[] {
  const at = randomInt(random, 0, stations - 1);
  // The first station mostly has the folder: it was there first.
  if (stations === 2 && random() < 0.3) return drawHandOver(random, random() < 0.75 ? 0 : 1);
  const kind = random();
  if (kind < 0.5) return drawEnd(random, at);
  if (kind < 0.65) return drawWrongClock(random, at);
  if (kind < 0.77) return drawFirewall(random);
  return drawSecondThoughts(random, at);
}

/** A document arrives, its create goes wrong, and the station ends during the create. */
function drawEnd(random: Random, at: number): Move[] {
  const slow = random() < 0.5 ? 'slow' : 'hang-taken';
  const fate = random() < 0.6 ? slow : (FATES[randomInt(random, 0, FATES.length - 1)] ?? slow);
  return [
    { move: 'fates', fates: [fate] },
    { move: 'write', whole: true },
    {
      move: 'pass',
      ms: randomInt(random, 5_000, 60_000),
      turns: random() < 0.5 ? randomInt(random, 1, 60) : 0,
    },
    ...endOf(random, at),
    pass(random, 1, 20_000),
    { move: 'start', at },
  ];
}

/** The clock of a machine is ahead while a document waits, and correct again before the next start. */
function drawWrongClock(random: Random, at: number): Move[] {
  const ms =
    random() < 0.4
      ? randomInt(random, 6 * HOUR_MS, 12 * HOUR_MS)
      : randomInt(random, 1, 30) * DAY_MS + randomInt(random, 0, HOUR_MS);
  const troubles: readonly FateName[] = ['limited-long', 'fault', 'busy', 'cut', 'refuse', 'html', 'limited'];
  const trouble = () => oneOf(random, troubles);
  return [
    { move: 'jump', at, ms },
    { move: 'fates', fates: Array.from({ length: randomInt(random, 1, 4) }, trouble) },
    { move: 'write', whole: true },
    pass(random, 20_000, 90_000),
    ...someOf(random, 0.5, [{ move: 'hand', at, pick: 1 }, pass(random, 1, 7_000)]),
    ...endOf(random, at),
    { move: 'jump', at, ms: -ms },
    pass(random, 1, 20_000),
    { move: 'start', at },
    pass(random, 1, 20_000),
  ];
}

/** A firewall stops some documents, or all of them for a while. */
function drawFirewall(random: Random): Move[] {
  const writes = Array.from(
    { length: randomInt(random, 1, 4) },
    (): Move => ({ move: 'write', whole: true }),
  );
  return [
    { move: 'firewall', blocks: random() < 0.6 ? 'marked' : 'creates', late: random() < 0.4 },
    ...writes,
    pass(random, 50_000, 120_000),
    ...someOf(random, 0.3, [{ move: 'retry-all', at: 0 }, pass(random, 1, 60_000)]),
    ...someOf(random, 0.5, [{ move: 'firewall', blocks: 'nothing', late: false }]),
  ];
}

/**
 * A document waits to be sent, a file with the same bytes is found, and the first is withdrawn; before a person decides, the
 * files change in a way that decides nothing.
 */
function drawSecondThoughts(random: Random, at: number): Move[] {
  const interlude = oneOf<readonly Move[]>(random, [
    [],
    [{ move: 'touch', pick: NEWEST }],
    [{ move: 'same', pick: NEWEST }],
    [{ move: 'numbers', to: 'new' }],
    [{ move: 'numbers', to: 'new' }],
    [
      { move: 'numbers', to: random() < 0.5 ? 'half-gone' : 'all-gone' },
      pass(random, 20_000, 90_000),
      { move: 'numbers', to: 'back' },
    ],
  ]);
  return [
    { move: 'line', up: false },
    { move: 'write', whole: true },
    pass(random, 50_000, 70_000),
    ...someOf(random, 0.7, [{ move: 'same', pick: NEWEST }, pass(random, 20_000, 70_000)]),
    { move: 'withdraw', at, pick: NEWEST },
    pass(random, 1, 5_000),
    ...someOf(random, 0.3, [{ move: 'leave-out', at, pick: randomInt(random, 0, 5) }]),
    ...interlude,
    pass(random, 1, 70_000),
    ...someOf(random, 0.4, [{ move: random() < 0.7 ? 'decide' : 'leave-out', at, pick: 0 }]),
    { move: 'line', up: true },
  ];
}

/**
 * A station leaves the shared folder while documents wait to be sent, or loses the folder and gets another rule for it; the
 * other station reaches the service.
 */
function drawHandOver(random: Random, at: number): Move[] {
  const ends = random() < 0.4;
  const lost = random() < 0.3 ? oneOf(random, ['before', 'after'] as const) : null;
  const mount = (up: boolean): Move => ({ move: 'mount', at, up });
  return [
    { move: 'reach', at, up: false },
    { move: 'write', whole: true },
    ...someOf(random, 0.4, [{ move: 'write', whole: true }]),
    pass(random, 50_000, 90_000),
    ...(ends ? endOf(random, at) : []),
    ...(lost === 'before' ? [mount(false)] : []),
    ...someOf(random, 0.8, [{ move: 'rule', at, to: oneOf(random, ['none', 'elsewhere', 'other']) }]),
    random() < 0.6 ? pass(random, 200_000, 450_000) : pass(random, 1, 200_000),
    ...someOf(random, 0.2, [{ move: 'edit', pick: NEWEST }]),
    ...(lost === 'after' ? [mount(false)] : []),
    ...(ends ? [{ move: 'start', at } as const] : []),
    ...someOf(random, 0.3, [{ move: 'rule', at, to: 'usual' }, pass(random, 1, 200_000)]),
    { move: 'reach', at, up: true },
    pass(random, 1, 60_000),
    ...(lost === null ? [] : [mount(true)]),
    ...someOf(random, 0.4, [{ move: 'rule', at, to: 'usual' }]),
  ];
}

function endOf(random: Random, at: number): Move[] {
  return [{ move: random() < 0.7 ? 'crash' : 'stop', at }];
}

function pass(random: Random, least: number, most: number): Move {
  return { move: 'pass', ms: randomInt(random, least, most), turns: 0 };
}

function someOf(random: Random, chance: number, moves: readonly Move[]): readonly Move[] {
  return random() < chance ? moves : [];
}

/** One of `list`, which is not empty. */
export function oneOf<T>(random: Random, list: readonly T[]): T {
  const chosen = list[randomInt(random, 0, list.length - 1)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
