import { basename, join } from 'node:path';
import type { FolderRule } from '../../../contract/settings.ts';
import { checkAnswer, keepAnswer } from '../../answering/compose-answer.ts';
import type { Clock, Random } from '../../clock.ts';
import { newId, newSubmissionId } from '../../ids.ts';
import type { Committer } from '../../ledger/db/group-commit.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { claimTable } from '../../ledger/tables/claims.ts';
import {
  findKnown,
  findKnownInFolder,
  knownElsewhere,
  perhapsOf,
  type SubmitDecision,
} from '../../ledger/tables/duplicates.ts';
import type { FileRow, Files } from '../../ledger/tables/files.ts';
import { noteMadeOnly } from '../../ledger/tables/record-behind.ts';
import { addSubmission, type NewSubmission, reviveSubmission } from '../../ledger/tables/submissions.ts';
import { witnessOf } from '../../ledger/tables/witnessed.ts';
import { readTask } from '../../ledger/tasks/task-row.ts';
import type { Log } from '../../log/events.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { identityOf, lstatBelow, sameVersion } from '../../share-io/file-identity.ts';
import { isTooMuchText, TOO_MUCH_TEXT } from '../../spool/inline-text.ts';
import { type HashedFile, SourceChanged, type Spool, toNewFile } from '../../spool/spool.ts';
import {
  type Claimed,
  type Elsewhere,
  heldFor,
  type SharedFolder,
  type WithheldProblem,
} from '../../stations/stations.ts';
import { type AnswerPlaces, isWaiting } from '../answers/answer-places.ts';
import { createGrownVersions, type Grown } from './grown.ts';
import {
  assertFree,
  createTouchedVersions,
  type FrozenMember,
  type HashedMember,
  type Member,
  sha256Of,
} from './member.ts';

const OUTCOMES = {
  'file.taken-back': 'taken-back',
  'file.other-organisation': 'other-organisation',
  'file.other-environment': 'other-environment',
  'file.perhaps-sent': 'perhaps-sent',
  'file.claimed-elsewhere': 'claimed-elsewhere',
  'file.at-service': 'at-service',
} as const;

export type SubmitOutcome =
  | 'queued'
  | 'duplicate'
  | 'touched'
  /** All documents equal withdrawn documents, so the files are held for a person. */
  | 'equals-withdrawn'
  /** Another station has claimed the documents, and sends the documents or has sent the documents. */
  | 'elsewhere'
  | (typeof OUTCOMES)[WithheldProblem['code']]
  | 'too-much-text'
  /** All documents of the group are known, but not all from this group, so the files are held for a person. */
  | 'in-other-group'
  /** The file begins with the version that was sent, so the file is held for a person. */
  | 'grown'
  /** The Task of the answer folder no longer waits, so the files are held for a person. */
  | 'answer-late';

export interface SubmitterDependencies {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly spool: Spool;
  readonly commit: Committer;
  readonly rule: FolderRule;
  readonly calls: () => FileCalls;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly shared: Pick<SharedFolder, 'generation' | 'claim' | 'queued' | 'tellWithdrawals'>;
  readonly answers: Pick<AnswerPlaces, 'placeOf'>;
  /** Whether the program gave up the folder because a call into the folder hung. Another station may have the lease now. */
  readonly isGivenUp: () => boolean;
}

/** The error if another station took the lease, or the rule changed, while the files were read. The files must not be submitted. */
export class FolderLeft extends SourceChanged {}

/**
 * Makes submissions from settled files: copies and claims the documents, and binds the files to the submission in one transaction (I2, I3).
 */
export interface Submitter {
  /**
   * Queues the files as one submission. Without a decision (`decided`), the files become duplicates if all documents were sent before, and
   * are held if another group sent them, or if the documents may have been sent or another station withdrew them. `kept` is called in the
   * transaction that queues the files. With `kept`, the transaction is on the disk when the promise resolves (I5). With the decision `too`,
   * the files are bound to an earlier submission, and stay bound to that submission unless the outcome is `queued`.
   * @throws SourceChanged if a file is no longer the version in `members`; DiskFault. In both cases, nothing is queued
   */
  submit(
    members: readonly Member[],
    groupKey: string | null,
    decided?: SubmitDecision,
    kept?: () => void,
  ): Promise<SubmitOutcome>;
  /**
   * Returns whether a file still has the bytes of the withdrawn document for which the file is held. Stores the result in the row, unless
   * `isWanted` returns false because the file has changed. @throws SourceChanged, system errors of the file
   */
  equalsWithdrawn(member: Member, isWanted: () => boolean): Promise<boolean>;
  /**
   * Compares a late file with its earlier versions. `same`: the file has the bytes of the previous version, and this is recorded. `grown`:
   * the file begins with the version that was sent. @throws SourceChanged, system errors
   */
  compareBefore(member: Member): Promise<'same' | 'other' | Grown>;
}

