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

/** The age up to which a proof of the lease is good enough for queueing. */
const LATELY_MS = 250;
/** The time by which a timer may fire too early. */
const EARLY_MS = 2;

export interface LeaseDependencies {
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly calls: () => FileCalls;
  /** Runs one question to the folder at a time: a hanging call occupies a thread, and this process has few threads. */
  readonly turn: Limit;
  readonly heartbeatMs: number;
  /** The number of heartbeats that a holder must miss before another station takes over. */
  readonly missedBeats: number;
  /** The identity of the folder at the path. The lease writes nothing below the mount point of a share that is not mounted. */
  readonly identity: Pick<FolderIdentity, 'now' | 'knownWord' | 'isSoleUser' | 'forgetSoleUser'>;
  readonly record: LeaseRecord;
  /** Called with each new state. If the function throws, the lease calls it again at the next heartbeat. */
  readonly onChange: (state: FolderState) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Decides which station submits from a shared folder. The highest `lease-<generation>` is the lease; its holder increments a counter in the
 * file at every heartbeat. Another station creates the next generation (O_EXCL) after the counter has not changed for some of that
 * station's own heartbeats. No station relies on a wall clock (docs/architecture.md 9).
 */
export interface Lease
  extends Pick<
    SharedFolder,
    'state' | 'generation' | 'maySubmit' | 'start' | 'stop' | 'check' | 'holds' | 'mark'
  > {
  /** Whether another station was ever seen in this folder. */
  readonly othersKnown: boolean;
  /** Whether this station held the folder a moment ago. Call this before documents are queued. */
  heldLately(): Promise<boolean>;
  /**
   * Whether a queued submission may be created now. If the folder cannot be reached, the answer is yes only if no other station was ever
   * seen there, because then no other station can send the submission.
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
  /** The monotonic times of the last increment of the counter and of the last proof of the lease. */
  let beatAt = Number.NEGATIVE_INFINITY;
  let provedAt = Number.NEGATIVE_INFINITY;
  /** Questions that wait for their turn. Later callers share the same question. */
  let question: Promise<boolean> | null = null;
  let wordAsked: Promise<string | null> | null = null;
  let stopping: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  /** The other station's lease for which the queued submissions were last marked as unconfirmed. */
  let markedFor: string | null = null;
  /** The last seen lease with this station's id that another machine took. If such a lease changes, a copy of this station is running. */
  let copied: string | null = null;
  let isCopied = false;
  /** The last seen lease of another station in a folder without write access. */
  let seenUnwritable: string | null = null;

  const generationNow = () => (state.kind === 'mine' ? state.generation : null);

  const compare = (word: string | null): Mark => {
    const known = identity.knownWord;
    if (known === null) return word === null ? 'none' : 'unknown';
    return word === known ? 'same' : 'none';
  };

  /** True if the lease belongs to another organization, so that documents in the folder may be for that organization. */
  const isOfOther = (content: LeaseContent) => relationOf(content, belonging()) === 'other-organisation';

  /** The name of a lease's station, with a note if its account differs from this station's account. */
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

  /** Whether this station took a lease. A copy of this station's disk has the same id, but takes leases with other words. */
  const isOwn = (lease: LeaseContent | null): boolean => {
    if (lease?.id !== station.id) return false;
    const known = record.ownWords();
    // Older versions stored no words.
    if (lease.word === null || known.length === 0) return true;
    return known.includes(lease.word) || files.isThis(lease);
  };

  const heldBy = (content: LeaseContent | null, lease: string): FolderState => {
    const held = { kind: 'other', name: nameOf(content) } as const;
    if (content?.id !== station.id) return held;
    // An unchanged lease may be this station's own lease from before a restore of the ledger.
    record.sawOther();
    isCopied ||= copied !== null && copied !== lease;
    copied = lease;
    return isCopied ? { ...held, isCopy: true } : held;
  };

  /** Runs once for each lease, because every heartbeat in a folder without write access meets the same dead lease. */
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
      // Without the record, the lease counts as another station's lease after a restart, which costs only a wait.
      onFault(error);
    }
    return { kind: 'mine', generation };
  };

  /** `lease` is the replaced lease; null if unknown. */
  const takeOver = (generation: number, lease: string | null = null): Promise<FolderState> => {
    // The state changes first, so that no submission is queued under the lost lease after the marking.
    if (state.kind === 'mine') state = { kind: 'unknown' };
    markUnconfirmed(lease);
    return take(generation);
  };

  const checkFolder = async (): Promise<FolderState> => {
    const began = clock.monotonic();
    if (!(await stat(root)).isDirectory()) return { kind: 'unknown' };
    const verdict = await identity.now();
    // The mount point of an unmounted share may contain an older lease and mark of this station, from before the share was set up.
    if (verdict === 'unsure' && compare(await files.markWord()) !== 'same') return { kind: 'unknown' };
    if (isPractice(belonging().environment)) return { kind: 'alone' };
    await files.makeFolder();
    let found = await listFiles();
    const isHeld = generationNow() !== null;
    if (verdict === 'known' && (!found.marked || (!isHeld && (await files.markWord()) === ''))) {
      await files.writeMark(identity.knownWord);
      // The second listing ensures that at least one of two stations that start at once sees the other.
      found = await listFiles();
    }
    const { highest } = found;
    // Somebody may have deleted the lease of another station.
    if (highest === 0) return record.othersKnown ? takeOver(1) : take(1);
    const text = await files.read(highest);
    const content = parseLease(text);
    if (content !== null && isOwn(content)) {
      const isThisHeld = generationNow() === highest && files.isThis(content);
      if (!isThisHeld && isOfOther(content) && !(await identity.isSoleUser()))
        return { kind: 'asks', code: 'folder.left-by-other', detail: nameOf(content) };
      // A lease of this station in a strange folder does not prove that this station held the known folder.
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
    // Other stations may have write access to the folder. A station without write access must not submit beside them.
    const latest = await files.latest();
    const lease = latest === null ? null : parseLease(latest.text);
    const others = latest === null || isOwn(lease) ? null : `${latest.generation} ${latest.text}`;
    const hasMoved = seenUnwritable !== null && seenUnwritable !== others;
    seenUnwritable = others;
    if (others !== null) {
      record.sawOther();
      const isOver = lease?.released === true || hasMissed(others, began);
      // A person's confirmation survives a restart until the other lease changes. Nothing is sent until the other lease has expired.
      const isUnsure = !isOver && !hasMoved && (await identity.isSoleUser());
      if (!isOver) return isUnsure ? { kind: 'unknown' } : heldBy(lease, others);
    }
    // Another program may keep the lease file open for a moment, so one failure is not the loss of the folder.
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

  /** Returns false if the folder does not answer. */
  const stillHas = async (generation: number): Promise<boolean> => {
    try {
      return (await listFiles()).highest === generation && (await files.isOwn(generation));
    } catch {
      return false;
    }
  };

  const holdsNow = async (): Promise<boolean> => {
    const asked = clock.monotonic();
    // Another station that sees an unchanged counter may take over, so the counter must change before this station relies on the lease.
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
    // All callers before the turn begins share the answer.
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
    // Callers share the question, so that a hanging folder occupies only one place.
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
 * Returns a function that decides whether another station's lease has been unchanged for as many heartbeats as its holder may miss. `began`
 * is the start of the check that read the lease. Several reads within one heartbeat count once. A time without checks, such as a sleep of
 * this machine, does not count, because the holder may have slept too.
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
