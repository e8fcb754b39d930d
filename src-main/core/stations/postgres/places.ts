import { z } from 'zod';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { Clock } from '../../clock.ts';
import { jsonColumn, type Ledger, readAll } from '../../ledger/db/ledger.ts';
import { placesAt } from '../../ledger/tables/folders.ts';
import { threadedCalls } from '../../share-io/file-calls.ts';
import { errorCode } from '../../share-io/file-identity.ts';
import { inTime } from '../../share-io/time-limit.ts';
import type { Belonging } from '../belonging.ts';
import { nextCoordination, noteExported, notePresent, readCoordination } from '../coordination.ts';
import { createFileClaims } from '../files/claims.ts';
import type { FolderState } from '../stations.ts';

export type PlaceState = Extract<FolderState, { kind: 'asks' | 'unknown' }> | { readonly kind: 'open' };

export interface PlacesDependencies {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly heartbeatMs: number;
  readonly leaseMs: number;
  /** The identity of the database; null before the first contact. */
  readonly database: () => string | null;
  /** Called before a folder becomes `open`. Marks the submissions whose claims other stations have taken over. */
  readonly verify: () => Promise<void>;
  /** Resolves when every running claim of this station has ended. */
  readonly claimsEnded: () => Promise<void>;
}

/**
 * Knows for each shared folder whether its stations claim documents in this database (`coordination.ts`). The state is then `open`. `look`
 * reads the folder at most once in a heartbeat and never rejects. The state of a folder that does not respond stays `open` no longer than
 * the lease of this station lasts.
 */
export interface Places {
  stateAt(path: string): PlaceState;
  look(path: string): Promise<PlaceState>;
}

interface Place {
  state: PlaceState;
  looked: { readonly monotonic: number; readonly wall: number };
  looking: Promise<void> | null;
}

const NEVER = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

export function createPlaces(dependencies: PlacesDependencies): Places {
  const { clock, station, heartbeatMs, leaseMs, database } = dependencies;
  const places = new Map<string, Place>();
  const placeAt = (path: string): Place => {
    const known = places.get(path) ?? { state: { kind: 'unknown' }, looked: NEVER, looking: null };
    places.set(path, known);
    return known;
  };
  const age = ({ looked }: Place) =>
    Math.max(clock.monotonic() - looked.monotonic, clock.now() - looked.wall);

  const open = async (path: string, place: Place): Promise<PlaceState> => {
    if (place.state.kind === 'open') return place.state;
    await dependencies.verify();
    await notePresent(path, station).catch((error: unknown) => {
      // A station that cannot write into the folder sends anyway. If the folder later moves back to files, its claims stay in the database.
      if (!READ_ONLY.includes(errorCode(error))) throw error;
    });
    return { kind: 'open' };
  };

  const read = async (path: string, place: Place): Promise<PlaceState> => {
    const identity = database();
    const { generation, lease, moved } = await readCoordination(path);
    if (moved?.stage === 'to-files') {
      place.state = { kind: 'asks', code: 'folder.moving', detail: '' };
      await dependencies.claimsEnded();
      await exportClaims(dependencies, path);
      await noteExported(path, station.id);
      return place.state;
    }
    if (moved?.stage === 'to-database') return { kind: 'asks', code: 'folder.moving', detail: '' };
    if (identity === null) return { kind: 'unknown' };
    if (moved !== null)
      return moved.database === identity
        ? await open(path, place)
        : { kind: 'asks', code: 'folder.in-database', detail: detailOf('detail.otherDatabase') };
    if (generation > 0) return { kind: 'asks', code: 'folder.in-files', detail: lease?.name ?? '?' };
    try {
      await nextCoordination(path, generation, { stage: 'database', database: identity });
    } catch (error) {
      // A station that cannot write into the folder sends anyway, and coordinates only by the database.
      if (!READ_ONLY.includes(errorCode(error))) throw error;
    }
    return await open(path, place);
  };

  const look = async (path: string): Promise<PlaceState> => {
    const place = placeAt(path);
    // While one call reads the folder, other calls return the known state at once, because the folder may hang (I8).
    if (age(place) >= heartbeatMs && place.looking === null) {
      const began = { monotonic: clock.monotonic(), wall: clock.now() };
      place.looking = read(path, place)
        .then(
          (state) => {
            place.state = state;
            place.looked = began;
          },
          () => undefined,
        )
        .finally(() => {
          place.looking = null;
        });
      await inTime(clock, place.looking);
    }
    return stateAt(path);
  };

  const stateAt = (path: string): PlaceState => {
    const place = placeAt(path);
    const isOld = place.state.kind === 'open' && age(place) >= leaseMs - heartbeatMs;
    return isOld ? { kind: 'unknown' } : place.state;
  };
  return { stateAt, look };
}

const claimSchema = z.object({
  external_id: z.string(),
  key: z.string(),
  documents: jsonColumn(z.array(z.string())),
  folder_id: z.string().nullable(),
  state: z.string().nullable(),
});

// Writes the claims of this station into files of the shared folder. Stations without the database read their claims from these files.
async function exportClaims({ ledger, clock, station, belonging }: PlacesDependencies, path: string) {
  const claims = createFileClaims(path, clock, () => threadedCalls);
  const rules = new Set(placesAt(ledger, path).map(({ folderId }) => folderId));
  const { environment, organisation } = belonging();
  const rows = readAll(
    ledger.prepared(
      `SELECT claim.external_id, claim.key, claim.documents, submission.folder_id, submission.state
       FROM claim LEFT JOIN submission ON submission.external_id = claim.external_id WHERE claim.standing = 'held'`,
    ),
    claimSchema,
  );
  for (const { external_id: externalId, key, documents, folder_id: folder, state } of rows) {
    if (folder !== null && !rules.has(folder)) continue;
    const by = { externalId, station: station.id, environment, organisation };
    const withdrawn = state === 'withdrawn' && { withdrawn: { station: station.id, name: station.name } };
    await claims.replace(key, { ...by, ...withdrawn });
    for (const document of documents) await claims.claimDocument(document, by, false);
  }
}