export function createSubmitter(dependencies: SubmitterDependencies): Submitter {
  const { ledger, files, spool, commit, rule, calls, clock, random, log, shared } = dependencies;
  const { answers, isGivenUp } = dependencies;
  const claimsOfOthers = claimTable(ledger);
  const touched = createTouchedVersions(ledger, files, rule, log);
  const grown = createGrownVersions(files, spool);
  const discard = (members: readonly FrozenMember[]) =>
    spool.remove(members.map((member) => member.frozen.spoolName));

  const assertSettled = (member: Member, { identity }: HashedFile) => {
    if (!sameVersion(identity, member.identity))
      throw new SourceChanged('the file is no longer the version that settled');
  };

  const hash = async (member: Member): Promise<HashedMember> => {
    const frozen = await spool.hash(join(rule.path, member.path), rule.path, calls());
    assertSettled(member, frozen);
    return { ...member, frozen };
  };

  const freeze = async (members: readonly Member[]): Promise<FrozenMember[]> => {
    const done: FrozenMember[] = [];
    try {
      for (const member of members) {
        const frozen = await spool.freeze(join(rule.path, member.path), rule.path, calls());
        done.push({ ...member, frozen, mark: await grown.mark(frozen) });
        assertSettled(member, frozen);
      }
      return done;
    } catch (error) {
      await discard(done);
      throw error;
    }
  };

  // Throws FolderLeft if the generation of the lease has changed since the start of `submit` (`began`). Another station may then have sent
  // the documents, or may not know the claim of this station (I2).
  const assertOurs = (began: number | null) => {
    if (isGivenUp() || shared.generation !== began)
      throw new FolderLeft('another station had the folder in the meantime');
  };

  const assertUnchanged = async (frozen: readonly FrozenMember[]) => {
    for (const { path, identity } of frozen) {
      const stats = await lstatBelow(rule.path, path, calls().lstat);
      if (stats === null || !sameVersion(identityOf(stats), identity))
        throw new SourceChanged('the file changed before it was queued');
    }
  };

  // Adds a submission with the files, or queues the earlier submission `revives` again with the files. Must be called in the transaction
  // that binds the files. Returns the id of the submission, and the names of the spool copies that are no longer needed.
  const add = (
    {
      key: claimKey,
      externalId,
      perhapsSent,
      revives,
    }: Omit<Claimed, 'key'> & { readonly key: string | null },
    parcel: Pick<NewSubmission, 'id' | 'groupKey' | 'files'>,
  ): { readonly id: string; readonly replaced: readonly string[] } => {
    const { id: folderId, taskType, requestSpec, name, callbackTemplate } = rule;
    const { groupKey, files: documents } = parcel;
    const as = {
      folderId,
      groupKey,
      claimKey,
      taskType,
      requestSpec,
      name,
      callbackTemplate,
      files: documents,
    };
    if (revives === null) {
      const made = { ...as, id: parcel.id, origin: 'folder', externalId, perhapsSent } as const;
      addSubmission(ledger, made, clock.now());
      return { id: parcel.id, replaced: [] };
    }
    const replaced = reviveSubmission(ledger, revives, as, clock.now());
    if (replaced === null) throw new SourceChanged('the earlier submission did not end without a Task');
    return { id: revives, replaced };
  };

  const holdTooMuch = (members: readonly Member[]) => {
    ledger.transaction(() => {
      for (const member of members) {
        assertFree(files, member);
        files.setFate(member.id, { state: 'held', problem: TOO_MUCH_TEXT });
      }
    });
    log('file.held', { folder: rule.id, code: TOO_MUCH_TEXT.code });
  };

  /** Holds files of which at least one begins with the version that was sent. Returns whether the files are held. */
  const holdGrown = async (members: readonly FrozenMember[]): Promise<boolean> => {
    const problems = await Promise.all(members.map((member) => grown.problem(member)));
    const problem = problems.find((one) => one !== null) ?? null;
    if (problem === null) return false;
    ledger.transaction(() => {
      for (const [n, member] of members.entries()) {
        assertFree(files, member);
        files.setFate(member.id, { state: 'held', problem: problems[n] ?? { ...problem, detail: null } });
      }
    });
    log('file.held', { folder: rule.id, code: problem.code });
    return true;
  };

  // Must be called in a transaction. Stores the other station's claim with each file, so that this station finds the files again if the
  // other station stops for good.
  const markElsewhere = (members: readonly FrozenMember[], { elsewhere }: Elsewhere) => {
    const { key, externalId, station, name, fence } = elsewhere;
    for (const { id, frozen } of members) {
      files.markElsewhere(id, frozen.sha256, members[0]?.id ?? id, name);
      claimsOfOthers.noteElsewhere({ file_id: id, key, external_id: externalId, station, fence });
    }
  };

  // Files are hashed without a copy, because a program that changes the rights of all files touches thousands.
  const withoutTouched = async (members: readonly Member[]): Promise<Member[]> => {
    const left: Member[] = [];
    for (const member of members) {
      const hashed = touched.mayBe(member) ? await hash(member) : null;
      const before = hashed && touched.previous(hashed);
      // A withdrawn document that was saved again stays in `left`. `submit` holds the document, unless a person decided to send it or the
      // group also has a new document.
      if (hashed === null || before === null || touched.takenBack(hashed) !== null) left.push(member);
      else touched.merge(hashed, before);
    }
    return left;
  };

  const waits = (task: string) => isWaiting(readTask(ledger, task));

  /** Queues the files as one answer to the Task, and calls `kept` in the same transaction (I5). */
  const answer = async (
    frozen: readonly FrozenMember[],
    taskUuid: string,
    began: number | null,
    kept: (() => void) | undefined,
  ): Promise<'queued' | 'answer-late'> => {
    await spool.sync();
    await assertUnchanged(frozen);
    const id = newId(clock, random);
    return await commit(() => {
      assertOurs(began);
      for (const member of frozen) assertFree(files, member, kept === undefined ? [] : ['duplicate']);
      if (!waits(taskUuid)) {
        const problem = { code: 'file.answer-late', detail: null } as const;
        for (const member of frozen) files.setFate(member.id, { state: 'held', problem });
        return 'answer-late';
      }
      kept?.();
      const words = { ledger, taskUuid, data: null, actor: 'station', id };
      keepAnswer({ ledger }, checkAnswer(words, frozen.length).message(frozen.map(toNewFile)), clock.now());
      const to = { to: 'message', id, move: rule.after === 'move' } as const;
      for (const {
        id: file,
        frozen: { sha256 },
        mark,
      } of frozen)
        files.bind(file, sha256, to, clock.now(), mark);
      return 'queued';
    }, 'now');
  };

  const submit: Submitter['submit'] = async (members, group, decided = null, kept) => {
    const place = answers.placeOf(members[0]?.path ?? '');
    // If a person decides to send files after their Task has stopped waiting, the files become a new Task.
    const too = decided === 'too';
    const isAnswer = !too && place !== null && (kept === undefined || waits(place.task));
    const groupKey = place === null ? group : null;
    const began = shared.generation;
    const again = decided === 'again';
    const afterAll = decided === 'after-all';
    const free: readonly FileRow['state'][] = too ? ['bound'] : kept === undefined ? [] : ['duplicate'];
    const rest = again || too ? members : await withoutTouched(members);
    if (rest.length === 0) return 'touched';
    const frozen = await freeze(rest);
    let keep = false;
    let replaced: readonly string[] = [];
    let claims: string | null = null;
    try {
      if (kept === undefined && frozen.every((member) => touched.takenBack(member) !== null)) {
        touched.holdTakenBack(frozen);
        return 'equals-withdrawn';
      }
      if (kept === undefined && (await holdGrown(frozen))) return 'grown';
      if (isTooMuchText(frozen.map((member) => member.frozen))) {
        if (!again && !too) holdTooMuch(frozen);
        return 'too-much-text';
      }
      if (isAnswer) {
        const outcome = await answer(frozen, place.task, began, kept);
        keep = outcome === 'queued';
        if (outcome === 'answer-late') log('file.held', { folder: rule.id, code: 'file.answer-late' });
        return outcome;
      }
      const sha256s = frozen.map(sha256Of);
      const knownNow = () => {
        const inFolder = () => (too ? null : findKnownInFolder(ledger, rule.id, sha256s, groupKey));
        const known = again ? null : (findKnown(ledger, rule, sha256s, groupKey) ?? inFolder());
        return { known, perhaps: known && perhapsOf(known) };
      };
      const durable = spool.sync();
      // `await durable` below handles the error. Without this handler, an error during the claim would be an unhandled rejection.
      durable.catch(() => undefined);
      const form = { template: rule.externalId, key: groupKey, folder: rule.id };
      const { id, externalId } = newSubmissionId({ ledger, clock, random }, form);
      let queuedAs = id;
      // After a crash, the folder may not show a withdrawal yet. Documents that a person sends again would count as perhaps sent.
      await shared.tellWithdrawals();
      const before = knownNow();
      // A person who decides knows the Task that may have the documents.
      const witness = again || afterAll ? null : witnessOfAll(ledger, rule.taskType, frozen);
      const mayGo =
        witness === null &&
        (before.known === null || (before.perhaps !== null && (afterAll || !before.perhaps.isUnproven)));
      if (mayGo) assertOurs(began);
      const { taskType, requestSpec } = rule;
      const claimable = { taskType, requestSpec, groupKey, sha256s, externalId, again, afterAll };
      if (mayGo && began !== null) claims = externalId;
      const claimed = mayGo ? await shared.claim(claimable, began) : null;
      await durable;
      await assertUnchanged(frozen);
      const outcome = await commit(
        (): SubmitOutcome => {
          assertOurs(began);
          const { known, perhaps } = knownNow();
          for (const member of frozen) assertFree(files, member, free);
          if (claimed !== null && 'elsewhere' in claimed) {
            if (!too) markElsewhere(frozen, claimed);
            return 'elsewhere';
          }
          const problem =
            known === null && witness !== null
              ? ({ code: 'file.at-service', detail: witness } as const)
              : heldFor(perhaps, claimed, afterAll);
          if (problem !== null) {
            for (const member of frozen) files.setFate(member.id, { state: 'held', problem });
            return OUTCOMES[problem.code];
          }
          if (known !== null && perhaps === null && too) return 'duplicate';
          if (known !== null && perhaps === null) {
            const elsewhere = knownElsewhere(known, groupKey);
            if (elsewhere !== null) {
              const code = 'file.in-other-group';
              const problem = { code, detail: elsewhere.of.groupKey } as const;
              for (const member of frozen) files.setFate(member.id, { state: 'held', problem });
              return 'in-other-group';
            }
            for (const [index, { sha256, of }] of known.entries()) {
              const member = frozen[index];
              if (member !== undefined) files.markDuplicate(member.id, sha256, of.id, frozen[0]?.id);
            }
            return 'duplicate';
          }
          kept?.();
          const added = add(
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
          for (const {
            id,
            frozen: { sha256 },
            mark,
          } of frozen)
            files.bind(id, sha256, to, clock.now(), mark);
          return 'queued';
        },
        kept === undefined ? 'soon' : 'now',
      );
      keep = outcome === 'queued';
      if (outcome !== 'queued' && outcome !== 'duplicate' && outcome !== 'touched' && outcome !== 'elsewhere')
        log('file.held', { folder: rule.id, code: `file.${outcome}` });
      if (keep) {
        if (claims !== null) shared.queued(claims);
        // If the removal fails, `removeOrphans` removes the copies later.
        await spool.remove(replaced).catch(() => undefined);
        const bytes = frozen.reduce((sum, member) => sum + member.frozen.size, 0);
        log('submission.queued', { ref: queuedAs.slice(-6), files: frozen.length, bytes });
      }
      return outcome;
    } finally {
      if (!keep) await discard(frozen);
      if (!keep && claims !== null) noteMadeOnly(ledger, claims);
    }
  };

  return {
    submit,
    equalsWithdrawn: async (member, isWanted) => {
      const { frozen } = await hash(member);
      const row = files.byId(member.id);
      // During the comparison, a person may have decided about the file. The row then no longer refers to the withdrawn document.
      if (!isWanted() || row?.problem_code !== 'file.duplicate-withdrawn') return false;
      const isSame = frozen.sha256 === row.sha256;
      ledger.transaction(() => {
        files.restat(member.id, member.path, member.identity);
        if (!isSame) files.setFate(member.id, { state: 'settling' });
      });
      return isSame;
    },
    compareBefore: async (member) => {
      const row = files.byId(member.id);
      if (row === null || files.previous(row) === null) return 'other';
      const hashed = await hash(member);
      const before = touched.previous(hashed);
      if (before === null) {
        const copies = await freeze([member]);
        const [problem = null] = await Promise.all(copies.map(grown.problem)).finally(() => discard(copies));
        return problem ?? 'other';
      }
      if (touched.takenBack(hashed) !== null) touched.holdTakenBack([hashed]);
      else touched.merge(hashed, before);
      return 'same';
    },
  };
}

/** Returns a Task of the organization that may have one of the documents, if each document may be in such a Task; otherwise null. */
function witnessOfAll(ledger: Ledger, taskType: string, members: readonly FrozenMember[]): string | null {
  const found = members.map(({ path, frozen }) =>
    witnessOf(ledger, taskType, { name: basename(path), sha256: frozen.sha256 }),
  );
  return found.every((task) => task !== null) ? (found[0] ?? null) : null;
}
