import { type Random, seededRandom } from '../../support/random.ts';
import { judge } from '../../support/world/oracle.ts';
import type { Sequence } from './moves.ts';
import { Player } from './player.ts';
import { isOpen, openRows, work } from './rest.ts';
import { createWorld, type World } from './world.ts';

const ROUND_MS = 30_000;
const LONG_ROUND_MS = 600_000;
const ROUNDS = 60;
const AFTER_ALL_MS = 120_000;
const MAX_WAITING_ROUNDS = 4;
/** From the third submission in a row on that a firewall blocks, all new ones wait for its end. */
const BLOCKED_ALONE = 2;

export interface Played {
  /** What broke; empty when nothing did. */
  readonly wrong: readonly string[];
  readonly requests: number;
  readonly tasks: number;
  readonly simulatedMs: number;
  /** Faults that engines told their logs: a full disk is one. */
  readonly faults: number;
  /** Writes to a ledger that a full disk refused. */
  readonly refusedWrites: number;
  /** Tries to move something into an archive that allowed no changes. */
  readonly refusedMoves: number;
  /** Submissions that a firewall blocked. */
  readonly blocked: number;
  /** Changes of what a station watches. */
  readonly changesOfRules: number;
  /** Files that got another number of the file system. */
  readonly newNumbers: number;
}

/** Plays a sequence in an empty folder, makes everything well again, waits until all is at rest, and judges. */
export async function play(dir: string, sequence: Sequence, template: string): Promise<Played> {
  const world = createWorld(dir, sequence, template);
  const errors: string[] = [];
  const player = new Player(world, errors);
  try {
    for (const station of world.stations) await player.until(station.start());
    for (const move of sequence.moves) await player.make(move);
    await player.calm();
    const spoolIsTidy = !sequence.moves.some(({ move }) => ['crash', 'disk', 'put-back'].includes(move));
    const random = seededRandom(sequence.seed + 1);
    let wrong = await comeToRest(world, player, { spoolIsTidy, random });
    if (wrong.length === 0) {
      // Whatever comes late has come by then, and what could not be moved.
      world.share.blockArchive(null);
      await world.clock.advance(AFTER_ALL_MS);
      wrong = judgeRest(world, spoolIsTidy);
      // What the other one had still to do in a folder, a station may take up only now.
      if (wrong.length > 0) wrong = await comeToRest(world, player, { spoolIsTidy, random });
    }
    return {
      wrong: [...errors, ...wrong],
      requests: world.service.requests,
      tasks: world.service.tasks.all.length,
      simulatedMs: world.clock.monotonic(),
      faults: world.faults.length,
      refusedWrites: world.stations.reduce((sum, station) => sum + station.refusedWrites, 0),
      refusedMoves: world.share.refusedMoves,
      blocked: world.firewall.met.size,
      changesOfRules: world.changesOfRules,
      newNumbers: world.numbers.count,
    };
  } finally {
    for (const station of world.stations) station.crash();
    await world.clock.settle();
    world.clock.end();
  }
}

/** Lets time pass until all is at rest. Gives what is not as it must be then, or still not at rest. */
async function comeToRest(
  world: World,
  player: Player,
  { spoolIsTidy, random }: { readonly spoolIsTidy: boolean; readonly random: Random },
): Promise<string[]> {
  let wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    work(world.service.tasks, random, round < MAX_WAITING_ROUNDS);
    await world.clock.advance(round < ROUNDS / 2 ? ROUND_MS : LONG_ROUND_MS);
    if (world.firewall.met.size > BLOCKED_ALONE) world.firewall.blocks = 'nothing';
    if (round === ROUNDS / 2) await player.takeTurns();
    wrong = judgeRest(world, spoolIsTidy);
    if (wrong.length === 0) break;
  }
  return wrong;
}

function judgeRest(world: World, spoolIsTidy: boolean): string[] {
  return isOpen(world)
    ? ['something is still on its way', ...openRows(world)]
    : judge(world, { spoolIsTidy });
}
