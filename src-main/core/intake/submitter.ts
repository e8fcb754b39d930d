import { join } from 'node:path';
import type { FolderRule } from '../../contract/settings.ts';
import type { Clock, Random } from '../clock.ts';
import type { Committer } from '../ledger/committer.ts';
import type { FileRow, Files } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { addSubmission, findEarlier, payloadHash } from '../ledger/new-submission.ts';
import type { NewFile } from '../ledger/sent-files.ts';
import { externalIdIsKnown, madeNoTask } from '../ledger/submission-lookup.ts';
import type { Log } from '../log/events.ts';
import { type Claims, claimKey } from './claims.ts';
import { statOf } from './file-book.ts';
import type { FileCalls } from './file-calls.ts';
import { type FileIdentity, identityOf, lstatBelow, sameVersion } from './file-identity.ts';
import { fillExternalId, newId } from './ids.ts';
import { type FrozenFile, SourceChanged, type Spool } from './spool.ts';

/** One version of one file that is to be sent. */
export interface Member {
  readonly id: number;
  readonly path: string;
  readonly identity: FileIdentity;
}

export interface FrozenMember extends Member {
  readonly frozen: FrozenFile;
}

export type SubmitOutcome = 'queued' | 'duplicate' | 'touched';

export interface SubmitterParts {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly spool: Spool;
  readonly commit: Committer;
  readonly rule: FolderRule;
  /** How files of the folder are asked for. */
  readonly calls: () => FileCalls;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly stationId: string;
  readonly claims: Claims;
  /** Of the lease by which the folder is ours; null where it is not shared, or cannot be. */
  readonly generation: () => number | null;
  /** Whether the folder was left while this hung: it may be another station's. */
  readonly isGivenUp: () => boolean;
}

/** The folder went to another station, or its rule changed, while its files were read: they are not this one's to submit. */
export class FolderLeft extends SourceChanged {}

/** Makes submissions of settled files: freeze, claim, and one transaction that binds them (I2, I3). */
export class Submitter {
  readonly #parts: SubmitterParts;

  constructor(parts: SubmitterParts) {
    this.#parts = parts;
  }

  /** Copies the members into the spool; all or none. @throws SourceChanged, system errors of the file that failed */
  async freeze(members: readonly Member[]): Promise<FrozenMember[]> {
    const done: FrozenMember[] = [];
    try {
      for (const member of members) {
        const root = this.#parts.rule.path;
        const frozen = await this.#parts.spool.freeze(join(root, member.path), root, this.#parts.calls());
        done.push({ ...member, frozen });
        if (!sameVersion(frozen.identity, member.identity))
          throw new SourceChanged('not the version that settled');
      }
      return done;
    } catch (error) {
      await this.discard(done);
      throw error;
    }
  }

  discard(members: readonly FrozenMember[]): Promise<void> {
    return this.#parts.spool.remove(members.map((member) => member.frozen.spoolName));
  }

  /**
   * The version before, when this one is only that one with another time on it, or under another number of the file system. Not
   * when a person was asked to put it in again, nor when it had gone: file systems give its number to the next file.
   */
  touchedVersion({ id, identity, frozen }: FrozenMember): FileRow | null {
    const row = this.#parts.files.byId(id);
    const before = row === null ? null : this.#parts.files.previous(row);
    if (before === null || before.sha256 !== frozen.sha256) return null;
    const alike = before.mtime_ms === identity.mtimeMs || before.inode === identity.inode;
    return before.gone === 0 && alike && this.#parts.files.wentNowhere(before) !== 'copy-lost'
      ? before
      : null;
  }

  /** Takes a merely touched version back into the one before. */
  mergeTouched(member: FrozenMember, before: FileRow): void {
    const { files, ledger } = this.#parts;
    ledger.transaction(() => {
      files.forget(member.id);
      files.restat(before.id, member.path, member.identity);
    });
  }

