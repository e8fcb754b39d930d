import { type Random, randomInt } from '../../support/random.ts';
import { FATES, type FateName, type Move, NEWEST, type Sequence, WATCHES } from './moves.ts';
import { drawTrial, TRIALS, type Trial } from './trials.ts';

/** How many sequences have a trial, in hundredths of all. */
const TRIED = 50;

export function drawSequence(seed: number, random: Random, length: number): Sequence {
  const stations = random() < 0.3 ? 2 : 1;
  const moving = random() < 0.4 ? 'move' : 'keep';
  const asksFirst = random() < 0.1;
  const trials: Trial[] = random() * 100 < TRIED ? [oneOf(random, TRIALS)] : [];
  const [trial] = trials;
  // An archive in a read-only folder is no archive.
  const after = trial === 'read-only share' ? 'keep' : moving;
  const triedAt = randomInt(random, 0, Math.max(0, length - 6));
  const moves: Move[] = [];
  let tried = trial === undefined;
  if (after === 'move' && random() < 0.5) moves.push(drawBlock(random));
  while (moves.length < length) {
    if (!tried && trial !== undefined && moves.length >= triedAt) {
      tried = true;
      moves.push(...drawTrial(trial, random, randomInt(random, 0, stations - 1)));
    } else if (random() < 0.11) moves.push(...drawStory(random, stations));
    else moves.push(drawMove(random, { stations, after, asksFirst }), ...drawPass(random));
  }
  return {
    seed,
    stations,
    after,
    // A refusal in words of what the service has taken, while reads lag, is not kept yet (docs/invariants.md).
    lagMs: random() < 0.2 && trial !== 'refused and taken' ? 2_000 : 0,
    keepsData: random() < 0.5,
    asksFirst,
    trials,
    moves,
  };
}

function drawBlock(random: Random): Move {
  const blocks = ['a-file', 'EACCES', 'EROFS', 'stuck'] as const;
  return { move: 'archive', block: blocks[randomInt(random, 0, blocks.length)] ?? null };
}

function drawPass(random: Random): Move[] {
  const kind = random();
  if (kind < 0.25) return [];
  const ms = kind < 0.5 ? randomInt(random, 1, 3_000) : randomInt(random, 1, kind < 0.9 ? 40_000 : 300_000);
  return [{ move: 'pass', ms, turns: random() < 0.35 ? randomInt(random, 1, 12) : 0 }];
}

function drawMove(
  random: Random,
  { stations, after, asksFirst }: Pick<Sequence, 'stations' | 'after' | 'asksFirst'>,
): Move {
  const pick = randomInt(random, 0, 1000);
  const at = randomInt(random, 0, stations - 1);
  const one = <T>(...list: readonly T[]): T => oneOf(random, list);
  // Without moves there is no archive to block.
  if (after === 'move' && random() < 0.06) return drawBlock(random);
  if (random() < (stations === 2 ? 0.04 : 0.01)) return { move: 'rule', at, to: one(...WATCHES) };
  if (random() < (asksFirst ? 0.06 : 0.005))
    return { move: 'backlog', at, decision: one('send', 'send', 'skip') };
  if (random() < 0.02) return { move: 'numbers', to: one('new', 'new', 'half-gone', 'all-gone', 'back') };
  if (random() < 0.015)
    return { move: 'firewall', blocks: one('nothing', 'marked', 'creates'), late: random() < 0.4 };
  if (stations === 2 && random() < 0.03) return { move: one('reach', 'mount'), at, up: random() < 0.5 };
  // With mostly one or two Tasks, several edits meet at one Task.
  if (random() < 0.05) return { move: one('name', 'clear', 'event'), at, pick };
  const roll = random() * 100;
  if (roll < 20) return { move: 'write', whole: random() < 0.85 };
  if (roll < 33)
    return { move: one('finish', 'edit', 'edit', 'same', 'same', 'touch', 'rename', 'remove'), pick };
  if (roll < 36) return { move: 'folder', count: randomInt(random, 1, 3) };
  if (roll < 40) return { move: 'share', to: one('gone', 'hollow', 'back', 'back') };
  if (roll < 54) {
    const fates = Array.from({ length: randomInt(random, 1, 5) }, () => one(...FATES));
    return { move: 'fates', fates };
  }
  if (roll < 57) return { move: 'line', up: random() < 0.6 };
  if (roll < 60) return { move: one('rotate', 'expire', 'expire') };
  if (roll < 62) return { move: 'secret', at };
  if (roll < 70) {
    return {
      move: 'process',
      pick,
      status: one('processing', 'waiting', 'waiting', 'completed', 'failed', 'invalid'),
    };
  }
  if (roll < 72) return { move: 'freeze', pick };
  if (roll < 77) return { move: 'answer', at, pick, files: randomInt(random, 0, 2), data: random() < 0.7 };
  if (roll < 80) return { move: one('name', 'clear', 'event'), at, pick };
  if (roll < 82) return { move: 'hand', at, pick };
  if (roll < 87) {
    return { move: one('withdraw', 'retry', 'decide', 'leave-out', 'send-anyway', 'late-answer'), at, pick };
  }
  if (roll < 88) return { move: 'retry-all', at };
  if (roll < 94) return { move: one('stop', 'crash', 'crash', 'start', 'start'), at };
  if (roll < 95) return { move: one('keep-copy', 'put-back'), at };
  if (roll < 97) return { move: 'jump', at, ms: randomInt(random, -7_200_000, 7_200_000) };
  return { move: 'disk', at, full: random() < 0.6, room: one(0, 0, 1, 2, 5) };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Several moves in a row that random moves rarely make. */
function drawStory(random: Random, stations: number): Move[] {
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
function oneOf<T>(random: Random, list: readonly T[]): T {
  const chosen = list[randomInt(random, 0, list.length - 1)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
