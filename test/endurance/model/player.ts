import { existsSync } from 'node:fs';
import { personSays } from '../../support/world/person-says.ts';
import type { WorldStation } from '../../support/world/station.ts';
import { noteUnsent } from '../../support/world/unsent.ts';
import { clerk, pickOf } from './clerk.ts';
import { fateOf } from './fates.ts';
import type { Move } from './moves.ts';
import { addForeignTask, spoilCopy, uploadElsewhere } from './others.ts';
import { asksWhoseFolder, waitsForOther } from './rest.ts';
import { OTHER_PURPOSE, type World } from './world.ts';

/** How many files a burst of reports hides. */
const LOST_IN_BURST = 2;
/** By then a station has found out that its folder is read-only, and asks. */
const SOON_ASKED_MS = 150_000;
const SOON_ENOUGH_MS = 600_000;
/** Long enough to take the folder over, to look doubtful documents up, and to send them. */
const TURN_MS = 1_800_000;

export class Player {
  readonly #world: World;
  readonly #errors: string[];
  #passing: Promise<void> = Promise.resolve();

  constructor(world: World, errors: string[]) {
    this.#world = world;
    this.#errors = errors;
  }

  /** Lets time pass until the work has ended. */
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
    world.service.denies = false;
    world.up = true;
    world.cutOff.clear();
    if (['creates', 'everything', 'calls'].includes(world.firewall.blocks)) world.firewall.blocks = 'nothing';
    world.firewall.repeats = false;
    world.firewall.mixesUp = false;
    world.firewall.refusesTaken.length = 0;
    world.service.lagMs = 0;
    world.share.isSilent = false;
    world.share.return();
    world.numbers.bringBack();
    // All must come to rest with a read-only archive, too.
    if (world.share.blockedBy === 'a-file') world.share.blockArchive(null);
    for (const station of world.stations) {
      this.#mount(station, true);
      station.fillDisk(null);
      await this.until(station.start());
      await this.until(station.setSecret(world.service.apiSecret));
      await this.#sayWhose(station);
    }
    // Of a folder that two stations use nobody says that no other station uses the folder.
    if (world.stations.length > 1) world.openFolder();
    else if (world.isReadOnly()) {
      await world.clock.advance(SOON_ASKED_MS);
      for (const station of world.stations) if (!(await this.#sayAlone(station))) world.openFolder();
    }
    // Where no station has a rule for the folder, both get the usual rule.
    if (world.stations.some((station) => world.ruleOf(station) !== undefined)) return;
    for (const station of world.stations)
      await this.until(station.setRules(world.rulesFor(station.name, 'usual')));
  }

  /** A person answers what a station asks only now: whose the api_secret is, and whether another organisation still uses a folder. */
  async sayWhose(): Promise<void> {
    for (const station of this.#world.stations) {
      await this.#sayWhose(station);
      if (asksWhoseFolder(station)) await this.#sayAlone(station);
    }
  }

  /** A station sends its rest from another station's folder once the other station stops. */
  async takeTurns(): Promise<void> {
    const { stations, clock } = this.#world;
    for (const station of stations) {
      if (!waitsForOther(station)) continue;
      const others = stations.filter((other) => other !== station);
      for (const other of others) await this.until(other.stop());
      await clock.advance(TURN_MS);
      for (const other of others) await this.until(other.start());
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
        const task = pickOf(service.tasks.all.filter(isMoving), move.pick);
        if (task !== null) service.tasks.move(task, move.status);
        return;
      }
      case 'freeze': {
        const task = pickOf(
          service.tasks.all.filter(({ status }) => status === 'waiting'),
          move.pick,
        );
        if (task !== null) service.tasks.freeze(task);
        return;
      }
      case 'purpose': {
        const path = pickOf(
          [...share.files.keys()].filter((one) => existsSync(share.at(one))),
          move.pick,
        );
        if (path !== null) world.shares.get(OTHER_PURPOSE)?.copy(path, `${share.fresh()}.pdf`, share);
        return;
      }
      case 'rename-organisation':
        service.home.name = `${service.home.name} Health`;
        return;
      case 'new-uid':
        return service.organisations.rotate(service.home, `${service.home.uid}-new`);
      case 'deny':
        service.denies = move.on;
        world.decided.denied ||= move.on;
        return;
      case 'forget': {
        const known = service.tasks.all.filter(({ uuid }) =>
          world.stations.some((station) => station.knows(uuid)),
        );
        const one = pickOf(known, move.pick);
        for (const task of move.all ? known : one === null ? [] : [one]) service.tasks.forget(task);
        world.decided.denied = true;
        return;
      }
      case 'external-id': {
        // Only the station that made a Task recognizes the Task under another external_id (docs/invariants.md, "Not kept yet").
        if (world.stations.length > 1) return;
        const known = service.tasks.all.filter(({ uuid }) =>
          world.stations.some((station) => station.madeTask(uuid)),
        );
        const task = pickOf(known, move.pick);
        if (task !== null) service.tasks.rename(task, `case ${service.tasks.all.length}-${move.pick}`);
        return;
      }
      case 'foreign-task':
        return addForeignTask(world, move.like, move.documents);
      case 'other-desk':
        return uploadElsewhere(world, move.foreign);
      case 'refuse-taken':
        world.firewall.refusesTaken.push(...move.statuses);
        return;
      case 'mix-up':
        world.firewall.mixesUp = move.on;
        return;
      case 'dates':
        service.tasks.datesAheadMs = move.aheadMs;
        return;
      case 'archive':
        return share.blockArchive(move.block);
      case 'numbers':
        return this.#renumber(move.to);
      case 'exchange':
        return share.exchange();
      case 'reports':
        share.isSilent = move.lost;
        return;
      case 'burst':
        // The reports of the files that a scanner writes meanwhile are lost.
        share.isSilent = true;
        for (let index = 0; index < LOST_IN_BURST; index += 1) share.write(`${share.fresh()}.pdf`);
        share.isSilent = false;
        share.burst(move.count);
        return;
      case 'sleep':
        await this.#passing;
        world.clock.forward(move.ms);
        return;
      case 'part':
        return share.writePart(`${share.fresh()}.txt`);
      case 'gateway':
        world.firewall.repeats = move.repeats;
        return;
      case 'lag':
        service.lagMs = move.ms;
        service.listsLag = true;
        world.decided.lagged ||= move.ms > 0;
        return;
      case 'firewall':
        world.firewall.blocks = move.blocks;
        world.firewall.late = move.late;
        return;
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
    const { share } = world;
    switch (move.move) {
      case 'secret':
        await this.until(station.setSecret(world.service.apiSecret));
        return;
      case 'other-secret':
        // A ledger without an organisation would take the other one as its own.
        if (world.uidsOf(station.name).size > 0 && !world.decided.restored)
          await this.until(station.setSecret(world.otherOrganisation.apiSecret));
        return;
      case 'no-other-station':
        if (world.stations.length === 1 && world.isReadOnly()) await this.#sayAlone(station);
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
      case 'keep-all':
        if (world.stations.length > 1 || !station.keepAll()) return;
        world.kept = share.keepAt(`${share.root}-kept`);
        return;
      case 'put-all-back':
        if (world.kept === null || !station.putAllBack()) return;
        if (move.folder) share.putBack(world.kept);
        world.decided.restored = true;
        world.decided.unsent.clear();
        return;
      case 'put-back':
        if (!station.putBack()) return;
        world.decided.restored = true;
        world.decided.unsent.clear();
        return;
      case 'rule':
        world.decided.unsent.clear();
        world.changesOfRules += 1;
        await this.until(station.setRules(world.rulesFor(station.name, move.to)));
        return;
      case 'mount':
        return this.#mount(station, move.up);
      case 'reach':
        if (move.up) world.cutOff.delete(station.name);
        else world.cutOff.add(station.name);
        return;
      case 'spoil':
        return spoilCopy(world, station, move.pick);
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

  async #sayWhose(station: WorldStation): Promise<void> {
    if (!station.isRunning) return;
    this.#world.uidsOf(station.name).add(this.#world.service.home.uid);
    await this.until(personSays.sameOrganisation(station));
  }

  /** A person says that no other station uses the folder. Gives whether the station had asked. */
  async #sayAlone(station: WorldStation): Promise<boolean> {
    const { unwritable } = this.#world;
    const rule = this.#world.ruleOf(station)?.id;
    if (!station.isRunning || rule === undefined) return false;
    const was = unwritable.delete(station.name);
    let heard = false;
    await this.until(
      personSays.noOtherStation(station, rule).then((asked) => {
        heard = asked;
      }),
    );
    if (!heard && was) unwritable.add(station.name);
    return heard;
  }

  #change(what: 'finish' | 'edit' | 'same' | 'touch' | 'rename' | 'remove', pick: number): void {
    const { share, decided } = this.#world;
    const path = pickOf(
      [...share.files.keys()].filter((one) => existsSync(share.at(one))),
      pick,
    );
    if (path === null || (what === 'finish' && share.isWhole(path))) return;
    if (what !== 'same') decided.unsent.delete(path);
    if (what === 'same') share.copy(path, `${share.fresh()}.pdf`);
    else if (what === 'touch') share.touch(path);
    else {
      const beginning = decided.beginnings.get(path);
      decided.grown.delete(path);
      decided.beginnings.delete(path);
      if (what === 'finish') {
        const part = share.parts.has(path) ? share.files.get(path) : undefined;
        if (part !== undefined) {
          decided.grown.set(path, part.sha256);
          decided.beginnings.set(path, part.sha256);
        }
        share.finish(path);
      } else if (what === 'edit') share.write(path);
      else if (what === 'rename') {
        const to = `${share.fresh()}.pdf`;
        if (beginning !== undefined) decided.beginnings.set(to, beginning);
        share.rename(path, to);
      } else share.remove(path);
    }
  }

  #mount({ name }: WorldStation, up: boolean): void {
    const { share, stations, pathFor } = this.#world;
    if (stations.length === 1) return;
    if (up) share.mount(pathFor(name));
    else share.unmount(pathFor(name));
  }

  #renumber(to: Extract<Move, { move: 'numbers' }>['to']): void {
    const { numbers } = this.#world;
    if (to !== 'back') noteUnsent(this.#world);
    if (to === 'new') numbers.renew();
    else if (to === 'back') numbers.bringBack();
    else numbers.takeAway(to === 'all-gone');
  }
}

const isMoving = ({ status }: { status: string }) => ['pending', 'processing', 'waiting'].includes(status);
