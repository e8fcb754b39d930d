import { existsSync } from 'node:fs';
import { seededRandom } from '../../support/random.ts';
import { judge } from '../world/oracle.ts';
import type { WorldStation } from '../world/station.ts';
import type { TaskDesk } from '../world/task-desk.ts';
import { clerk, pickOf } from './clerk.ts';
import { fateOf } from './fates.ts';
import type { Move, Sequence } from './moves.ts';
import { createWorld, type World } from './world.ts';

const ROUND_MS = 30_000;
const LONG_ROUND_MS = 600_000;
const ROUNDS = 60;
const AFTER_ALL_MS = 120_000;
const MAX_WAITING_ROUNDS = 4;
const SOON_ENOUGH_MS = 600_000;

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
    let wrong: string[] = ['never looked'];
    for (let round = 0; round < ROUNDS && wrong.length > 0; round += 1) {
      work(world.service.desk, random, round < MAX_WAITING_ROUNDS);
      await world.clock.advance(round < ROUNDS / 2 ? ROUND_MS : LONG_ROUND_MS);
      wrong = isOpen(world)
        ? ['something is still on its way', ...openRows(world)]
        : judge(world, { spoolIsTidy });
    }
    if (wrong.length === 0) {
      // Whatever comes late has come by then, and what could not be moved.
      world.share.blockArchive(null);
      await world.clock.advance(AFTER_ALL_MS);
      wrong = judge(world, { spoolIsTidy });
    }
    return {
      wrong: [...errors, ...wrong],
      requests: world.service.requests,
      tasks: world.service.desk.all().length,
      simulatedMs: world.clock.elapsed(),
      faults: world.faults.length,
      refusedWrites: world.stations.reduce((sum, station) => sum + station.refusedWrites, 0),
      refusedMoves: world.share.refusedMoves,
    };
  } finally {
    for (const station of world.stations) station.crash();
    await world.clock.settle();
  }
}

class Player {
  readonly #world: World;
  readonly #errors: string[];
  #passing: Promise<void> = Promise.resolve();

  constructor(world: World, errors: string[]) {
    this.#world = world;
    this.#errors = errors;
  }

  /** Lets time pass until something has ended that somebody waits for. */
  async until(work: Promise<void>): Promise<void> {
    let ended = false;
    work.then(
      () => {
        ended = true;
      },
      (error: unknown) => {
        ended = true;
        this.#errors.push(`unforeseen: ${error instanceof Error ? error.stack : String(error)}`);
      },
    );
    await this.#passing;
    await this.#world.clock.settle();
    for (let waited = 0; !ended; waited += 1_000) {
      if (waited > SOON_ENOUGH_MS) throw new Error('it never ended');
      await this.#world.clock.advance(1_000);
    }
  }

  async calm(): Promise<void> {
    const world = this.#world;
    await this.#passing;
    world.fates.length = 0;
    world.up = true;
    world.share.return();
    // A read-only archive is no reason why anything should not come to rest.
    if (world.share.blockedBy === 'a-file') world.share.blockArchive(null);
    for (const station of world.stations) {
      station.fillDisk(null);
      await this.until(station.start());
      await this.until(station.setSecret(world.service.apiSecret));
    }
  }

