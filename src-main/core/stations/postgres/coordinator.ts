import { z } from 'zod';
import { detailOf } from '../../../contract/texts/detail.ts';
import { createBackgroundLoop } from '../../background-loop.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { type ClaimRow, claimTable } from '../../ledger/tables/claims.ts';
import { claimKey } from '../../ledger/tables/dedup-keys.ts';
import { createFiles } from '../../ledger/tables/files.ts';
import { allPlaces, pathOf } from '../../ledger/tables/folders.ts';
import { doubtClaimed, doubtOne } from '../../ledger/tables/perhaps-sent.ts';
import { submissionTable } from '../../ledger/tables/submissions.ts';
import { describeError } from '../../log/describe-error.ts';
import type { Log } from '../../log/events.ts';
import { inTime } from '../../share-io/time-limit.ts';
import { SourceChanged } from '../../spool/spool.ts';
import type { Belonging } from '../belonging.ts';
import { claimDocuments } from '../claiming.ts';
import type { Coordinator, CreateCheck, FolderState, Origin, SharedFolder } from '../stations.ts';
import { writeStationsProblem } from '../stations-problem.ts';
import { createPendingWithdrawals } from '../withdrawals.ts';
import { createDatabaseClaims, IS_GONE, standingOf } from './claims.ts';
import { type DatabaseAddress, LeaseLost, openDatabase, problemOf, StationRefused } from './database.ts';
import { publishHealth } from './health.ts';
import { type StationKeys, stationKeys } from './keys.ts';
import { createMembership } from './membership.ts';
import { createPlaces } from './places.ts';
import { migrate } from './schema.ts';

/** A station is gone after this many heartbeats without a renewal. A create request fails sooner if it hangs (`http-exchange.ts`). */
const LEASE_BEATS = 60;
/**
 * After an absence, a station waits this many heartbeats before it sends. If the database was restored from a backup meanwhile, the other
 * stations notice the restore in this time.
 */
const SETTLING_BEATS = 2;
const SWEEP_BEATS = 3;
const LOOK_UP_AGAIN_MS = 900_000;
const BATCH = 500;

export interface CoordinatorParts {
  readonly address: DatabaseAddress;
  readonly passphrase: () => Promise<string | null>;
  readonly ledger: Ledger;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly version: string;
  readonly word: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly pace: { readonly heartbeatMs: number; readonly leaseBeats?: number };
  /** Called after this station marked submissions as unconfirmed. */
  readonly onMarked: () => void;
}

/** A shared folder. `told`: the state that `onChange` last reported. */
interface Followed {
  readonly of: Parameters<Coordinator['open']>[0];
  told: FolderState;
}

