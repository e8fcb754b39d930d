import { type Random, randomInt } from '../../support/random.ts';
import type { Block } from '../world/share.ts';
import type { Status } from '../world/task-desk.ts';

/**
 * One move of a clerk, of the hospital or of the world. `pick` chooses among what there is when it is made, so a sequence
 * from which others were taken away still means something.
 */
export type Move =
  | { readonly move: 'write'; readonly whole: boolean }
  | { readonly move: 'finish' | 'edit' | 'same' | 'touch' | 'rename' | 'remove'; readonly pick: number }
  | { readonly move: 'folder'; readonly count: number }
  | { readonly move: 'share'; readonly to: 'gone' | 'hollow' | 'back' }
  | { readonly move: 'fates'; readonly fates: readonly FateName[] }
  | { readonly move: 'line'; readonly up: boolean }
  | { readonly move: 'rotate' | 'expire' }
  | { readonly move: 'process'; readonly pick: number; readonly status: Status }
  | { readonly move: 'freeze'; readonly pick: number }
  | {
      readonly move: 'answer';
      readonly at: number;
      readonly pick: number;
      readonly files: number;
      readonly data: boolean;
    }
  | { readonly move: 'name' | 'clear' | 'event'; readonly at: number; readonly pick: number }
  | { readonly move: 'hand'; readonly at: number; readonly pick: number }
  | {
      readonly move: 'withdraw' | 'retry' | 'decide' | 'leave-out' | 'send-anyway' | 'late-answer';
      readonly at: number;
      readonly pick: number;
    }
  | { readonly move: 'secret'; readonly at: number }
  | { readonly move: 'retry-all'; readonly at: number }
  | { readonly move: 'stop' | 'crash' | 'start' | 'keep-copy' | 'put-back'; readonly at: number }
  | { readonly move: 'jump'; readonly at: number; readonly ms: number }
  /** Where the disk is full, `room` commits still fit. */
  | { readonly move: 'disk'; readonly at: number; readonly full: boolean; readonly room: number }
  | { readonly move: 'archive'; readonly block: Block | null }
  /** Time passes; with `turns` the next move comes in the middle of it, after so many turns of the loop. */
  | { readonly move: 'pass'; readonly ms: number; readonly turns: number };

export const FATES = [
  'slow',
  'limited',
  'limited-long',
  'fault',
  'fault-taken',
  'busy',
  'html',
  'cut',
  'cut-taken',
  'cut-late',
  'cut-later',
  'hang',
  'hang-taken',
  'halve',
  'refuse',
  'forbidden',
  'nonsense',
] as const;
export type FateName = (typeof FATES)[number];

/** A world and what happens in it, from one seed. */
export interface Sequence {
  readonly seed: number;
  readonly stations: 1 | 2;
  readonly after: 'keep' | 'move';
  readonly lagMs: number;
  readonly keepsData: boolean;
  readonly moves: readonly Move[];
}

/** Draws a sequence of about `length` moves. */
export function drawSequence(seed: number, random: Random, length: number): Sequence {
  const stations = random() < 0.3 ? 2 : 1;
  const after = random() < 0.4 ? 'move' : 'keep';
  const moves: Move[] = [];
  if (after === 'move' && random() < 0.5) moves.push(drawBlock(random));
  while (moves.length < length) {
    if (random() < 0.06) moves.push(...drawAccident(random, stations));
    else moves.push(drawMove(random, stations, after), ...drawPass(random));
  }
  return {
    seed,
    stations,
    after,
    lagMs: random() < 0.2 ? 2_000 : 0,
    keepsData: random() < 0.5,
    moves,
  };
}

/** A document is brought, its create goes wrong, and the station ends in the middle of it: what chance alone brings seldom. */
function drawAccident(random: Random, stations: number): Move[] {
  const at = randomInt(random, 0, stations - 1);
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
    { move: random() < 0.7 ? 'crash' : 'stop', at },
    { move: 'pass', ms: randomInt(random, 1, 20_000), turns: 0 },
    { move: 'start', at },
  ];
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

function drawMove(random: Random, stations: number, after: Sequence['after']): Move {
  const pick = randomInt(random, 0, 1000);
  const at = randomInt(random, 0, stations - 1);
  const one = <T>(...list: readonly T[]): T => {
    const chosen = list[randomInt(random, 0, list.length - 1)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  // Where nothing is moved there is no archive that could refuse it.
  if (after === 'move' && random() < 0.06) return drawBlock(random);
  // There is mostly one Task or two: enough of these for several to meet at one.
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