  /**
   * Queues the members as one submission, unless the same documents were sent before (`again`: even then). `kept` is called in
   * the transaction that keeps what came of it: a person's decision, which is on the disk when this resolves (I5).
   *
   * @throws SourceChanged when a source is not that version any more, DiskFault: nothing was queued
   */
  async submit(
    members: readonly Member[],
    groupKey: string | null,
    again = false,
    kept?: () => void,
  ): Promise<SubmitOutcome> {
    const { ledger, files, rule, clock, commit, log } = this.#parts;
    const generation = this.#parts.generation();
    let frozen = await this.freeze(members);
    let keep = false;
    try {
      if (!again) frozen = await this.#withoutTouched(frozen);
      if (frozen.length === 0) return 'touched';
      const hash = payloadHash(rule.taskType, frozen.map(sha256Of));
      const durable = this.#parts.spool.sync();
      // Told where it is waited for: the claim is made meanwhile.
      durable.catch(() => undefined);
      const id = newId(clock, this.#parts.random);
      const own = fillExternalId(rule.externalId, { id, key: groupKey, folder: rule.id });
      const claimed =
        again || findEarlier(ledger, hash) === null
          ? await this.#claim(frozen, groupKey, own, { again, generation })
          : null;
      await durable;
      await this.#assertUnchanged(frozen);
      const outcome = await commit(
        (): SubmitOutcome => {
          this.#assertOurs(generation);
          const earlier = again ? null : findEarlier(ledger, hash);
          for (const member of frozen) this.#assertRow(member, again);
          kept?.();
          if (earlier !== null) {
            for (const member of frozen) files.markDuplicate(member.id, member.frozen.sha256, earlier);
            return 'duplicate';
          }
          addSubmission(
            ledger,
            {
              id,
              origin: 'folder',
              folderId: rule.id,
              groupKey,
              claimKey: claimed?.key ?? null,
              taskType: rule.taskType,
              requestSpec: rule.requestSpec,
              name: rule.name,
              callbackTemplate: rule.callbackTemplate,
              externalId: claimed?.externalId ?? own,
              files: frozen.map(toNewFile),
              perhapsSent: claimed?.perhapsSent ?? false,
            },
            clock.now(),
          );
          const move = rule.after === 'move';
          for (const member of frozen)
            files.bind(member.id, member.frozen.sha256, { to: 'submission', id, move }, clock.now());
          return 'queued';
        },
        kept === undefined ? 'soon' : 'now',
      );
      keep = outcome === 'queued';
      if (keep) {
        const bytes = frozen.reduce((sum, member) => sum + member.frozen.size, 0);
        log('submission.queued', { ref: id.slice(-6), files: frozen.length, bytes });
      }
      return outcome;
    } finally {
      if (!keep) await this.discard(frozen);
    }
  }

  async #withoutTouched(frozen: readonly FrozenMember[]): Promise<FrozenMember[]> {
    const left: FrozenMember[] = [];
    for (const member of frozen) {
      const before = this.touchedVersion(member);
      if (before === null) {
        left.push(member);
        continue;
      }
      this.mergeTouched(member, before);
      await this.discard([member]);
    }
    return left;
  }

  async #claim(
    frozen: readonly FrozenMember[],
    groupKey: string | null,
    externalId: string,
    { again, generation }: { readonly again: boolean; readonly generation: number | null },
  ) {
    this.#assertOurs(generation);
    if (generation === null) return null;
    const { ledger, rule, stationId, claims } = this.#parts;
    for (let round = 0; ; round++) {
      const key = claimKey(rule.taskType, groupKey, frozen.map(sha256Of), round);
      const claim = { externalId, station: stationId };
      const standing = await claims.claim(key, claim);
      if (standing === null) return { key, externalId, perhapsSent: false };
      if (
        standing !== 'unreadable' &&
        standing.station === stationId &&
        madeNoTask(ledger, standing.externalId)
      ) {
        // Whoever takes the folder over asks the service for the first claim that it finds.
        await claims.replace(key, claim);
        return { key, externalId, perhapsSent: false };
      }
      const useless = again || standing === 'unreadable' || externalIdIsKnown(ledger, standing.externalId);
      if (!useless) return { key, externalId: standing.externalId, perhapsSent: true };
    }
  }

  async #assertUnchanged(frozen: readonly FrozenMember[]): Promise<void> {
    for (const { path, identity } of frozen) {
      const stats = await lstatBelow(this.#parts.rule.path, path, this.#parts.calls().lstat);
      if (stats === null || !sameVersion(identityOf(stats), identity))
        throw new SourceChanged('it changed before it was queued');
    }
  }

  /** Whoever had the folder meanwhile may have sent by our claim, or knows of none; also when it is ours again since (I2). */
  #assertOurs(generation: number | null): void {
    if (this.#parts.isGivenUp() || this.#parts.generation() !== generation)
      throw new FolderLeft('the folder was not ours all the time');
  }

  #assertRow(member: Member, again: boolean): void {
    const row = this.#parts.files.byId(member.id);
    const free = row?.state === 'settling' || row?.state === 'held' || (again && row?.state === 'duplicate');
    if (row === null || !free || row.current === 0 || !sameVersion(statOf(row), member.identity)) {
      throw new SourceChanged('its row is of another version by now');
    }
  }
}

export function sha256Of(member: { readonly frozen: FrozenFile }): string {
  return member.frozen.sha256;
}

/** A frozen file as a submission or an answer keeps it. */
export function toNewFile({ path, frozen }: { path: string; frozen: FrozenFile }): NewFile {
  return {
    path,
    fileName: frozen.fileName,
    mediaType: frozen.mediaType,
    size: frozen.size,
    sha256: frozen.sha256,
    spoolName: frozen.spoolName,
  };
}
