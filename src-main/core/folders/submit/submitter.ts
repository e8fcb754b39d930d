import { join } from 'node:path';
import type { FolderRule } from '../../../contract/settings.ts';
import type { Clock, Random } from '../../clock.ts';
import { fillExternalId, newId } from '../../ids.ts';
import type { Committer } from '../../ledger/db/group-commit.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { findKnown, perhapsOf } from '../../ledger/tables/duplicates.ts';
import type { Files } from '../../ledger/tables/files.ts';
import { addSubmission, type NewSubmission, reviveSubmission } from '../../ledger/tables/submissions.ts';
import type { Log } from '../../log/events.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { identityOf, lstatBelow, sameVersion } from '../../share-io/file-identity.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../../spool/inline-text.ts';
import { SourceChanged, type Spool } from '../../spool/spool.ts';
import { type Claimed, heldFor, type SharedFolder, type WithheldProblem } from '../../stations/stations.ts';
import { assertFree, type FrozenMember, type Member, sha256Of, toNewFile } from './member.ts';
import { TouchedVersions } from './touched-versions.ts';

const OUTCOMES = {
  'file.taken-back': 'taken-back',
  'file.other-organisation': 'other-organisation',
  'file.perhaps-sent': 'perhaps-sent',
  'file.claimed-elsewhere': 'claimed-elsewhere',
} as const;

export type SubmitOutcome =
  | 'queued'
  | 'duplicate'
  | 'touched'
  /** Equals what was taken back: a person decides. */
  | 'equals-withdrawn'
  | (typeof OUTCOMES)[WithheldProblem['code']]
  | 'too-much-text';

/** What a person decided: to send the same documents once more, or though another station took them back, claimed them for another organisation, or they may be a Task. */
export type SubmitDecision = 'again' | 'after-all' | null;

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
  /** The folder as the stations share it. */
  readonly shared: () => Pick<SharedFolder, 'generation' | 'claim' | 'abandon'>;
  /** Whether the folder was left while this hung: it may be another station's. */
  readonly isGivenUp: () => boolean;
}

/** The folder went to another station, or its rule changed, while its files were read: they are not this one's to submit. */
export class FolderLeft extends SourceChanged {}

/** Makes submissions of settled files: freeze, claim, and one transaction that binds them (I2, I3). */
export class Submitter {
  readonly touched: TouchedVersions;
  readonly #parts: SubmitterParts;

