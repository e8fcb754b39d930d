import { z } from 'zod';
import { assertNever } from '../assert-never.ts';
import { accountSchema, isoTime, type ProblemView, problemViewSchema } from './common.ts';
import { type Attention, attentionKindSchema, type Overview } from './overview.ts';
import { type ToldState, toldStateSchema } from './station-state.ts';

// The kinds of attention items that are everyday work of the staff. An alarm for these items would hardly ever end.
const EVERYDAY: ReadonlySet<Attention['kind']> = new Set([
  'waiting',
  'wrong-patient',
  'corrected-patient',
  'not-approved',
  'ended-badly',
  'drop',
]);

/**
 * Returns why this computer cannot keep what must be kept before a document is sent: its row in the ledger, or its copy in the spool.
 * Clearfolder makes the copy of a document of a folder again by itself, so the problem ends with the last such file.
 */
function diskProblem(attention: readonly Attention[]): ProblemView | null {
  for (const item of attention) {
    if (item.kind === 'unwritable') return item.problem;
    const { code, subject } = item.kind === 'held' ? item.problem : { code: null, subject: null };
    if (item.kind === 'held' && code === 'spool.full' && subject === 'folder') return item.problem;
  }
  return null;
}

/** Returns the worst state that applies. Only the overview calls this function; everything that shows a state reads `Overview.state`. */
export function stationStateOf({
  connection,
  compared,
  attention,
  lanes_paused: lanes,
  folders_paused: paused,
  folders_unscanned: unscanned,
}: Omit<Overview, 'state'>): ToldState {
  if (connection.state !== 'stopped' && diskProblem(attention) !== null) return 'cannot-record';
  switch (connection.state) {
    case 'stopped':
      return 'not-running';
    case 'needs-secret':
      return 'no-sign-in';
    case 'unreachable':
      return 'service-away';
    case 'starting':
    case 'connected':
      if (!compared) return 'starting';
      if (unscanned > 0) return 'not-scanned';
      if (lanes.length + paused > 0) return 'paused';
      return attention.every(({ kind }) => EVERYDAY.has(kind)) ? 'fine' : 'needs-attention';
    default:
      return assertNever(connection.state);
  }
}

/** The report that the engine gives about itself through its door, and that `clearfolder status --json` prints. Contains no names (I11). */
export const stationReportSchema = z.object({
  state: toldStateSchema,
  environment: z.string(),
  compared: z.boolean(),
  /** The time since which every open Task was proved (`connectionSchema.confirmed_at`). */
  last_checked: isoTime.nullable(),
  /** The problem of the connection to the service, or of the first paused lane. */
  problem: problemViewSchema.nullable(),
  lanes_paused: z.array(z.string()),
  folders_paused: z.int(),
  folders_unscanned: z.int(),
  files_unrecorded: z.int(),
  account: accountSchema,
  attention: z.array(z.object({ kind: attentionKindSchema, count: z.int() })),
});
export type StationReport = z.infer<typeof stationReportSchema>;

export function reportOf(overview: Overview): StationReport {
  const { connection, lanes_paused: lanes } = overview;
  const problem = diskProblem(overview.attention) ?? connection.problem ?? lanes[0]?.problem ?? null;
  return {
    state: overview.state,
    environment: overview.environment,
    compared: overview.compared,
    last_checked: connection.confirmed_at,
    // The detail may quote the service.
    problem: problem && { ...problem, detail: null },
    lanes_paused: lanes.map(({ lane }) => lane),
    folders_paused: overview.folders_paused,
    folders_unscanned: overview.folders_unscanned,
    files_unrecorded: overview.files_unrecorded,
    account: overview.account,
    attention: overview.attention.map((item) => ({
      kind: item.kind,
      count: 'count' in item ? item.count : 1,
    })),
  };
}
