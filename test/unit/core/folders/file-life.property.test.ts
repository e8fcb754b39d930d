import * as fc from 'fast-check';
import { test } from 'vitest';
import { fileRow, NO_HISTORY, statOf } from '../../../../src-main/core/folders/file-row.ts';
import {
  type FileEffect,
  type FileEvent,
  fileState,
  IDLE,
  type Inspection,
  type OpenFile,
} from '../../../../src-main/core/folders/file-state.ts';
import { groupState, memberOf, NEW_GROUP } from '../../../../src-main/core/folders/group/group-state.ts';
import type { FileRow } from '../../../../src-main/core/ledger/tables/files.ts';
import { type FileIdentity, sameVersion } from '../../../../src-main/core/share-io/file-identity.ts';
import { fileRowOf } from './support/file-row-of.ts';

/* A folder in memory: `fileRow` and `fileState` decide, and this carries out what they say, with every failure that may come between. */

interface Work {
  readonly kind: 'check' | 'compare' | 'submit';
  readonly members: readonly OpenFile[];
}

const PATHS = ['a.pdf', 'b.pdf', 'c.pdf'] as const;
const PATIENCE_MS = 2;
const ENDLESS_MS = 2;
const CHANGING_MS = 4;
const LUCK = ['well', 'well', 'refused', 'deferred', 'fault'] as const;

class World {
  readonly disk = new Map<string, FileIdentity & { whole: boolean }>();
  readonly rows: FileRow[] = [];
  readonly open = new Map<number, OpenFile>();
  readonly timers = new Set<number>();
  readonly works: Work[] = [];
  /** Versions that were queued, and versions of which a check said that they are complete. */
  readonly queued: string[] = [];
  readonly settled = new Set<string>();
  maySubmit = true;
  failNext = false;
  now = 0;
  #round = 0;
  readonly groupKey: string | null;

  constructor(groupKey: string | null) {
    this.groupKey = groupKey;
  }

  get moment() {
    return { now: this.now, changingMs: CHANGING_MS };
  }

  write(path: string, whole: boolean): void {
    this.now += 1;
    this.disk.set(path, {
      size: 1 + (this.now % 3),
      mtimeMs: this.now,
      inode: path,
      ctimeMs: this.now,
      whole,
    });
  }

  scan(): void {
    for (const path of PATHS) {
      const row = this.rows.find((one) => one.path === path && one.current === 1) ?? null;
      const identity = this.disk.get(path);
      if (identity !== undefined) this.#found(row, path, identity);
      else if (row !== null && row.gone === 0) {
        for (const write of fileRow(row, { kind: 'vanished' }).writes) {
          if (write.kind === 'gone') row.gone = 1;
          else if (write.kind === 'vanish') {
            row.state = 'withdrawn';
            row.problem_code = 'file.vanished';
            row.current = write.retired ? 0 : 1;
            row.gone = write.retired ? 0 : 1;
          }
        }
        this.happened(row.id, { kind: 'ended' });
        if (this.groupKey !== null) this.judge();
      }
    }
  }