  constructor(parts: SubmitterParts) {
    this.#parts = parts;
    this.touched = new TouchedVersions(parts);
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
   * Queues the members as one submission, unless the same documents were sent before, or perhaps, or another station took them back,
   * and nobody decided to send them nevertheless. `kept` is called in the transaction that keeps what came of it: a person's decision,
   * which is on the disk when this resolves (I5); not where they are held, or are duplicates, for a reason of which that person did not
   * know.
   *
   * @throws SourceChanged when a source is not that version any more, DiskFault: nothing was queued
   */
  async submit(
    members: readonly Member[],
    groupKey: string | null,
    decided: SubmitDecision = null,
    kept?: () => void,
  ): Promise<SubmitOutcome> {
    const { ledger, files, rule, clock, commit, log } = this.#parts;
    const generation = this.#parts.shared().generation;
    const again = decided === 'again';
    const afterAll = decided === 'after-all';
    let frozen = await this.freeze(members);
    let keep = false;
    let replaced: readonly string[] = [];
    let claims: string | null = null;
    try {
      if (!again) frozen = await this.#withoutTouched(frozen);
      if (frozen.length === 0) return 'touched';
      if (kept === undefined && frozen.every((member) => this.touched.takenBack(member) !== null)) {
        this.touched.holdTakenBack(frozen);
        return 'equals-withdrawn';
      }
      if (isTooMuchText(frozen.map((member) => member.frozen))) {
        if (!again) this.#holdTooMuch(frozen);
        return 'too-much-text';
      }
      const sha256s = frozen.map(sha256Of);
      const knownNow = () => {
        const known = again ? null : findKnown(ledger, rule, sha256s);
        return { known, perhaps: known && perhapsOf(known) };
      };
      const durable = this.#parts.spool.sync();
      // Told where it is waited for: the claim is made meanwhile.
      durable.catch(() => undefined);
      const id = newId(clock, this.#parts.random);
      let queuedAs = id;
      const externalId = fillExternalId(rule.externalId, { id, key: groupKey, folder: rule.id });
      const before = knownNow();
      const mayGo =
        before.known === null || (before.perhaps !== null && (afterAll || !before.perhaps.isUnproven));
      if (mayGo) this.#assertOurs(generation);
      const { taskType, requestSpec } = rule;
      const claimable = { taskType, requestSpec, groupKey, sha256s, externalId, again, afterAll };
      if (mayGo && generation !== null) claims = externalId;
      const claimed = mayGo ? await this.#parts.shared().claim(claimable, generation) : null;
      await durable;
      await this.#assertUnchanged(frozen);
      const outcome = await commit(
        (): SubmitOutcome => {
          this.#assertOurs(generation);
          const { known, perhaps } = knownNow();
          for (const member of frozen) assertFree(files, member, kept !== undefined);
          const problem = heldFor(perhaps, claimed, afterAll);
          if (problem !== null) {
            for (const member of frozen) files.setFate(member.id, { state: 'held', problem });
            return OUTCOMES[problem.code];
          }
          if (known !== null && perhaps === null) {
            for (const [index, { sha256, of }] of known.entries()) {
              const member = frozen[index];
              if (member !== undefined) files.markDuplicate(member.id, sha256, of.id, frozen[0]?.id);
            }
            return 'duplicate';
          }
          kept?.();
          const added = this.#add(
            claimed !== null && 'key' in claimed
              ? claimed
              : { key: null, externalId, perhapsSent: false, revives: null },
            {
              id,
              groupKey,
              files: frozen.map(toNewFile),
            },
          );
          replaced = added.replaced;
          queuedAs = added.id;
          const move = rule.after === 'move';
          const to = { to: 'submission', id: added.id, move } as const;
          for (const member of frozen) files.bind(member.id, member.frozen.sha256, to, clock.now());
          return 'queued';
        },
        kept === undefined ? 'soon' : 'now',
      );
      keep = outcome === 'queued';
      if (outcome !== 'queued' && outcome !== 'duplicate' && outcome !== 'touched')
        log('file.held', { folder: rule.id, code: `file.${outcome}` });
      if (keep) {
        // What stays behind is swept up.
        await this.#parts.spool.remove(replaced).catch(() => undefined);
        const bytes = frozen.reduce((sum, member) => sum + member.frozen.size, 0);
        log('submission.queued', { ref: queuedAs.slice(-6), files: frozen.length, bytes });
      }
      return outcome;
    } finally {
      if (!keep && claims !== null) this.#parts.shared().abandon(claims);
      if (!keep) await this.discard(frozen);
    }
  }

  /** In the transaction that binds the files. Gives the submission that carries them, and the copies that it needs no more. */
  #add(
    {
      key: claimKey,
      externalId,
      perhapsSent,
      revives,
    }: Omit<Claimed, 'key'> & { readonly key: string | null },
    { id, groupKey, files }: Pick<NewSubmission, 'id' | 'groupKey' | 'files'>,
  ): { readonly id: string; readonly replaced: readonly string[] } {
    const { ledger, rule, clock } = this.#parts;
    const { id: folderId, taskType, requestSpec, name, callbackTemplate } = rule;
    const as = { folderId, groupKey, claimKey, taskType, requestSpec, name, callbackTemplate, files };
    if (revives === null) {
      addSubmission(ledger, { ...as, id, origin: 'folder', externalId, perhapsSent }, clock.now());
      return { id, replaced: [] };
    }
    const replaced = reviveSubmission(ledger, revives, as, clock.now());
    if (replaced === null) throw new SourceChanged('what it was to go on as goes another way by now');
    return { id: revives, replaced };
  }

  #holdTooMuch(members: readonly Member[]): void {
    const { ledger, files, rule, log } = this.#parts;
    ledger.transaction(() => {
      for (const member of members) {
        assertFree(files, member, false);
        files.setFate(member.id, { state: 'held', problem: TOO_MUCH_TEXT });
      }
    });
    log('file.held', { folder: rule.id, code: TOO_MUCH_TEXT.code });
  }

  async #withoutTouched(frozen: readonly FrozenMember[]): Promise<FrozenMember[]> {
    const left: FrozenMember[] = [];
    for (const member of frozen) {
      const before = this.touched.previous(member);
      // What was taken back goes on by a person's decision, or with something new.
      if (before === null || this.touched.takenBack(member) !== null) {
        left.push(member);
        continue;
      }
      this.touched.merge(member, before);
      await this.discard([member]);
    }
    return left;
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
    if (this.#parts.isGivenUp() || this.#parts.shared().generation !== generation)
      throw new FolderLeft('the folder was not ours all the time');
  }
}
