import type { ProblemCode } from '../../../contract/problem.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import { isDiskFault } from '../../disk-full.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode } from '../../share-io/file-identity.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import { SourceChanged } from '../../spool/spool.ts';
import type { StationQuestion } from '../../stations/stations.ts';
import type { FileRecorder } from '../file-recorder.ts';
import type { FolderParts } from '../folder-parts.ts';
import { Groups, type Late } from '../group/groups.ts';
import { ScanCoverage } from '../scan/scan-coverage.ts';
import type { UnreadablePaths } from '../scan/unreadable-paths.ts';
import type { Settler, Tracked } from '../settler.ts';
import type { Submitter } from './submitter.ts';

/** A file that changed this often while it was copied is shown as held, and still tried. */
const SPOILED_LIMIT = 5;
/** Files taken up in one turn of the event loop: of a crowd that waited together, the lease's beat must not wait for all. */
const TURN = 256;

export interface GroupSubmitterParts extends FolderParts {
  readonly rule: FolderRule;
  readonly book: FileRecorder;
  readonly settler: Settler;
  readonly submitter: Submitter;
  /** How files of the folder are asked for. */
  readonly calls: () => FileCalls;
  readonly unseen: Pick<UnreadablePaths, 'mayBeOf'>;
  readonly maySubmit: () => boolean;
  /** The question that a person must answer before a document of the folder is sent, or null. */
  readonly question: () => StationQuestion | null;
  readonly holdsLease: () => Promise<boolean>;
  /** How many files are read at a time. */
  readonly limit: Limit;
  readonly onFault: (error: unknown) => void;
}

/** Takes what has settled to a submission, alone or with its group. */
export class GroupSubmitter {
  /** What groups wait for, and whoever looks at the folder tells of. */
  readonly looks = new ScanCoverage();
  readonly #parts: GroupSubmitterParts;
  readonly #groups: Groups;
  readonly #sending = new Set<Promise<void>>();

