import { type Random, randomInt } from '../../support/random.ts';
import { FATES, type Move, type Sequence, WATCHES } from './moves.ts';
import { drawStory, oneOf } from './stories.ts';
import { drawTrial, TRIALS, type Trial } from './trials.ts';

/** How many sequences have a trial, in hundredths of all. */
const TRIED = 40;

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
    lagMs: random() < 0.2 ? 2_000 : 0,
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