  #found(before: FileRow | null, path: string, identity: FileIdentity): void {
    const judgment = { fate: { state: 'settling' }, groupKey: this.groupKey } as const;
    const { writes, next } = fileRow(before, {
      kind: 'found',
      path,
      identity,
      judgment,
      backlog: null,
      widened: null,
      isStrange: false,
      history: NO_HISTORY,
    });
    const { size, mtimeMs, inode, ctimeMs } = identity;
    const stat = { size, mtime_ms: mtimeMs, inode, ctime_ms: ctimeMs };
    let row = before;
    for (const write of writes) {
      if (write.kind === 'add') {
        const { fate } = write.judgment;
        const code = 'problem' in fate ? fate.problem.code : null;
        const id = this.rows.length + 1;
        row = fileRowOf({
          id,
          path,
          state: fate.state,
          group_key: this.groupKey,
          problem_code: code,
          ...stat,
        });
        this.rows.push(row);
      } else if (row !== null && write.kind === 'retire') row.current = 0;
      else if (row !== null && write.kind === 'gone') row.gone = write.gone ? 1 : 0;
      else if (row !== null && write.kind === 'restat') Object.assign(row, { ...stat, gone: 0 });
      else if (row !== null && write.kind === 'fate') {
        row.state = write.fate.state;
        row.problem_code = 'problem' in write.fate ? write.fate.problem.code : null;
      }
    }
    if (next === null || row === null) return;
    this.#round += 1;
    const file = { id: row.id, path, identity, groupKey: this.groupKey };
    this.happened(row.id, { kind: 'recorded', file, ...next, round: this.#round, at: this.moment });
  }

  happened(id: number, event: FileEvent): boolean {
    const before = this.open.get(id) ?? IDLE;
    const { state, effects } = fileState(before, event);
    const keep = (now: typeof state) => {
      if (now.phase === 'idle') this.open.delete(id);
      else this.open.set(id, now);
      if (now.phase !== 'quiet') this.timers.delete(id);
    };
    keep(state);
    for (const effect of effects) {
      if ((effect.kind === 'hold' || effect.kind === 'release') && this.failNext) {
        this.failNext = false;
        const unkept = fileState(before, { kind: 'unkept' });
        keep(unkept.state);
        for (const one of unkept.effects) this.#carryOut(id, one);
        return false;
      }
      this.#carryOut(id, effect);
    }
    return true;
  }

  #carryOut(id: number, effect: FileEffect): void {
    const file = this.open.get(id);
    const row = this.rows[id - 1];
    switch (effect.kind) {
      case 'wait':
        this.timers.add(id);
        break;
      case 'check':
      case 'compare':
      case 'submit':
        if (file !== undefined) this.works.push({ kind: effect.kind, members: [file] });
        break;
      case 'hold':
      case 'release':
        if (row === undefined || !['settling', 'held'].includes(row.state)) break;
        row.state = effect.kind === 'hold' ? 'held' : 'settling';
        row.problem_code = effect.kind === 'hold' ? effect.code : null;
        break;
      case 'judge-group':
      case 'touch-group':
        this.judge();
        break;
      case 'scan':
        break;
    }
  }

  judge(): void {
    const open = this.rows.filter(
      ({ state, current, gone }) => current === 1 && gone === 0 && (state === 'settling' || state === 'held'),
    );
    const { effects } = groupState(NEW_GROUP, {
      kind: 'judged',
      now: 1,
      quietMs: 0,
      members: open.map((row) => memberOf(row, this.open.get(row.id) ?? null)),
      marked: false,
      mayBeUnread: false,
      before: null,
      scannedUntil: Number.POSITIVE_INFINITY,
      question: null,
      maySubmit: this.maySubmit,
    });
    for (const effect of effects) {
      if (effect.kind === 'member' && !this.happened(effect.id, effect.event)) return;
      if (effect.kind !== 'submit') continue;
      for (const id of effect.ids) this.happened(id, { kind: 'taken' });
      const members = effect.ids.flatMap((id) => this.open.get(id) ?? []);
      this.works.push({ kind: 'submit', members });
    }
  }

  tick(nth: number): void {
    const id = [...this.timers][nth % Math.max(1, this.timers.size)];
    if (id === undefined) return;
    this.now += 1;
    this.timers.delete(id);
    this.happened(id, { kind: 'due' });
  }

  finish(nth: number, luck: (typeof LUCK)[number]): void {
    const [work] = this.works.splice(nth % Math.max(1, this.works.length), 1);
    if (work === undefined) return;
    const as = { ofWithdrawn: false, question: null, maySubmit: this.maySubmit };
    const isThere = ({ file }: OpenFile) => {
      const now = this.disk.get(file.path);
      return now !== undefined && sameVersion(now, file.identity);
    };
    const [one] = work.members;
    if (one === undefined) return;
    if (work.kind === 'check') {
      const found = this.#inspect(one, luck);
      const isEndless = found.kind === 'endless' && this.now - (one.endlessSince ?? this.now) >= ENDLESS_MS;
      if (found.kind === 'complete' || isEndless) this.settled.add(versionOf(one));
      const checked = {
        kind: 'checked',
        round: one.round,
        at: this.moment,
        patienceMs: PATIENCE_MS,
        endlessMs: ENDLESS_MS,
      } as const;
      this.happened(one.file.id, { ...checked, found, as });
      return;
    }
    const isFree = ({ file }: OpenFile) => {
      const row = this.rows[file.id - 1];
      const isOpen = row?.state === 'settling' || row?.state === 'held';
      return isOpen && row?.current === 1 && sameVersion(statOf(row), file.identity);
    };
    const outcome = (round: number): FileEvent => {
      if (luck === 'deferred' || !maySubmit) return { kind: 'deferred', round, maySubmit };
      const isSame = work.members.every((member) => isThere(member) && isFree(member));
      const refused = { kind: 'refused', code: 'spool.full', detail: '' } as const;
      if (isSame && luck === 'well') return { kind: 'submitted', round };
      return {
        kind: 'submit-failed',
        round,
        why: isSame ? refused : { kind: 'changed' },
        at: this.moment,
        as,
      };
    };
    const { maySubmit } = this;
    const events = work.members.map(({ file, round }) => ({ id: file.id, event: outcome(round) }));
    for (const [n, { id, event }] of events.entries()) {
      const [row, member] = [this.rows[id - 1], work.members[n]];
      if (event.kind !== 'submitted' || row === undefined || member === undefined) continue;
      row.state = 'bound';
      row.problem_code = null;
      this.queued.push(versionOf(member));
    }
    for (const { id, event } of events) this.happened(id, event);
  }