  constructor(parts: GroupSubmitterParts) {
    this.#parts = parts;
    this.#groups = new Groups({
      ...parts,
      root: parts.rule.path,
      folderId: parts.rule.id,
      grouping: parts.rule.group,
      groupQuietMs: parts.rule.groupQuietSeconds * 1000,
      looks: this.looks,
      onReady: (key, members) => this.#send(members, key),
      onLate: (file, code) => {
        file.phase = 'submitting';
        this.#track(parts.limit(() => this.#late(file, code)));
      },
    });
  }

  get busy(): boolean {
    return this.#sending.size > 0 || this.#groups.busy || this.looks.awaiting.size > 0;
  }

  touch(groupKey: string): void {
    this.#groups.touch(groupKey);
  }

  consider(groupKey: string): void {
    this.#groups.consider(groupKey);
  }

  settled(file: Tracked): void {
    if (this.#equalsWithdrawn(file)) {
      this.#track(this.#compare(file));
      return;
    }
    if (file.groupKey !== null) {
      if (file.heldFor !== null && file.heldFor !== 'file.group-held') this.#unhold(file);
      this.#groups.consider(file.groupKey);
      return;
    }
    const question = this.#parts.question();
    if (question !== null) {
      if (file.heldFor !== question) this.#hold(file, question, null);
      return;
    }
    // Shown as changing until it could be copied once: whether it stands still is only known then.
    if (file.heldFor !== null && file.heldFor !== 'file.changing') this.#unhold(file);
    if (this.#parts.maySubmit()) this.#send([file], null);
  }

  held(file: Tracked, code: ProblemCode, detail: string | null): void {
    if (this.#equalsWithdrawn(file)) return;
    this.#parts.book.hold(file.id, code, detail);
    this.#parts.log('file.held', { folder: this.#parts.rule.id, code });
    if (file.groupKey !== null) this.#groups.consider(file.groupKey);
  }

  /** Sends what waited for a pause or another station to end. */
  reconsider(): void {
    this.#track(this.#reconsider());
  }

  /** A walk has ended; `whole`: all that it came across is recorded. */
  walked(walk: { began: number; ended: number; whole: boolean }): void {
    this.looks.walked(walk);
    this.looked();
  }

  /** The folder was looked at: judges the groups that waited for that. */
  looked(): void {
    if (this.looks.awaiting.size === 0) return;
    this.#track(this.#considerAll(new Set(this.looks.awaiting)));
  }

  /** The folder is away: nothing in it is waited for until it is back. */
  forgetAll(): void {
    this.#groups.clear();
    this.looks.clear();
  }

  async stop(): Promise<void> {
    this.forgetAll();
    await Promise.all(this.#sending);
  }

  async #reconsider(): Promise<void> {
    const groups = new Set<string>();
    let taken = 0;
    for (const file of this.#parts.settler.all()) {
      if (file.phase !== 'settled') continue;
      if (file.groupKey === null) this.settled(file);
      else groups.add(file.groupKey);
      taken += 1;
      if (taken % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await this.#considerAll(groups);
  }

  async #considerAll(groups: ReadonlySet<string>): Promise<void> {
    let taken = 0;
    for (const key of groups) {
      this.#groups.consider(key);
      taken += 1;
      if (taken % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #unhold(file: Tracked): void {
    this.#parts.book.release(file.id);
    file.heldFor = null;
  }

  #send(members: readonly Tracked[], groupKey: string | null): void {
    for (const file of members) file.phase = 'submitting';
    this.#track(this.#parts.limit(() => this.#submit(members, groupKey)));
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(this.#parts.onFault).finally(() => this.#sending.delete(tracked));
    this.#sending.add(tracked);
  }

  async #submit(members: readonly Tracked[], groupKey: string | null): Promise<void> {
    const { maySubmit, holdsLease, submitter, settler, onQueued } = this.#parts;
    try {
      if (!maySubmit() || !(await holdsLease())) {
        for (const file of members) file.phase = 'settled';
        // A lease that was lost and is ours again reads as before, so nothing else would take them up.
        if (maySubmit()) for (const file of members) settler.again(file);
        return;
      }
      const outcome = await submitter.submit(members, groupKey);
      for (const file of members) {
        if (settler.get(file.id) === file) settler.forget(file.id);
      }
      if (outcome === 'queued') onQueued();
    } catch (error) {
      for (const file of members) this.#failed(file, error);
    }
  }

  #failed(sent: Tracked, error: unknown): void {
    const { settler } = this.#parts;
    // What changed it may have been seen already: then it is settling under a newer look.
    const file = settler.get(sent.id);
    if (file === undefined) return;
    if (error instanceof SourceChanged) {
      file.spoiled += 1;
      if (file.spoiled >= SPOILED_LIMIT && file.heldFor !== 'file.changing')
        this.#hold(file, 'file.changing', null);
      if (file === sent) settler.again(file);
      return;
    }
    if (file !== sent) return;
    const code = errorCode(error);
    if (code === 'unknown') this.#parts.onFault(error);
    const ours = isDiskFault(error) || code.startsWith('SQLITE_');
    this.#hold(file, ours ? 'spool.full' : 'file.unreadable', `(${code})`);
    settler.again(file, true);
  }

  /** Where the ledger cannot keep why, as on a full disk, the file must all the same be tried again, and the rest of its group. */
  #hold(file: Tracked, code: ProblemCode, detail: string | null): void {
    try {
      this.held(file, code, detail);
      file.heldFor = code;
    } catch (error) {
      this.#parts.onFault(error);
    }
  }

  /** Whether it is held as the same document as one that was taken back, which it may not be any more. */
  #equalsWithdrawn({ id, heldFor }: Tracked): boolean {
    return heldFor !== null && this.#parts.files.byId(id)?.problem_code === 'file.duplicate-withdrawn';
  }

  /** Another time alone makes no other document of what equals one that was taken back: it goes on waiting for a person. */
  async #compare(file: Tracked): Promise<void> {
    const { submitter, settler, files, book, ledger, limit } = this.#parts;
    file.phase = 'submitting';
    try {
      const [copy] = await limit(() => submitter.freeze([file]));
      if (copy === undefined) return;
      await submitter.discard([copy]);
      const row = files.byId(file.id);
      if (settler.get(file.id) !== file || row === null || !this.#equalsWithdrawn(file)) return;
      const same = row.sha256 === copy.frozen.sha256;
      ledger.transaction(() => {
        files.restat(file.id, file.path, file.identity);
        if (!same) book.release(file.id);
      });
      if (same) {
        settler.forget(file.id);
        return;
      }
    } catch (error) {
      const changed = error instanceof SourceChanged;
      if (!changed && errorCode(error) === 'unknown') this.#parts.onFault(error);
      settler.again(file, !changed);
      return;
    }
    file.phase = 'settled';
    file.heldFor = null;
    this.settled(file);
  }

  async #late(file: Tracked, code: Late): Promise<void> {
    const { submitter, files, settler, book, rule, log } = this.#parts;
    // What changed it while it waited its turn is settling under a newer look.
    if (settler.get(file.id) !== file) return;
    const row = files.byId(file.id);
    if (row !== null && files.previous(row) !== null) {
      try {
        const [frozen] = await submitter.freeze([file]);
        if (frozen !== undefined) {
          await submitter.discard([frozen]);
          const before = submitter.touched.previous(frozen);
          if (submitter.touched.takenBack(frozen) !== null) {
            submitter.touched.holdTakenBack([frozen]);
            settler.forget(file.id);
            return;
          }
          if (before !== null) {
            submitter.touched.merge(frozen, before);
            settler.forget(file.id);
            return;
          }
        }
      } catch (error) {
        this.#failed(file, error);
        return;
      }
    }
    settler.forget(file.id);
    book.hold(file.id, code);
    log('file.held', { folder: rule.id, code });
  }
}
