import { stat } from 'node:fs/promises';
import { assertNever } from '../../../contract/assert-never.ts';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { Clock } from '../../clock.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode } from '../../share-io/file-identity.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import { type FolderIdentity, rootIdentityOf } from '../../share-io/folder-identity.ts';
import { type Belonging, isPractice, relationOf, sendsElsewhere } from '../belonging.ts';
import { type FolderState, type Mark, maySubmitBy, type SharedFolder } from '../stations.ts';
import { createLeaseFiles, type LeaseContent, type Moved, parseLease } from './lease-files.ts';
import type { LeaseRecord } from './lease-record.ts';

/** For this many milliseconds after a check has shown that this station has the lease, documents are queued without a new check. */
const LATELY_MS = 250;
const EARLY_MS = 2;
const READ_ONLY: readonly string[] = ['EROFS', 'EACCES', 'EPERM'];
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];

export interface LeaseDependencies {
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly calls: () => FileCalls;
  readonly turn: Limit;
  readonly heartbeatMs: number;
  readonly missedBeats: number;
  /**
   * Tells which folder is at the path. As long as no scan has decided, the path may lead to the mount point of an unmounted share. This
   * station then takes a lease only if its mark file proves that the rule's own folder is at the path.
   */
  readonly identity: Pick<FolderIdentity, 'now' | 'knownWord' | 'isSoleUser' | 'forgetSoleUser'>;
  readonly record: LeaseRecord;
  /** Called with each new state of the folder. If the function throws, the next heartbeat calls the function again. */
  readonly onChange: (state: FolderState) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Decides which station submits from a shared folder. The lease is the file `lease-<generation>` with the highest generation.
 * At every heartbeat, the holder of the lease increments a counter in the file. After `missedBeats` own heartbeats without a change,
 * a waiting station creates the next generation (O_EXCL). No station relies on a wall clock (docs/architecture.md 9).
 */
export interface Lease
  extends Pick<
    SharedFolder,
    'state' | 'generation' | 'maySubmit' | 'start' | 'stop' | 'check' | 'holds' | 'mark'
  > {
  readonly othersKnown: boolean;
  /** Whether this station has the lease or is `alone`, by a recent or else a new check. Must be called before documents are queued. */
  heldLately(): Promise<boolean>;
  /** Whether a queued submission may be sent now. While the folder is unreachable, false if another station was ever seen there. */
  mayCreate(): Promise<boolean>;
  /** Returns the word in this station's mark file: '' if a write of the mark file was cut off, null if missing or unreadable. */
  word(): Promise<string | null>;
}

export function createLease(dependencies: LeaseDependencies): Lease {
  const { root, station, belonging, clock, calls, turn, heartbeatMs, missedBeats } = dependencies;
  const { identity, record, onChange, onFault } = dependencies;
  const files = createLeaseFiles({ root, station, belonging, calls });
  const hasMissed = createHeartbeatMonitor({ clock, heartbeatMs, missedBeats });
  let state: FolderState = { kind: 'unknown' };
  let reported: FolderState = { kind: 'unknown' };
  // `beatAt`: when this station last wrote a heartbeat. `provedAt`: when a check last showed that this station may submit. Monotonic times.
  let beatAt = Number.NEGATIVE_INFINITY;
  let provedAt = Number.NEGATIVE_INFINITY;
  let question: Promise<boolean> | null = null;
  let wordAsked: Promise<string | null> | null = null;
  let stopping: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let markedFor: string | null = null;
  // The generation and text of the last lease that has this station's id and that this station did not take. If the value changes, another
  // computer runs with a copy of this station's disk.
  let copied: string | null = null;
  let isCopied = false;
  let seenUnwritable: string | null = null;

  const generationNow = () => (state.kind === 'mine' ? state.generation : null);

  const compare = (word: string | null): Mark => {
    const known = identity.knownWord;
    if (known === null) return word === null ? 'none' : 'unknown';
    return word === known ? 'same' : 'none';
  };

  const isOfOther = (content: LeaseContent) => relationOf(content, belonging()) === 'other-organisation';

  const nameOf = (lease: LeaseContent | null): string => {
    if (lease === null) return '?';
    const { name } = lease;
    const environment = String(lease.environment);
    const relation = relationOf(lease, belonging());
    switch (relation) {
      case 'same':
        return lease.name;
      case 'other-environment':
        return detailOf('detail.nameWithEnvironment', { name, environment });
      case 'other-organisation':
        return detailOf('detail.nameWithOtherOrganization', {
          name,
          environment,
        });
      default:
        return assertNever(relation);
    }
  };

  // A copy of this station's disk has the same id, but takes leases with other words. If no word is known, the id alone decides.
  const isOwn = (lease: LeaseContent | null): boolean => {
    if (lease?.id !== station.id) return false;
    const known = record.ownWords();
    return known.length === 0 || known.includes(lease.word) || files.isThis(lease);
  };

  const ofOther = (content: LeaseContent | null): FolderState =>
    content !== null && sendsElsewhere(content, belonging())
      ? { kind: 'asks', code: 'folder.other-account', detail: nameOf(content) }
      : { kind: 'other', name: nameOf(content) };

  const ofDatabase = ({ stage }: Moved): FolderState => {
    record.sawOther();
    return { kind: 'asks', code: stage === 'database' ? 'folder.in-database' : 'folder.moving', detail: '' };
  };

  // Returns the other path of this folder under which this station has the lease, as through a bind mount; null without such a path.
  const secondPath = async ({ word }: LeaseContent): Promise<string | null> => {
    const path = word === null ? null : record.takenElsewhere(word);
    if (path === null) return null;
    const [here, there] = await Promise.all([rootIdentityOf(root), rootIdentityOf(path).catch(() => null)]);
    return here === there ? path : null;
  };

  const heldBy = async (content: LeaseContent | null, lease: string): Promise<FolderState> => {
    if (content?.id !== station.id) return ofOther(content);
    const path = await secondPath(content);
    if (path !== null) return { kind: 'asks', code: 'folder.twice', detail: path };
    const held = { kind: 'other', name: nameOf(content) } as const;
    // A lease with this station's id and an unknown word may be this station's own lease from before a restore of the ledger. Only a change
    // of the lease proves that another computer runs with the same id.
    record.sawOther();
    isCopied ||= copied !== null && copied !== lease;
    copied = lease;
    return isCopied ? { ...held, isCopy: true } : held;
  };

  // Makes the queued submissions of the folder unconfirmed, but only once for the same lease of another station. A station without write
  // access finds the same lease again at every heartbeat.
  const markUnconfirmed = (lease: string | null) => {
    if (lease !== null && lease === markedFor) return;
    record.markUnconfirmed();
    markedFor = lease;
  };

  const listFiles = async () => {
    const found = await files.list();
    if (found.others) record.sawOther();
    return found;
  };

  const take = async (generation: number): Promise<FolderState> => {
    const began = clock.monotonic();
    const lost = await files.take(generation);
    if (lost !== null) return ofOther(lost.by);
    beatAt = began;
    try {
      record.tookLease(files.word);
    } catch (error) {
      // Without the word, this station may mistake its own lease for another station's after a restart, and then waits until it expires.
      onFault(error);
    }
    return { kind: 'mine', generation };
  };

  const takeOver = (generation: number, lease: string | null = null): Promise<FolderState> => {
    // `state` changes before the queued submissions become unconfirmed, so that no further submission is queued under the lost lease.
    if (state.kind === 'mine') state = { kind: 'unknown' };
    markUnconfirmed(lease);
    return take(generation);
  };

  const checkFolder = async (): Promise<FolderState> => {
    const began = clock.monotonic();
    if (!(await stat(root)).isDirectory()) return { kind: 'unknown' };
    const verdict = await identity.now();
    // The mount point of an unmounted share may contain an old mark file. Only the ledger's word proves the rule's own folder.
    if (verdict === 'unsure' && compare(await files.markWord()) !== 'same') return { kind: 'unknown' };
    if (isPractice(belonging().environment)) return { kind: 'alone' };
    await files.makeFolder();
    let found = await listFiles();
    const isHeld = generationNow() !== null;
    if (verdict === 'known' && (!found.marked || (!isHeld && (await files.markWord()) === ''))) {
      await files.writeMark(identity.knownWord);
      // If two stations start at the same time, at least one of them sees the mark file of the other station in this second listing.
      found = await listFiles();
    }
    const { highest } = found;
    if (highest === 0) return record.othersKnown ? takeOver(1) : take(1);
    const text = await files.read(highest);
    const content = parseLease(text);
    if (content !== null && isOwn(content)) {
      const isThisHeld = generationNow() === highest && files.isThis(content);
      if (!isThisHeld && isOfOther(content) && !(await identity.isSoleUser()))
        return { kind: 'asks', code: 'folder.left-by-other', detail: nameOf(content) };
      // If the folder at the path is not the rule's own folder, this station's lease there does not prove that this station had the lease
      // of the rule's own folder, so `takeOver` makes the queued submissions unconfirmed.
      const isElsewhere = verdict === 'strange' && record.othersKnown;
      if (!isThisHeld) return isElsewhere ? takeOver(highest + 1) : take(highest + 1);
      await files.write(highest, { released: false });
      beatAt = began;
      return { kind: 'mine', generation: highest };
    }
    if (content?.moved !== undefined) return ofDatabase(content.moved);
    const lease = `${highest} ${text}`;
    const isOver = content?.released === true || hasMissed(lease, began);
    if (!isOver) return await heldBy(content, lease);
    const isOurs = content === null || relationOf(content, belonging()) === 'same';
    if (isOurs || (await identity.isSoleUser())) return takeOver(highest + 1, lease);
    return { kind: 'asks', code: 'folder.left-by-other', detail: nameOf(content) };
  };

  const afterFault = async (code: string, began: number): Promise<FolderState> => {
    const isThere = await stat(root).catch(() => null);
    const isFull = FULL.includes(code);
    if ((!isFull && !READ_ONLY.includes(code)) || isThere === null) return { kind: 'unknown' };
    // Other stations may have write access, so a station without write access must not submit before a person decides.
    const latest = await files.latest();
    const lease = latest === null ? null : parseLease(latest.text);
    if (lease?.moved !== undefined) return ofDatabase(lease.moved);
    const others = latest === null || isOwn(lease) ? null : `${latest.generation} ${latest.text}`;
    const hasMoved = seenUnwritable !== null && seenUnwritable !== others;
    seenUnwritable = others;
    if (others !== null) {
      record.sawOther();
      const isOver = lease?.released === true || hasMissed(others, began);
      // A person may have confirmed that no other station uses the folder. After a restart, the confirmation stays valid until the lease of
      // the other station changes. Until that lease has expired, the state is `unknown`, so that nothing is sent.
      const isUnsure = !isOver && !hasMoved && (await identity.isSoleUser());
      if (!isOver) return isUnsure ? { kind: 'unknown' } : await heldBy(lease, others);
    }
    // After a single failed write of the lease file, no person is asked yet, because another program may have locked the file for a moment.
    if (state.kind === 'mine') return { kind: 'unknown' };
    if (await identity.isSoleUser()) {
      if (others !== null) markUnconfirmed(others);
      return { kind: 'alone' };
    }
    const detail =
      others === null ? `(${code})` : detailOf('detail.lastStationHere', { code, name: nameOf(lease) });
    return { kind: 'asks', code: isFull ? 'folder.full' : 'folder.read-only', detail };
  };

  const step = async (): Promise<void> => {
    const began = clock.monotonic();
    try {
      state = await checkFolder();
    } catch (error) {
      state = await afterFault(errorCode(error), began).catch((fault: unknown): FolderState => {
        onFault(fault);
        return { kind: 'unknown' };
      });
    }
    if (JSON.stringify(state) === JSON.stringify(reported)) return;
    try {
      const isHeldByOther = state.kind === 'asks' && state.code === 'folder.other-account';
      if (state.kind === 'other' || isHeldByOther) identity.forgetSoleUser();
      onChange(state);
      reported = state;
    } catch (error) {
      onFault(error);
    }
  };

  const stillHas = async (generation: number): Promise<boolean> => {
    try {
      return (await listFiles()).highest === generation && (await files.isOwn(generation));
    } catch {
      return false;
    }
  };

  const holdsNow = async (): Promise<boolean> => {
    const asked = clock.monotonic();
    // Another station takes the lease over if the counter does not change, so an overdue heartbeat is written first.
    if (clock.monotonic() - beatAt > heartbeatMs * 2 || state.kind === 'alone') await step();
    if (state.kind === 'alone') provedAt = asked;
    if (state.kind !== 'mine') return state.kind === 'alone';
    if (await stillHas(state.generation)) {
      provedAt = asked;
      return true;
    }
    await step();
    return false;
  };

  const holds = (): Promise<boolean> => {
    question ??= turn(() => {
      question = null;
      return holdsNow();
    });
    return question;
  };

  const release = async (goesOn: () => boolean): Promise<void> => {
    if (state.kind === 'mine') {
      const { generation } = state;
      const isStillOurs = await stillHas(generation);
      if (isStillOurs && !goesOn()) await files.write(generation, { released: true }).catch(() => undefined);
    }
    state = { kind: 'unknown' };
    reported = state;
  };

  const check = () => turn(step);

  const word = (): Promise<string | null> => {
    // All callers share one read of the mark file, so that a folder that does not respond occupies only one thread.
    wordAsked ??= turn(() => files.markWord().catch(() => null)).finally(() => {
      wordAsked = null;
    });
    return wordAsked;
  };

  const beat = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      await clock.sleep(heartbeatMs, signal);
      if (signal.aborted) return;
      await check();
    }
  };

  return {
    get state() {
      return state;
    },
    get generation() {
      return generationNow();
    },
    get maySubmit() {
      return maySubmitBy(state);
    },
    get othersKnown() {
      return record.othersKnown;
    },
    start: async () => {
      const stop = new AbortController();
      stopping = stop;
      await check();
      running = beat(stop.signal);
    },
    stop: async (goesOn) => {
      stopping?.abort();
      await turn(() => release(goesOn));
      await running;
    },
    check,
    heldLately: async () => {
      const age = clock.monotonic() - provedAt;
      return (maySubmitBy(state) && age >= 0 && age < LATELY_MS) || (await holds());
    },
    holds,
    mayCreate: async () => (await holds()) || (state.kind === 'unknown' && !record.othersKnown),
    mark: async () => compare(await word()),
    word,
  };
}

// Returns whether another station's `lease` has been unchanged for `missedBeats` heartbeats of this station. Times are monotonic.
// A period without checks, such as a sleep of this computer, does not count, because the other computer may have slept too.
function createHeartbeatMonitor({
  clock,
  heartbeatMs,
  missedBeats,
}: Pick<LeaseDependencies, 'clock' | 'heartbeatMs' | 'missedBeats'>): (
  lease: string,
  began: number,
) => boolean {
  let last = '';
  let missed = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  return (lease, began) => {
    const now = clock.monotonic();
    const unwatched = now - countedAt > heartbeatMs * (missedBeats + 1);
    const isNew = lease !== last || unwatched;
    if (isNew || began - countedAt >= heartbeatMs - EARLY_MS) {
      last = lease;
      missed = isNew ? 0 : missed + 1;
      countedAt = now;
    }
    return missed >= missedBeats;
  };
}