  #inspect({ file }: OpenFile, luck: string): Inspection {
    const now = this.disk.get(file.path);
    if (now === undefined || !sameVersion(now, file.identity)) return { kind: 'changed' };
    if (luck === 'fault') return { kind: 'fault' };
    if (luck === 'refused') return { kind: 'unreadable', code: 'EIO' };
    if (now.whole && now.size % 3 === 0) return { kind: 'endless' };
    return now.whole ? { kind: 'complete' } : { kind: 'incomplete', code: 'file.unfinished' };
  }

  setPaused(paused: boolean): void {
    this.maySubmit = !paused;
    if (paused) return;
    const as = { ofWithdrawn: false, question: null, maySubmit: true };
    for (const id of this.open.keys()) this.happened(id, { kind: 'considered', as });
    if (this.groupKey !== null) this.judge();
  }

  /** I1, and I3: what holds at every moment. */
  check(): void {
    for (const path of PATHS) {
      const current = this.rows.filter((row) => row.path === path && row.current === 1);
      holds(current.length <= 1, `${path} has ${current.length} current rows`);
    }
    for (const row of this.rows) {
      if (row.state !== 'settling') continue;
      // What settles is worked on: nothing else would bring it further.
      const file = this.open.get(row.id);
      const isWaiting = file?.phase === 'settled' || this.timers.has(row.id);
      const isWorked = this.works.some(({ members }) =>
        members.some((member) => member.file.id === row.id && member.round === file?.round),
      );
      holds(file !== undefined && (isWaiting || isWorked), `row ${row.id} waits for nothing: ${file?.phase}`);
    }
    for (const { kind, members } of this.works) {
      if (kind !== 'submit') continue;
      holds(
        members.every((member) => this.settled.has(versionOf(member))),
        'a version that did not settle is submitted',
      );
    }
    holds(new Set(this.queued).size === this.queued.length, 'a version was queued twice');
  }
}

function holds(is: boolean, otherwise: string): void {
  if (!is) throw new Error(otherwise);
}

const versionOf = ({ file }: OpenFile) =>
  `${file.path} ${file.identity.size} ${file.identity.mtimeMs} ${file.identity.inode}`;

const move = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('write' as const), n: fc.nat(2), whole: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), n: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('tick' as const), n: fc.nat(5) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      n: fc.nat(5),
      luck: fc.constantFrom(...LUCK),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), paused: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('full' as const) }) },
);

test('I1, I3: after any events each file is counted once and none is lost, only settled versions are submitted, and none twice', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('p1', null),
      fc.array(move, { minLength: 20, maxLength: 80, size: 'max' }),
      (groupKey, moves) => {
        const world = new World(groupKey);
        for (const one of moves) {
          const path = 'n' in one ? (PATHS[one.n % PATHS.length] ?? PATHS[0]) : PATHS[0];
          if (one.kind === 'write') world.write(path, one.whole);
          else if (one.kind === 'remove') world.disk.delete(path);
          else if (one.kind === 'scan') world.scan();
          else if (one.kind === 'tick') world.tick(one.n);
          else if (one.kind === 'finish') world.finish(one.n, one.luck);
          else if (one.kind === 'pause') world.setPaused(one.paused);
          else world.failNext = true;
          world.check();
        }
        // Once nothing fails any more, every whole file goes out, unless a person is to be asked.
        world.failNext = false;
        world.setPaused(false);
        for (const [path, file] of world.disk) if (!file.whole) world.write(path, true);
        for (let n = 0; n < 60; n += 1) {
          if (n % 10 === 0) world.scan();
          // The quiet time of the group is over.
          if (n % 10 === 5 && groupKey !== null) world.judge();
          world.tick(n);
          world.finish(n, 'well');
          world.check();
        }
        for (const row of world.rows) {
          const isOut = row.state === 'bound' || row.current === 0 || row.gone === 1;
          holds(isOut || row.problem_code === 'file.backlog', `row ${row.id} is ${row.state} at the end`);
        }
      },
    ),
    { numRuns: 500 },
  );
});
