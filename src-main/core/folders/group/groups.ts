import { join } from 'node:path';
import type { ProblemCode } from '../../../contract/problem.ts';
import type { Grouping } from '../../../contract/settings.ts';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { FileRow, Files } from '../../ledger/tables/files.ts';
import { groupBefore } from '../../ledger/tables/submissions.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { lstatOrNull } from '../../share-io/file-identity.ts';
import { READY_MARKER } from '../../share-io/own-folders.ts';
import type { StationQuestion } from '../../stations/stations.ts';
import { DelayQueue } from '../delay-queue.ts';
import { type FileRecorder, goesOn } from '../file-recorder.ts';
import type { ScanCoverage } from '../scan/scan-coverage.ts';
import type { UnreadablePaths } from '../scan/unreadable-paths.ts';
import type { Settler, Tracked } from '../settler.ts';
import { judgeGroup } from './grouping.ts';

/** Why a file waits whose group was sent, or does not go, when the file came. */
export type Late = Extract<
  ProblemCode,
  'file.late-for-group' | 'file.late-for-refused' | 'file.late-for-kept-back'
>;

const LATE = {
  sent: 'file.late-for-group',
  refused: 'file.late-for-refused',
  'kept-back': 'file.late-for-kept-back',
} as const;

export interface GroupsParts {
  readonly root: string;
  /** How files of the folder are asked for. */
  readonly calls: () => FileCalls;
  readonly folderId: string;
  readonly grouping: Grouping;
  readonly groupQuietMs: number;
  readonly ledger: Ledger;
  readonly files: Files;
  readonly book: FileRecorder;
  readonly settler: Settler;
  readonly clock: Clock;
  readonly unseen: Pick<UnreadablePaths, 'mayBeOf'>;
  readonly looks: Pick<ScanCoverage, 'reach' | 'setAwaiting'>;
  readonly maySubmit: () => boolean;
  /** See `GroupSubmitterParts`. */
  readonly question: () => StationQuestion | null;
  readonly onReady: (groupKey: string, members: readonly Tracked[]) => void;
  readonly onLate: (file: Tracked, code: Late) => void;
  readonly onFault: (error: unknown) => void;
}

/** Brings the files of one group together and says when they go out (docs/architecture.md 4, grouping). */
export class Groups {
  readonly #parts: GroupsParts;
  readonly #changedAt = new Map<string, number>();
  /** When the ready marker of a group was first seen. */
  readonly #markedAt = new Map<string, number>();
  readonly #quiet: DelayQueue<string>;

  constructor(parts: GroupsParts) {
    this.#parts = parts;
    this.#quiet = new DelayQueue(parts.groupQuietMs, parts.clock, (key) => this.consider(key));
  }

  get busy(): boolean {
    return this.#quiet.size > 0;
  }

  /** A file of the group came, changed or went. */
  touch(groupKey: string): void {
    this.#changedAt.set(groupKey, this.#parts.clock.monotonic());
    this.#quiet.put(groupKey);
  }

  /** Looks whether the group can go out now. */
  consider(groupKey: string): void {
    this.#consider(groupKey).catch((error: unknown) => {
      this.#parts.onFault(error);
      // Its files wait for nothing but this look; a folder that ended has forgotten the group.
      if (this.#changedAt.has(groupKey)) this.#quiet.put(groupKey);
    });
  }

  clear(): void {
    this.#changedAt.clear();
    this.#markedAt.clear();
    this.#quiet.clear();
  }

  async #consider(groupKey: string): Promise<void> {
    const marked = await this.#isMarked(groupKey);
    const { files, ledger, folderId, settler, clock, unseen, looks, maySubmit } = this.#parts;
    const question = this.#parts.question();
    const rows = files.openOfGroup(folderId, groupKey);
    const settled = rows.flatMap((row) => {
      const file = settler.get(row.id);
      return file?.phase === 'settled' ? [file] : [];
    });
    const quietSince = this.#quietSince(groupKey, marked);
    const members = rows.map((row) => this.#memberState(row));
    const before = groupBefore(ledger, folderId, groupKey);
    const verdict = judgeGroup({
      members: rows.length > 0 && unseen.mayBeOf(groupKey) ? [...members, 'held'] : members,
      sentBefore: before !== null,
      quiet: clock.monotonic() >= quietSince,
      looked: looks.reach(quietSince),
    });
    // Of what may not go out from here, nothing needs to be known.
    looks.setAwaiting(groupKey, verdict === 'unlooked' && maySubmit());
    switch (verdict) {
      case 'empty':
        this.#changedAt.delete(groupKey);
        this.#markedAt.delete(groupKey);
        this.#quiet.delete(groupKey);
        return;
      case 'late':
        for (const file of settled) this.#parts.onLate(file, LATE[before ?? 'sent']);
        return;
      case 'held':
        this.#hold(settled, 'file.group-held');
        return;
      case 'settling':
      case 'waiting':
        this.#release(settled);
        return;
      case 'unlooked':
      case 'ready':
        if (question !== null) {
          this.#hold(settled, question);
          return;
        }
        this.#release(settled);
        if (verdict === 'unlooked') return;
        if (maySubmit()) this.#parts.onReady(groupKey, settled);
    }
  }

  /**
   * From when on its quiet time has passed, or it was marked, as far as is known. A walk that begins later finds what else was
   * there then; what a marker says is complete need not have been found when the marker is.
   */
  #quietSince(groupKey: string, marked: boolean): number {
    const now = this.#parts.clock.monotonic();
    const changedAt = this.#changedAt.get(groupKey);
    const quietSince = (changedAt ?? now) + this.#parts.groupQuietMs - 1;
    if (!marked) {
      this.#markedAt.delete(groupKey);
      return quietSince;
    }
    const markedAt = this.#markedAt.get(groupKey) ?? now;
    this.#markedAt.set(groupKey, markedAt);
    return Math.min(quietSince, Math.max(markedAt, changedAt ?? markedAt));
  }

  #hold(settled: readonly Tracked[], code: 'file.group-held' | StationQuestion): void {
    for (const file of settled) {
      if (file.heldFor === code) continue;
      this.#parts.book.hold(file.id, code);
      file.heldFor = code;
    }
  }

  #release(settled: readonly Tracked[]): void {
    for (const file of settled) {
      if (file.heldFor === null) continue;
      this.#parts.book.release(file.id);
      file.heldFor = null;
    }
  }

  #memberState(row: FileRow): 'settled' | 'settling' | 'held' {
    const file = this.#parts.settler.get(row.id);
    if (file?.phase === 'settled') return 'settled';
    const stuck = row.state === 'held' && row.problem_code !== 'file.group-held';
    if (stuck && (file === undefined || file.heldFor !== null || !goesOn(row))) return 'held';
    return 'settling';
  }

  async #isMarked(groupKey: string): Promise<boolean> {
    const { grouping, root, calls } = this.#parts;
    if (typeof grouping === 'object' && 'key' in grouping) return false;
    const marker = join(root, groupKey, READY_MARKER);
    const stats = await calls()
      .run(() => lstatOrNull(marker))
      .catch(() => null);
    return stats?.isFile() === true;
  }
}