/** Coordinates the stations by a PostgreSQL database. Before a document is queued, one station claims the document in the database. */
export function createPostgresCoordinator(parts: CoordinatorParts): Coordinator {
  const { ledger, station, belonging, clock, random, log, pace, onMarked } = parts;
  const { heartbeatMs, leaseBeats = LEASE_BEATS } = pace;
  const leaseMs = heartbeatMs * leaseBeats;
  const database = openDatabase(parts.address);
  const table = claimTable(ledger);
  const files = createFiles(ledger);
  const submissions = submissionTable(ledger);
  const folders = new Set<Followed>();
  let keysNow: StationKeys | null = null;
  let isMigrated = false;
  /**
   * The lease of this station; null before the first renewal of this run. `monotonic` and `wall`: the time of the last renewal on each
   * clock. `relyFrom`: the monotonic time before which this station must not rely on the lease.
   */
  let lease: { readonly monotonic: number; readonly wall: number; readonly relyFrom: number } | null = null;
  /** `epoch`: a number that rises with each restore of the database. `isOpen`: false until all stations have added their claims again. */
  let membership: { readonly epoch: number; readonly isOpen: boolean } | null = null;
  let steadySince = Number.POSITIVE_INFINITY;
  let identity: string | null = null;
  let beats = 0;
  let sweptAfter: Uint8Array = Buffer.alloc(0);
  let lookedUpAt = Number.NEGATIVE_INFINITY;
  /** The submissions that this run marked as unconfirmed, because another station ended their claim. The outbox asks the service about them. */
  const endedElsewhere = new Set<string>();
  let beating: Promise<void> | null = null;

  const keys = (): StationKeys => {
    if (keysNow === null) throw new LeaseLost('no heartbeat yet');
    return keysNow;
  };
  const sinceRenewal = () =>
    lease === null
      ? Number.POSITIVE_INFINITY
      : Math.max(clock.monotonic() - lease.monotonic, clock.now() - lease.wall);
  /** Whether it is certain that no other station has taken over a claim of this station. False after this computer has slept too long. */
  const isTrusted = () =>
    membership?.isOpen === true &&
    lease !== null &&
    clock.monotonic() >= lease.relyFrom &&
    sinceRenewal() < leaseMs - heartbeatMs;
  let isAway = true;
  const mayClaim = () => !isAway && isTrusted();
  const stateAt = (path: string): FolderState => {
    const place = places.stateAt(path);
    if (place.kind !== 'open') return place;
    return mayClaim() && membership !== null
      ? { kind: 'mine', generation: membership.epoch }
      : { kind: 'unknown' };
  };

  const tellFolders = () => {
    for (const folder of folders) {
      const state = stateAt(folder.of.path);
      if (JSON.stringify(folder.told) === JSON.stringify(state)) continue;
      folder.told = state;
      folder.of.onChange(state);
    }
  };

  const failed = (error: unknown) => {
    if (!(error instanceof LeaseLost)) {
      // A person may set another passphrase, so the next heartbeat reads the passphrase again.
      if (error instanceof StationRefused) keysNow = null;
      isAway = true;
      steadySince = Number.POSITIVE_INFINITY;
      if (writeStationsProblem(ledger, problemOf(error)))
        log('engine.fault', { where: 'stations', error: describeError(error) });
    }
    tellFolders();
  };

  const claims = createDatabaseClaims({
    database,
    keys,
    table,
    clock,
    stationId: station.id,
    word: () => parts.word,
    mayTakeOver: () => clock.monotonic() - steadySince > leaseMs,
  });

  const connect = async (): Promise<void> => {
    const passphrase = await parts.passphrase();
    if (passphrase === null) throw new StationRefused(detailOf('detail.noPassphrase'));
    keysNow ??= await stationKeys(passphrase);
    if (!isMigrated) await migrate(database);
    isMigrated = true;
  };
  const member = createMembership({
    database,
    keys,
    ledger,
    table,
    station,
    belonging,
    version: parts.version,
    word: parts.word,
    leaseMs,
  });

  // Finds the claims that other stations took over while this station was away, and marks their submissions as unconfirmed.
  const verify = async (): Promise<void> => {
    const open = table.open('held');
    for (let at = 0; at < open.length; at += BATCH) {
      const some = open.slice(at, at + BATCH);
      const standing = await standingOf({ database, keys }, some);
      const lost = some.filter(({ key, fence }) => {
        const now = standing.get(key);
        return now === undefined || now.station !== station.id || now.fence !== fence;
      });
      if (lost.length === 0) continue;
      ledger.transaction(() => {
        for (const { external_id: externalId, id } of lost) {
          table.lose(externalId);
          doubtClaimed(ledger, id, clock.now());
        }
      });
      onMarked();
    }
  };

  const claiming = new Set<Promise<unknown>>();
  const places = createPlaces({
    ledger,
    clock,
    station,
    belonging,
    heartbeatMs,
    leaseMs,
    database: () => identity,
    verify: () => verify(),
    claimsEnded: async () => void (await Promise.allSettled(claiming)),
  });
  const lookAtFolders = async (): Promise<void> => {
    await Promise.all([...folders].map(({ of }) => places.look(of.path)));
  };

  const tellEnds = async (): Promise<void> => {
    for (const hasEnded of [true, false]) {
      const rows = table.untold(hasEnded, BATCH);
      if (rows.length === 0) continue;
      await database.query(
        z.unknown(),
        `UPDATE clearfolder.claim SET done = $4 FROM unnest($1::bytea[], $2::integer[]) AS told (key, fence)
         WHERE claim.key = told.key AND claim.fence = told.fence AND claim.station = $3`,
        [rows.map(({ key }) => keys().keyOf(key)), rows.map(({ fence }) => fence), station.id, hasEnded],
      );
      table.told(
        rows.map(({ external_id: id }) => id),
        hasEnded,
      );
    }
  };

  // Returns files to the state *settling* if a station that is gone had claimed their documents. When such a file is submitted, this
  // station takes the claim over. `gone`: the keys, in hex, of the claims of stations that are gone.
  const freeFiles = (gone: ReadonlySet<string>): void => {
    const freed = new Set<string | null>();
    for (let after = 0; ; ) {
      const rows = table.elsewhereAfter(after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.file_id;
      const mine = rows.filter(({ key }) => gone.has(keys().keyOf(key).toString('hex')));
      if (mine.length === 0) continue;
      ledger.transaction(() => {
        for (const row of mine) {
          files.reopen(row.file_id);
          freed.add(row.folder_id);
        }
      });
    }
    for (const { of } of folders) if (freed.has(of.folderId)) of.onFreed();
  };

  const takeBack = async (rows: readonly (ClaimRow & { readonly id: string })[]): Promise<void> => {
    for (const { key, documents, id, external_id: externalId } of rows) {
      const existing = await claims.read(key);
      if (existing === null || existing === 'unreadable' || existing.externalId !== externalId) continue;
      if ((await claims.shared?.takeOver(key, existing, documents)) === null)
        doubtOne(ledger, id, clock.now());
    }
    if (rows.length > 0) onMarked();
  };

  // Looks up the submissions whose claim another station has ended since, because their Task probably exists now.
  const lookUpEnded = async (): Promise<void> => {
    const lost = table.open('lost').filter(({ id }) => !endedElsewhere.has(id));
    for (let at = 0; at < lost.length; at += BATCH) {
      const some = lost.slice(at, at + BATCH);
      const standing = await standingOf({ database, keys }, some);
      for (const { key, id } of some)
        if (standing.get(key)?.done === true && doubtOne(ledger, id, clock.now())) endedElsewhere.add(id);
    }
    if (lost.some(({ id }) => endedElsewhere.has(id))) onMarked();
  };

  const sweep = async (): Promise<void> => {
    if (clock.monotonic() - lookedUpAt > LOOK_UP_AGAIN_MS) {
      lookedUpAt = clock.monotonic();
      for (const { id } of table.open('lost')) doubtOne(ledger, id, clock.now());
      onMarked();
    }
    await lookUpEnded();
    if (clock.monotonic() - steadySince <= leaseMs) return;
    const rows = await database.query(
      z.object({ key: z.instanceof(Buffer) }),
      `SELECT claim.key FROM clearfolder.claim LEFT JOIN clearfolder.station ON station.id = claim.station
       WHERE NOT claim.done AND claim.station <> $1 AND claim.key > $2 AND ${IS_GONE} ORDER BY claim.key LIMIT ${BATCH}`,
      [station.id, sweptAfter],
    );
    sweptAfter = rows.length < BATCH ? Buffer.alloc(0) : (rows.at(-1)?.key ?? Buffer.alloc(0));
    if (rows.length === 0) return;
    const gone = new Set(rows.map(({ key }) => key.toString('hex')));
    freeFiles(gone);
    await takeBack(table.open('lost').filter(({ key }) => gone.has(keys().keyOf(key).toString('hex'))));
  };

  const beat = async (): Promise<void> => {
    const began = { monotonic: clock.monotonic(), wall: clock.now() };
    const isFirst = lease === null;
    try {
      await connect();
      const { wasAway, wasPutBack, missing, epoch, ...about } = await member.beat();
      identity = about.identity;
      if (isFirst || wasAway || wasPutBack || isAway) await verify();
      const relyFrom = wasAway
        ? began.monotonic + SETTLING_BEATS * heartbeatMs
        : (lease?.relyFrom ?? began.monotonic);
      lease = { ...began, relyFrom };
      isAway = false;
      if (steadySince === Number.POSITIVE_INFINITY) steadySince = began.monotonic;
      membership = { epoch, isOpen: missing.length === 0 };
      const detail = missing.join(', ');
      writeStationsProblem(ledger, missing.length === 0 ? null : { code: 'station.put-back', detail });
      await lookAtFolders();
      tellFolders();
      if (!membership.isOpen) return;
      await tellEnds();
      beats += 1;
      if (beats % SWEEP_BEATS === 0) await sweep();
    } catch (error) {
      failed(error);
      await lookAtFolders();
      tellFolders();
    }
  };
  const beatOnce = (): Promise<void> => {
    beating ??= beat().finally(() => {
      beating = null;
    });
    return beating;
  };

  const loop = createBackgroundLoop(async (stopping) => {
    while (!stopping.aborted) {
      await beatOnce();
      await clock.sleep(heartbeatMs * (0.75 + random() / 2), stopping);
    }
  });

  const tellWithdrawals = async (): Promise<void> => {
    const by = { generation: 1, holds: () => Promise.resolve(mayClaim()) };
    const paths = new Set(allPlaces(ledger).map(({ path }) => path));
    for (const path of paths) await createPendingWithdrawals({ ledger, path, station, claims, lease: by })();
  };

  // Claims the documents of a submission that has no claim, for example because it was queued before the settings named the database.
  const claimQueued = async (seq: number): Promise<boolean> => {
    const row = table.submissionAt(seq);
    if (row === null) return false;
    const { external_id: externalId, task_type: taskType, request_spec: requestSpec, group_key: group } = row;
    const sha256s = submissions.files(row.id).map(({ sha256 }) => sha256);
    const key = row.claim_key ?? claimKey({ taskType, requestSpec }, group, sha256s, 0);
    const { environment, organisation } = belonging();
    const claim = { externalId, station: station.id, environment, organisation };
    const existing = await claims.claim(key, claim);
    if (existing === null) return true;
    if (typeof existing === 'string') return false;
    if (existing.externalId !== externalId) return false;
    if (existing.station !== station.id) {
      // Another station took the claim over, for example while this station was off and a person moved the claims of the folder to the
      // database.
      table.adopt({ external_id: externalId, key, documents: [], fence: 0 }, clock.now());
      table.lose(externalId);
      doubtOne(ledger, row.id, clock.now());
      onMarked();
      return false;
    }
    await claims.replace(key, claim);
    return true;
  };

  const mayCreate = async ({ folder_id: folderId, seq }: Origin): Promise<boolean> => {
    if (folderId === null) return true;
    if (!isTrusted()) return false;
    const path = pathOf(ledger, folderId, seq);
    if (path !== null && (await places.look(path)).kind !== 'open') return false;
    const row = table.submissionAt(seq);
    const claim = row === null ? null : table.get(row.external_id);
    if (claim?.standing === 'held') return true;
    if (claim?.standing === 'lost') return false;
    try {
      return (await claimQueued(seq)) && isTrusted();
    } catch (error) {
      failed(error);
      return false;
    }
  };

  const check: CreateCheck = {
    mayCreate: () => Promise.resolve(isTrusted()),
    elsewhereUpTo: 0,
    get refuses() {
      return !isTrusted();
    },
    isGone: false,
    asksPerson: false,
  };

  /** The external_ids of claims that this run made and whose submissions are not yet in the ledger. */
  const unqueued = new Set<string>();
  const open: Coordinator['open'] = (of) => {
    const { path } = of;
    const folder: Followed = { of, told: { kind: 'unknown' } };
    const maySend = () => stateAt(path).kind === 'mine';
    const shared: SharedFolder = {
      get state() {
        return stateAt(path);
      },
      get maySubmit() {
        return maySend();
      },
      get generation() {
        return maySend() ? (membership?.epoch ?? null) : null;
      },
      createCheck: check,
      start: async () => {
        folders.add(folder);
        folder.told = stateAt(path);
        if (!maySend()) await inTime(clock, beatOnce());
      },
      stop: async () => void folders.delete(folder),
      check: async () => void (await inTime(clock, beatOnce())),
      mayQueue: () => Promise.resolve(maySend()),
      holds: () => Promise.resolve(maySend()),
      claim: async (documents, generation) => {
        if (generation === null) throw new SourceChanged('the database of the stations cannot be reached');
        unqueued.add(documents.externalId);
        const isUnqueued = (externalId: string) => unqueued.has(externalId);
        const by = { ledger, claims, stationId: station.id, belonging, isUnqueued };
        const work = claimDocuments(by, documents);
        claiming.add(work);
        try {
          return await work;
        } catch (error) {
          failed(error);
          throw new SourceChanged('the outcome of the claim is not known', { cause: error });
        } finally {
          claiming.delete(work);
        }
      },
      queued: (externalId) => void unqueued.delete(externalId),
      tend: () => void tellWithdrawals(),
      tellWithdrawals,
      publish: () => Promise.resolve(true),
      mark: () => Promise.resolve('none'),
      word: () => Promise.resolve(null),
    };
    return shared;
  };

  return {
    open,
    publish: async (health) => {
      if (isAway) return false;
      try {
        await publishHealth(database, station.id, health);
        return true;
      } catch {
        // The next heartbeat reports whether the database can be reached.
        return false;
      }
    },
    guard: {
      mayCreate,
      whyNot: () => (isTrusted() ? 'station.other' : 'station.away'),
      withdrawn: async () => void (await inTime(clock, tellWithdrawals())),
      refused: () =>
        isTrusted()
          ? []
          : allPlaces(ledger).map(({ folderId, after, upTo }) => ({
              folderId,
              after,
              upTo,
              code: 'station.away',
            })),
    },
    left: {
      start: loop.start,
      stop: async () => {
        await loop.stop();
        await database.close();
      },
      follow: () => undefined,
      isNeeded: () => false,
      checkAt: () => check,
      isGone: () => false,
      tellWithdrawals,
    },
  };
}