  async make(move: Move): Promise<void> {
    const world = this.#world;
    const { share, service } = world;
    switch (move.move) {
      case 'write':
        return share.write(`${share.files.size % 3 === 0 ? 'sub/' : ''}${share.fresh()}.pdf`, move.whole);
      case 'finish':
      case 'edit':
      case 'same':
      case 'touch':
      case 'rename':
      case 'remove':
        return this.#change(move.move, move.pick);
      case 'folder':
        return share.moveIn(share.fresh(), move.count);
      case 'share':
        return move.to === 'back' ? share.return() : share.leave(move.to === 'hollow');
      case 'fates':
        world.fates.push(...move.fates.map(fateOf));
        return;
      case 'line':
        world.up = move.up;
        return;
      case 'rotate':
        return service.rotate();
      case 'expire':
        return service.expireTokens();
      case 'process': {
        const task = pickOf(service.desk.all().filter(isMoving), move.pick);
        if (task !== null) service.desk.move(task, move.status);
        return;
      }
      case 'freeze': {
        const task = pickOf(
          service.desk.all().filter(({ status }) => status === 'waiting'),
          move.pick,
        );
        if (task !== null) service.desk.freeze(task);
        return;
      }
      case 'archive':
        return share.blockArchive(move.block);
      case 'pass':
        await this.#passing;
        this.#passing = world.clock.advance(move.ms);
        if (move.turns === 0) await this.#passing;
        for (let turn = 0; turn < move.turns; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        return;
      default: {
        const station = world.stations[move.at];
        if (station !== undefined) await this.#atStation(station, move);
      }
    }
  }

  async #atStation(station: WorldStation, move: Extract<Move, { at: number }>): Promise<void> {
    const world = this.#world;
    switch (move.move) {
      case 'secret':
        await this.until(station.setSecret(world.service.apiSecret));
        return;
      case 'stop':
        await this.until(station.stop());
        return;
      case 'crash':
        return station.crash();
      case 'start':
        await this.until(station.start());
        return;
      case 'keep-copy':
        return station.keepCopy();
      case 'put-back':
        if (station.putBack()) world.decided.restored = true;
        return;
      case 'jump':
        return station.machine.jump(move.ms);
      case 'disk':
        return station.fillDisk(move.full ? move.room : null);
      default:
        clerk(world, station, move).catch((error: unknown) => {
          this.#errors.push(`unforeseen: ${error instanceof Error ? error.stack : String(error)}`);
        });
        await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #change(what: 'finish' | 'edit' | 'same' | 'touch' | 'rename' | 'remove', pick: number): void {
    const { share } = this.#world;
    const path = pickOf(
      [...share.files.keys()].filter((one) => existsSync(share.at(one))),
      pick,
    );
    if (path === null) return;
    if (what === 'finish') share.finish(path);
    else if (what === 'edit') share.write(path);
    else if (what === 'same') share.copy(path, `${share.fresh()}.pdf`);
    else if (what === 'touch') share.touch(path);
    else if (what === 'rename') share.rename(path, `${share.fresh()}.pdf`);
    else share.remove(path);
  }
}

const isMoving = ({ status }: { status: string }) => ['pending', 'processing', 'waiting'].includes(status);

/** The service goes on with everything; at first Tasks wait for more, then they end. */
function work(desk: TaskDesk, random: () => number, mayWait: boolean): void {
  for (const task of desk.all()) {
    if (task.status === 'pending') desk.move(task, 'processing');
    else if (task.status === 'processing')
      desk.move(task, mayWait && random() < 0.5 ? 'waiting' : 'completed');
    else if (task.status === 'waiting' && !mayWait && desk.frozenTo(task.uuid) === undefined)
      desk.move(task, 'completed');
  }
}

const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;

function isOpen({ stations }: World): boolean {
  return stations.some(({ life: { ledger, engine } }) => {
    const row = ledger
      .prepared(`SELECT 1 FROM submission WHERE ${OPEN} UNION ALL SELECT 1 FROM message WHERE ${OPEN}`)
      .get();
    return row !== undefined || engine.intake.busy();
  });
}

function openRows({ stations }: World): string[] {
  return stations.flatMap(({ name, life: { ledger, engine } }) => [
    ...ledger.db
      .prepare(
        `SELECT id, state, problem_code, next_at, attempts FROM submission WHERE ${OPEN}
         UNION ALL SELECT id, state, problem_code, next_at, attempts FROM message WHERE ${OPEN}`,
      )
      .all()
      .map((row) => `${name}: ${JSON.stringify(row)}`),
    `${name}: busy ${engine.intake.busy()}, lanes ${JSON.stringify(engine.outbox.lanes())}`,
  ]);
}
