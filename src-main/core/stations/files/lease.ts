import { stat } from 'node:fs/promises';
import { assertNever } from '../../../contract/assert-never.ts';
import type { Clock } from '../../clock.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode } from '../../share-io/file-identity.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { type Belonging, isPractice, relationOf } from '../belonging.ts';
import { type FolderState, type Mark, maySubmitBy, type SharedFolder } from '../stations.ts';
import { createLeaseFiles, type LeaseContent, parseLease } from './lease-files.ts';
import type { LeaseRecord } from './lease-record.ts';

/** A check of the folder is trusted this long by what only queues. */
const LATELY_MS = 250;
/** A timer may end so much before its time. */
const EARLY_MS = 2;

export interface LeaseDependencies {
  /** The folder's path. */
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly calls: () => FileCalls;
  /** Takes one question to the folder at a time: a call that hangs occupies a thread, and this process has few. */
  readonly turn: Limit;
  readonly heartbeatMs: number;
  /** Heartbeats that a holder must miss before another station takes over. */
  readonly missedBeats: number;
  /** Whether the folder at the path is the known one: nothing is written below the mount point of a share that is not mounted. */
  readonly identity: Pick<FolderIdentity, 'now' | 'knownWord' | 'isSoleUser' | 'forgetSoleUser'>;
  readonly record: LeaseRecord;
  /** Receives each new state; once more at the next heartbeat if it throws. */
  readonly onChange: (state: FolderState) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Decides which station submits from a shared folder. The highest `lease-<generation>` is the lease; its holder increments a counter
 * in the file at every heartbeat. Another station creates the next generation (O_EXCL) after it has seen the counter stand still for
 * some of its own heartbeats. No station's wall clock is used (docs/architecture.md 9).
 */
export interface Lease
  extends Pick<
    SharedFolder,
    'state' | 'generation' | 'maySubmit' | 'start' | 'stop' | 'check' | 'holds' | 'mark'
  > {
  /** Whether another station was ever seen in this folder. */
  readonly othersKnown: boolean;
  /** Whether this station had the folder a moment ago. To be asked before documents are queued. */
  heldLately(): Promise<boolean>;
  /**
   * Whether a queued submission may be created now. While the folder cannot be reached, only if no other station was ever seen there:
   * then nobody else can send the submission.
   */
  mayCreate(): Promise<boolean>;
  /** The word in this station's mark; empty in a mark of an older Clearfolder, and null if there is no mark. */
  word(): Promise<string | null>;
}

export function createLease(dependencies: LeaseDependencies): Lease {
  const { root, station, belonging, clock, calls, turn, heartbeatMs, missedBeats } = dependencies;
  const { identity, record, onChange, onFault } = dependencies;
  const files = createLeaseFiles({ root, station, belonging, calls });
  const hasMissed = createHeartbeatMonitor({ clock, heartbeatMs, missedBeats });
  let state: FolderState = { kind: 'unknown' };
  let reported: FolderState = { kind: 'unknown' };
  /** When the counter was incremented, and when the lease was proved, last. */
  let beatAt = Number.NEGATIVE_INFINITY;
  let provedAt = Number.NEGATIVE_INFINITY;
  /** Questions that wait for their turn, shared by all who ask meanwhile. */
  let question: Promise<boolean> | null = null;
  let wordAsked: Promise<string | null> | null = null;
  let stopping: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  /** The lease of another station because of which the queued submissions were marked last. */
  let markedFor: string | null = null;
  /** The last seen lease with this station's id that this station did not take; and whether such a lease was seen to move. */
  let copied: string | null = null;
  let isCopied = false;
  /** The last seen lease of another station in a folder that cannot be written to. */
  let seenUnwritable: string | null = null;

  const generationNow = () => (state.kind === 'mine' ? state.generation : null);

  const compare = (word: string | null): Mark => {
    const known = identity.knownWord;
    if (known === null) return word === null ? 'none' : 'unknown';
    return word === known ? 'same' : 'none';
  };

  /** True if documents in the folder may be for another organisation, to which this station sent before. */
  const isOfOther = (content: LeaseContent) => relationOf(content, belonging()) === 'other-organisation';

  /** The station of a lease, and how its account differs from the account of this station. */
  const nameOf = (lease: LeaseContent | null): string => {
    if (lease === null) return '?';
    const relation = relationOf(lease, belonging());
    switch (relation) {
      case 'same':
        return lease.name;
      case 'other-environment':
        return `${lease.name} (environment "${lease.environment}")`;
      case 'other-organisation':
        return `${lease.name} (may belong to a different organization)`;
      default:
        return assertNever(relation);
    }
  };

  /** Whether this station took a lease. A copy of this station's disk has the same id, and takes leases with words of its own. */
  const isOwn = (lease: LeaseContent | null): boolean => {
    if (lease?.id !== station.id) return false;
    const known = record.ownWords();
    // Versions before this one kept no words.
    if (lease.word === null || known.length === 0) return true;
    return known.includes(lease.word) || files.isThis(lease);
  };

  const heldBy = (content: LeaseContent | null, lease: string): FolderState => {
    const held = { kind: 'other', name: nameOf(content) } as const;
    if (content?.id !== station.id) return held;
    // A lease that stands still may be this station's own, from before its record was restored.
    record.sawOther();
    isCopied ||= copied !== null && copied !== lease;
    copied = lease;
    return isCopied ? { ...held, isCopy: true } : held;
  };

  /** Once for each lease: in a folder that cannot be written to, every heartbeat meets the same dead lease. */
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
    if (lost !== null) return { kind: 'other', name: nameOf(lost.by) };
    beatAt = began;
    try {
      record.tookLease(files.word);
    } catch (error) {
      // After a restart the lease counts as another station's, which costs a wait.
      onFault(error);
    }
    return { kind: 'mine', generation };
  };

