import { z } from 'zod';
import { isoTime } from './common.ts';

const counted = z.object({ count: z.int().nonnegative(), since: isoTime.nullable() });
/** A problem code. A newer station may report a code that this version does not know (I7). */
const code = z.string().max(100);

/** `ok` has no problem. `away`: the folder cannot be reached. `unseen`: not scanned since the start. `other`: another station sends. */
export const folderStandingSchema = z.enum(['ok', 'away', 'paused', 'unseen', 'other', 'problem']);
export type FolderStanding = z.infer<typeof folderStandingSchema>;

const folderHealthSchema = z.object({
  /** The id of the folder rule. No path, because a path may hold the name of a patient (I11). */
  id: z.string().max(64),
  standing: folderStandingSchema.catch('problem'),
  code: code.nullable(),
  since: isoTime.nullable(),
  last_scan: isoTime.nullable(),
  found: z.int(),
  /** Documents that go out without a person. */
  waits: z.int(),
  /** Documents that wait for a person. */
  stuck: z.int(),
});

/**
 * The report of a station to the other stations: counts, ids of folders and problem codes. The report has no paths, no file names and no
 * details of problems, because these may hold patient data (I11).
 */
export const stationHealthSchema = z.object({
  name: z.string(),
  version: z.string(),
  environment: z.string(),
  /** The time of this record, by the station's clock. */
  at: isoTime,
  /** Whether nothing is left to send at this station, and the service has confirmed this (I10). */
  everything_out: z.boolean(),
  confirmed_at: isoTime.nullable(),
  /** The problems of the whole station, such as an api_secret that the service rejects. */
  problems: z.array(code),
  /** The documents, answers and changes that Clearfolder sends without a person. `since` is the time of the oldest. */
  waits: counted,
  /** The documents, answers and changes that Clearfolder sends only after a person acts, counted for each problem. */
  stuck: z.array(counted.extend({ code })),
  /** Tasks at the service that wait for documents or data. */
  tasks_waiting: counted,
  folders: z.array(folderHealthSchema),
});
export type StationHealth = z.infer<typeof stationHealthSchema>;

/** `silent`: not seen since its lease ran out or its last record is old. `mute`: seen, but without a record. */
export const stationStandingSchema = z.enum(['reports', 'silent', 'mute']);

export const seenStationSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  version: z.string().nullable(),
  own: z.boolean(),
  standing: stationStandingSchema,
  /** When the station was seen last, by the clock of this computer. */
  seen_at: isoTime.nullable(),
  health: stationHealthSchema.nullable(),
});
export type SeenStation = z.infer<typeof seenStationSchema>;

export const stationsViewSchema = z.object({
  /** How the stations coordinate; null if this station shares nothing. */
  by: z.enum(['files', 'postgres']).nullable(),
  now: isoTime,
  /** When this station last told the others about itself; null if never. */
  published_at: isoTime.nullable(),
  /** The ids of the folders that this station cannot write to, so that the stations there do not see this station. */
  unpublished: z.array(z.string()),
  /** The ids of the folders whose stations cannot be read now. */
  unread: z.array(z.string()),
  /** The problem code because of which the database of the stations cannot be read; null if it can be read, or there is none. */
  database: code.nullable(),
  stations: z.array(seenStationSchema),
});
export type StationsView = z.infer<typeof stationsViewSchema>;

export interface StationsVerdict {
  readonly isEverythingOut: boolean;
  readonly all: number;
  /** The stations that report something that is not out. */
  readonly open: number;
  readonly silent: number;
  /** When the silent station that was seen longest ago was seen; null if unknown. */
  readonly silentSince: string | null;
  readonly mute: number;
  /** The time of the oldest record: what is said of all stations is as old (I10). Null without a record. */
  readonly asOf: string | null;
}

/** All times are in UTC, so that their order as texts is their order in time. */
const earliest = (times: readonly (string | null)[]): string | null => {
  const known = times.filter((time) => time !== null);
  return known.toSorted()[0] ?? null;
};

/** Decides what can be said of all stations together. Silence is never good news: only stations that report now count as out. */
export function stationsVerdict(view: StationsView): StationsVerdict {
  const { stations } = view;
  const of = (standing: SeenStation['standing']) => stations.filter((one) => one.standing === standing);
  const [reports, silent, mute] = [of('reports'), of('silent'), of('mute')];
  const open = reports.filter(({ health }) => health?.everything_out !== true).length;
  const isKnown = view.database === null && view.unread.length === 0 && view.unpublished.length === 0;
  return {
    isEverythingOut: isKnown && stations.length > 0 && open + silent.length + mute.length === 0,
    all: stations.length,
    open,
    silent: silent.length,
    silentSince: silent.some(({ seen_at: at }) => at === null)
      ? null
      : earliest(silent.map(({ seen_at: at }) => at)),
    mute: mute.length,
    asOf: earliest(reports.map(({ seen_at: at }) => at)),
  };
}
