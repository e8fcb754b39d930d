import { z } from 'zod';
import type { FolderRule } from '../../contract/settings.ts';
import { isEverythingOut } from '../../contract/views/open-counts.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import type { FolderStanding, StationHealth } from '../../contract/views/stations.ts';
import { type Ledger, readOne } from '../ledger/db/ledger.ts';
import { accountOf } from '../ledger/tables/counts.ts';
import { type FolderRow, readFolder } from '../ledger/tables/folders.ts';
import { NO_TEST, OPEN } from '../ledger/tables/outbox-rows.ts';
import { isoOf } from './tasks-view.ts';

export interface HealthParts {
  readonly overview: Overview;
  readonly ledger: Ledger;
  readonly rules: readonly FolderRule[];
  readonly version: string;
  readonly lookedThrough: (folder: string) => boolean;
}

/** Returns the health record that this station publishes for the other stations. All reads are in one transaction. */
export function healthOf(parts: HealthParts): StationHealth {
  return parts.ledger.db.transaction((): StationHealth => {
    const { overview, ledger, rules, version } = parts;
    const { connection, attention, environment, station: name, now: at } = overview;
    const problems = [connection.problem?.code, ...attention.map(codeOfStation)].filter(
      (code) => code != null,
    );
    const waiting = attention.find(({ kind }) => kind === 'waiting');
    return {
      name,
      version,
      environment,
      at,
      everything_out: isEverythingOut(overview, 'own'),
      confirmed_at: connection.confirmed_at,
      problems: [...new Set(problems)],
      waits: waitsOf(ledger),
      stuck: stuckOf(ledger, attention),
      tasks_waiting:
        waiting?.kind === 'waiting'
          ? { count: waiting.count, since: waiting.longest_since }
          : { count: 0, since: null },
      folders: rules.map((rule) => folderHealth(parts, rule)),
    };
  })();
}

function codeOfStation(item: Attention): string | null {
  switch (item.kind) {
    case 'unwritable':
    case 'secret':
    case 'network':
    case 'clock':
    case 'stations':
    case 'copies':
    case 'callbacks':
      return item.problem.code;
    default:
      return null;
  }
}

const countedSchema = z.object({ count: z.int(), since: z.int().nullable() });

function waitsOf(ledger: Ledger): StationHealth['waits'] {
  const row = readOne(
    ledger.prepared(
      `SELECT COUNT(*) AS count, MIN(at) AS since FROM (
         SELECT created_at AS at FROM submission WHERE ${OPEN} AND ${NO_TEST}
         UNION ALL SELECT created_at FROM message WHERE ${OPEN}
         UNION ALL SELECT found_at FROM file WHERE state IN ('settling', 'held') AND state = 'settling'
           AND folder_id NOT IN (SELECT id FROM folder WHERE handled_by IS NOT NULL))`,
    ),
    countedSchema,
  );
  return { count: row?.count ?? 0, since: isoOf(row?.since ?? null) };
}

function stuckOf(ledger: Ledger, attention: readonly Attention[]): StationHealth['stuck'] {
  const counts = new Map<string, number>();
  for (const item of attention) {
    const code = stuckCode(item);
    if (code !== null && 'count' in item) counts.set(code, (counts.get(code) ?? 0) + item.count);
  }
  return [...counts].map(([code, count]) => ({ code, count, since: sinceOf(ledger, code) }));
}

function stuckCode(item: Attention): string | null {
  switch (item.kind) {
    case 'held':
    case 'rejected':
    case 'stuck':
    case 'denied':
      return item.problem.code;
    case 'backlog':
      return 'file.backlog';
    default:
      return null;
  }
}

function sinceOf(ledger: Ledger, code: string): string | null {
  const row = readOne(
    ledger.prepared(
      `SELECT MIN(at) AS since FROM (
         SELECT found_at AS at FROM file WHERE state IN ('settling', 'held') AND state = 'held' AND problem_code = @code
         UNION ALL SELECT COALESCE(problem_since, created_at) FROM submission
           WHERE state IN ('queued', 'sending', 'unconfirmed', 'rejected') AND problem_code = @code AND ${NO_TEST}
         UNION ALL SELECT COALESCE(problem_since, created_at) FROM message
           WHERE state IN ('queued', 'sending', 'unconfirmed', 'rejected') AND problem_code = @code)`,
    ),
    z.object({ since: z.int().nullable() }),
    { code },
  );
  return isoOf(row?.since ?? null);
}

function folderHealth(
  { ledger, lookedThrough }: HealthParts,
  { id }: FolderRule,
): StationHealth['folders'][number] {
  const row = readFolder(ledger, id);
  const { found, settling, held, queued, sending, unconfirmed, rejected, unreadable } = accountOf(ledger, id);
  const standing = standingOf(row, lookedThrough(id));
  return {
    id,
    standing,
    code: row?.problem_code ?? null,
    since: isoOf(row?.unreachable_since ?? null),
    last_scan: isoOf(row?.last_scan_at ?? null),
    found,
    waits: (standing === 'other' ? 0 : settling) + queued + sending + unconfirmed,
    stuck: held + rejected + unreadable,
  };
}

function standingOf(row: FolderRow | null, isSeen: boolean): FolderStanding {
  if (row === null) return 'unseen';
  if (row.paused === 1) return 'paused';
  if (row.reachable === 0) return 'away';
  if (row.handled_by !== null) return 'other';
  if (!isSeen) return 'unseen';
  return row.problem_code === null ? 'ok' : 'problem';
}