  /** `lease` is the lease that is replaced; null if that is not known. */
  const takeOver = (generation: number, lease: string | null = null): Promise<FolderState> => {
    // Submissions that are queued from here on are not marked, and must not count as claimed under the lost lease.
    if (state.kind === 'mine') state = { kind: 'unknown' };
    markUnconfirmed(lease);
    return take(generation);
  };

  const checkFolder = async (): Promise<FolderState> => {
    const began = clock.monotonic();
    if (!(await stat(root)).isDirectory()) return { kind: 'unknown' };
    const verdict = await identity.now();
    // Below a share that is not mounted, a lease and a mark of this station may lie from before the share existed.
    if (verdict === 'unsure' && compare(await files.markWord()) !== 'same') return { kind: 'unknown' };
    if (isPractice(belonging().environment)) return { kind: 'alone' };
    await files.makeFolder();
    let found = await listFiles();
    const isHeld = generationNow() !== null;
    if (verdict === 'known' && (!found.marked || (!isHeld && (await files.markWord()) === ''))) {
      await files.writeMark(identity.knownWord);
      // Of two stations that come at once, at least one sees the other.
      found = await listFiles();
    }
    const { highest } = found;
    // A lease of another station may have been deleted.
    if (highest === 0) return record.othersKnown ? takeOver(1) : take(1);
    const text = await files.read(highest);
    const content = parseLease(text);
    if (content !== null && isOwn(content)) {
      const isThisHeld = generationNow() === highest && files.isThis(content);
      if (!isThisHeld && isOfOther(content) && !(await identity.isSoleUser()))
        return { kind: 'asks', code: 'folder.left-by-other', detail: nameOf(content) };
      // A lease of this station in a strange folder does not say who had the known folder.
      const isElsewhere = verdict === 'strange' && record.othersKnown;
      if (!isThisHeld) return isElsewhere ? takeOver(highest + 1) : take(highest + 1);
      await files.write(highest, { released: false });
      beatAt = began;
      return { kind: 'mine', generation: highest };
    }
    const lease = `${highest} ${text}`;
    const isOver = content?.released === true || hasMissed(lease, began);
    if (!isOver) return heldBy(content, lease);
    const isOurs = content === null || relationOf(content, belonging()) === 'same';
    if (isOurs || (await identity.isSoleUser())) return takeOver(highest + 1, lease);
    return { kind: 'asks', code: 'folder.left-by-other', detail: nameOf(content) };
  };

  const afterFault = async (code: string, began: number): Promise<FolderState> => {
    const isThere = await stat(root).catch(() => null);
    if (!['EROFS', 'EACCES', 'EPERM'].includes(code) || isThere === null) return { kind: 'unknown' };
    // Other stations may be able to write here. A station that cannot must not submit beside them.
    const latest = await files.latest();
    const lease = latest === null ? null : parseLease(latest.text);
    const others = latest === null || isOwn(lease) ? null : `${latest.generation} ${latest.text}`;
    const hasMoved = seenUnwritable !== null && seenUnwritable !== others;
    seenUnwritable = others;
    if (others !== null) {
      record.sawOther();
      const isOver = lease?.released === true || hasMissed(others, began);
      // A person's answer survives a restart until that lease moves. Meanwhile nothing is sent.
      const isUnsure = !isOver && !hasMoved && (await identity.isSoleUser());
      if (!isOver) return isUnsure ? { kind: 'unknown' } : heldBy(lease, others);
    }
    // Another program may hold the lease file open for a moment.
    if (state.kind === 'mine') return { kind: 'unknown' };
    if (await identity.isSoleUser()) {
      if (others !== null) markUnconfirmed(others);
      return { kind: 'alone' };
    }
    const detail = others === null ? `(${code})` : `(${code}; the last station here was ${nameOf(lease)})`;
    return { kind: 'asks', code: 'folder.read-only', detail };
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
      if (state.kind === 'other') identity.forgetSoleUser();
      onChange(state);
      reported = state;
    } catch (error) {
      onFault(error);
    }
  };

  /** False if the folder cannot tell. */
  const stillHas = async (generation: number): Promise<boolean> => {
    try {
      return (await listFiles()).highest === generation && (await files.isOwn(generation));
    } catch {
      return false;
    }
  };

  const holdsNow = async (): Promise<boolean> => {
    const asked = clock.monotonic();
    // A station that sees the counter stand still may take over any moment. The counter moves before the lease is relied on.
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
    // Whoever asks before the turn comes shares the answer, which is found out after all of them asked.
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
    // Those who ask a folder that hangs wait together, and occupy one place.
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

/**
 * Gives a function that tells whether another station's lease, read by a check that `began` then, has stood still for as many heartbeats
 * as its holder may miss. However often the lease is read, one heartbeat of this station counts once. A time without checks, as when
 * the machine slept, counts for nothing, since the holder may have slept too.
 */
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
