import { mkdir, rename, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { type FolderRule, folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import type { AccountView } from '../../../../src-main/contract/views/common.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createIntake, type Intake, type IntakeParts } from '../../../../src-main/core/folders/folders.ts';
import { createCommitter } from '../../../../src-main/core/ledger/db/group-commit.ts';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../src-main/core/ledger/db/open-ledger.ts';
import { accountOf } from '../../../../src-main/core/ledger/tables/counts.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { createSpool, type Spool, type SpoolOptions } from '../../../../src-main/core/spool/spool.ts';
import { seededRandom } from '../../../support/random.ts';
import { tempDir } from '../../../support/temp-dir.ts';

export interface IntakeBench extends AsyncDisposable {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly spool: Spool;
  readonly intake: Intake;
  at(...parts: string[]): string;
  account(): AccountView;
  /** Rows of the watched folder, for looking at. */
  rows(): FileLook[];
  submissions(): SubmissionLook[];
  /** A second intake on the same ledger, as after a restart; `start: false` is the moment before it starts. */
  restart(options?: { readonly start: boolean }): Promise<Intake>;
}

export interface FileLook {
  id: number;
  path: string;
  state: string;
  current: number;
  ignored_by: string | null;
  problem_code: string | null;
  submission_id: string | null;
  move_state: string | null;
}

export interface SubmissionLook {
  id: string;
  state: string;
  external_id: string;
  group_key: string | null;
  paths: string[];
  sha256s: string[];
}

export interface BenchOptions {
  readonly rule?: Partial<Record<keyof FolderRule, unknown>>;
  readonly parts?: Partial<IntakeParts>;
  readonly spool?: Partial<SpoolOptions>;
  /** Share another bench's folder. */
  readonly folder?: string;
  readonly station?: string;
  readonly before?: (folder: string) => Promise<void>;
  readonly start?: boolean;
}

export const FAST = {
  pollMs: 100,
  fallbackMs: 300,
  pulseMs: 60,
  probeMs: 2_000,
  unfinishedMs: 300,
  heartbeatMs: 40,
  missedBeats: 6,
  moveMs: 30,
};

/** An intake over a real folder, a real ledger and a real spool. */
export async function intakeBench(options: BenchOptions = {}): Promise<IntakeBench> {
  const home = await tempDir('intake');
  const folder = options.folder ?? home.at('watched');
  await mkdir(folder, { recursive: true });
  await options.before?.(folder);
  const ledger = openLedger({ path: home.at('ledger.db'), key: 'ab'.repeat(32), now: systemClock.now });
  const spool = createSpool({ dir: home.at('spool'), clock: systemClock, ...options.spool });
  const rule = folderRuleSchema.parse({
    id: 'scans',
    path: folder,
    taskType: 'prior-auth',
    quietSeconds: 0.15,
    groupQuietSeconds: 0.4,
    ...options.rule,
  });
  const station = options.station ?? 'station-1';
  const make = () =>
    createIntake({
      ledger,
      spool,
      commit: createCommitter(ledger),
      rules: [rule],
      clock: systemClock,
      random: seededRandom(station.length + station.charCodeAt(station.length - 1)),
      log: silentLog,
      station: { id: station, name: station.toUpperCase() },
      environment: 'production',
      forceBacklogAsk: false,
      onQueued: () => undefined,
      ...options.parts,
      pace: { ...FAST, ...options.parts?.pace },
    });
  let intake = make();
  if (options.start !== false) await intake.start();
  const bench: IntakeBench = {
    folder,
    ledger,
    spool,
    get intake() {
      return intake;
    },
    at: (...parts) => [folder, ...parts].join('/'),
    account: () => accountOf(ledger, 'scans'),
    rows: () =>
      ledger.db
        .prepare<[], FileLook>(
          `SELECT id, path, state, current, ignored_by, problem_code, submission_id, move_state FROM file ORDER BY id`,
        )
        .all(),
    submissions: () =>
      ledger.db
        .prepare<[], { id: string; state: string; external_id: string; group_key: string | null }>(
          'SELECT id, state, external_id, group_key FROM submission ORDER BY seq',
        )
        .all()
        .map((row) => ({ ...row, ...filesOf(ledger, row.id) })),
    restart: async ({ start } = { start: true }) => {
      await intake.stop();
      intake = make();
      if (start) await intake.start();
      return intake;
    },
    [Symbol.asyncDispose]: async () => {
      await intake.stop();
      ledger.close();
      await home.remove();
    },
  };
  return bench;
}

function filesOf(ledger: Ledger, id: string) {
  const rows = ledger.db
    .prepare<[string], { path: string; sha256: string }>(
      'SELECT path, sha256 FROM submission_file WHERE submission_id = ? ORDER BY position',
    )
    .all(id);
  return { paths: rows.map((row) => row.path), sha256s: rows.map((row) => row.sha256) };
}

/** I1: what was found is in exactly one of the other counts. */
export function expectAccountAddsUp(bench: Pick<IntakeBench, 'account'>, found?: number): AccountView {
  const { found: total, ...parts } = bench.account();
  expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(total);
  if (found !== undefined) expect(total).toBe(found);
  return { found: total, ...parts };
}

/** A small complete PDF with some content of its own. */
export function pdf(content: string): string {
  return `%PDF-1.4\n% ${content}\n%%EOF\n`;
}

/** Puts a folder of pages into the watched folder at one moment, so that a slow disk makes no page late. A page's name is its content. */
export async function putPacket(
  { folder }: Pick<IntakeBench, 'folder'>,
  name: string,
  pages: readonly string[],
): Promise<void> {
  const staged = `${folder}-staged`;
  await mkdir(staged, { recursive: true });
  for (const page of pages) await writeFile(`${staged}/${page}.pdf`, pdf(page));
  await rename(staged, `${folder}/${name}`);
}
