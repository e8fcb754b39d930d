import { z } from 'zod';
import { isoTime } from './common.ts';

const counted = z.object({ count: z.int().nonnegative(), since: isoTime.nullable() });
/**
 * A problem code. The type is not an enum, because a station with a newer version may report a code that this version does not know (I7).
 */
const code = z.string().max(100);

/**
 * The condition of a watched folder at one station.
 * - `ok`: The folder has no problem.
 * - `away`: The folder cannot be reached.
 * - `paused`: A person paused the folder.
 * - `unseen`: The station has not scanned the folder since its start.
 * - `other`: Another station sends the documents of the folder.
 * - `problem`: The folder has the problem `code`.
 */
export const folderStandingSchema = z.enum(['ok', 'away', 'paused', 'unseen', 'other', 'problem']);
export type FolderStanding = z.infer<typeof folderStandingSchema>;

const folderHealthSchema = z.object({
  /** The id of the folder rule. The report does not contain the path, because a path may contain the name of a patient (I11). */
  id: z.string().max(64),
  standing: folderStandingSchema.catch('problem'),
  code: code.nullable(),
  since: isoTime.nullable(),
  last_scan: isoTime.nullable(),
  found: z.int(),
  /** The number of documents that Clearfolder will send without an action of a person. */
  waits: z.int(),
  /** The number of documents that wait for an action of a person. */
  stuck: z.int(),
});

/**
 * The report that a station publishes for the other stations. The report contains counts, ids of folder rules and problem codes. The report
 * contains no paths, file names or problem details, because these may contain patient data (I11).
 */
export const stationHealthSchema = z.object({
  name: z.string(),
  version: z.string(),
  environment: z.string(),
  /** The time of this report, by the clock of the station that made the report. */
  at: isoTime,
  /**
   * True if this station has nothing left to send, and the service has confirmed the state of the Tasks or has nothing to confirm (I10).
   */
  everything_out: z.boolean(),
  confirmed_at: isoTime.nullable(),
  /** The codes of problems that concern the station as a whole, such as an api_secret that the service rejects. */
  problems: z.array(code),
  /** The documents, answers and changes that Clearfolder will send without an action of a person. `since` is the time of the oldest. */
  waits: counted,
  /** The documents, answers and changes that wait for an action of a person, counted separately for each problem code. */
  stuck: z.array(counted.extend({ code })),
  /** The Tasks at the service that wait for documents or data from a person. */
  tasks_waiting: counted,
  folders: z.array(folderHealthSchema),
});
export type StationHealth = z.infer<typeof stationHealthSchema>;

/**
 * Whether the report of a station can be trusted now.
 * - `reports`: The newest report of the station is recent.
 * - `silent`: The lease of the station has ended, or its newest report is old.
 * - `mute`: The station has no report that the other stations can read.
 */
export const stationStandingSchema = z.enum(['reports', 'silent', 'mute']);

export const seenStationSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  version: z.string().nullable(),
  own: z.boolean(),
  standing: stationStandingSchema,
  /** The time at which the station last gave a sign of life, by the clock of this computer. */
  seen_at: isoTime.nullable(),
  health: stationHealthSchema.nullable(),
});
export type SeenStation = z.infer<typeof seenStationSchema>;

export const stationsViewSchema = z.object({
  /**
   * Whether the stations coordinate through files in shared folders or through a PostgreSQL database; null if this station shares no
   * folder.
   */
  by: z.enum(['files', 'postgres']).nullable(),
  now: isoTime,
  /** The time at which this station last published its report; null if never. */
  published_at: isoTime.nullable(),
  /**
   * The ids of the folders into which this station cannot write its report. Stations that share only these folders do not see this station.
   */
  unpublished: z.array(z.string()),
  /** The ids of the shared folders in which the reports of the stations cannot be read now. */
  unread: z.array(z.string()),
  /** The problem that prevents reading the stations' database; null if the database can be read, or if the stations use no database. */
  database: code.nullable(),
  stations: z.array(seenStationSchema),
});
export type StationsView = z.infer<typeof stationsViewSchema>;

export interface StationsVerdict {
  readonly isEverythingOut: boolean;
  readonly all: number;
  /** The number of stations whose report says that something is left to send. */
  readonly open: number;
  readonly silent: number;
  /**
   * The time since which a station is silent: the earliest last sign of life of all silent stations. Null if no station is silent, or if the
   * last sign of life of a silent station is unknown.
   */
  readonly silentSince: string | null;
  readonly mute: number;
  /** The time of the oldest report. A statement about all stations is only true for this time (I10). Null if no station reports. */
  readonly asOf: string | null;
}

/** Returns the earliest time. All times are ISO texts in UTC, so sorting the texts sorts the times. */
const earliest = (times: readonly (string | null)[]): string | null => {
  const known = times.filter((time) => time !== null);
  return known.toSorted()[0] ?? null;
};

/**
 * Summarizes the reports of all stations. `isEverythingOut` is true only if every station reports now that nothing is left to send; a
 * station without a recent report never counts as finished.
 */
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
