import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { type FolderRule, folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import type { AccountView } from '../../../../src-main/contract/views/common.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createIntake, type IntakeParts } from '../../../../src-main/core/folders/folders.ts';
import { createCommitter } from '../../../../src-main/core/ledger/db/group-commit.ts';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../src-main/core/ledger/db/open-ledger.ts';
import { accountOf } from '../../../../src-main/core/ledger/tables/counts.ts';
import { readFolder } from '../../../../src-main/core/ledger/tables/folders.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { createSpool, type SpoolOptions } from '../../../../src-main/core/spool/spool.ts';
import { seededRandom } from '../../../support/random.ts';
import { testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';

export type IntakeBench = Awaited<ReturnType<typeof intakeBench>>;

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
  changingMs: 1_000,
  heartbeatMs: 40,
  missedBeats: 6,
  moveMs: 30,
};

/** An intake over a real folder, a real ledger and a real spool, which ends with its test; then its account must add up (I1). */
export async function intakeBench(options: BenchOptions = {}) {
  const home = testDir();
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
  const make = (rules: readonly FolderRule[] = [rule]) =>
    createIntake({
      ledger,
      spool,
      commit: createCommitter(ledger),
      rules,
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
  let intake = await make();
  let closing: Promise<void> | null = null;
  const close = async () => {
    await intake.stop();
    if (ledger.db.open) {
      const found = ledger.db.prepare(`SELECT count(*) FROM file WHERE folder_id = 'scans'`).pluck().get();
      expectAccountAddsUp({ account }, Number(found));
    }
    ledger.close();
  };
  const end = () => {
    closing ??= close();
    return closing;
  };
  onTestFinished(end);
  if (options.start !== false) await intake.start();
  const at = (...parts: string[]) => join(folder, ...parts);
  const account = () => accountOf(ledger, 'scans');
  const rows = () =>
    ledger.db
      .prepare<[], FileLook>(
        `SELECT id, path, state, current, ignored_by, problem_code, submission_id, move_state FROM file ORDER BY id`,
      )
      .all();
  const submissions = () =>
    ledger.db
      .prepare<[], { id: string; state: string; external_id: string; group_key: string | null }>(
        'SELECT id, state, external_id, group_key FROM submission ORDER BY seq',
      )
      .all()
      .map((row) => ({ ...row, ...filesOf(ledger, row.id) }));
  /** Writes a file, with the folders of its path; the content is a PDF of its own unless given. */
  const put = async (path: string, content: string | Buffer = pdf(path)) => {
    if (path.includes('/')) await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), content);
  };
  /** Waits until there are so many submissions. */
  const submitted = (count: number) => until(() => submissions().length === count);
  /** Waits until the intake has nothing under way. */
  const idle = () => until(() => !intake.busy());
  return {
    folder,
    rule,
    ledger,
    spool,
    get intake() {
      return intake;
    },
    at,
    put,
    /** Writes a file as `put` does, and waits for its submission. */
    send: async (path: string, content?: string | Buffer) => {
      const before = submissions().length;
      await put(path, content);
      await submitted(before + 1);
    },
    submitted,
    /** Puts a folder of pages there at one moment, so that a slow disk makes no page late. A page's name is its content. */
    putPacket: async (name: string, pages: readonly string[]) => {
      const staged = `${folder}-staged`;
      await mkdir(staged, { recursive: true });
      for (const page of pages) await writeFile(`${staged}/${page}.pdf`, pdf(page));
      await rename(staged, at(name));
    },
    /** Waits until the account of the folder has these counts. */
    counts: (wanted: Partial<AccountView>) =>
      until(() => isDeepStrictEqual({ ...account(), ...wanted }, account())),
    idle,
    /** Looks at the whole folder once more, and waits until nothing is left to do. */
    rested: async () => {
      await intake.rescan();
      await idle();
    },
    account,
    folderRow: () => readFolder(ledger, 'scans'),
    rows,
    /** The row of the newest version of a file. */
    row: (path: string) => rows().findLast((row) => row.path === path),
    /** The files that are held, each with its problem. */
    held: () =>
      rows()
        .filter(({ state, current }) => state === 'held' && current === 1)
        .map(({ path, problem_code: code }) => [path, code])
        .sort(),
    /** Waits until a file has this problem. */
    problem: (code: string) => until(() => rows().some((row) => row.problem_code === code)),
    submissions,
    /** The claims that lie in the folder. */
    claims: async (): Promise<unknown[]> => {
      const names = (await readdir(at('.clearfolder/claims'))).filter((name) => !name.startsWith('.'));
      return await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(at('.clearfolder/claims', name), 'utf8'))),
      );
    },
    /** The sorted paths of each submission. */
    sent: () => submissions().map(({ paths }) => paths.toSorted()),
    /** A second intake on the same ledger, as after a restart; `start: false` is the moment before it starts. */
    restart: async ({
      start = true,
      rules = [rule],
    }: {
      start?: boolean;
      rules?: readonly FolderRule[];
    } = {}) => {
      await intake.stop();
      intake = await make(rules);
      if (start) await intake.start();
      return intake;
    },
    [Symbol.asyncDispose]: end,
  };
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
  const { found: total, unreadable: _, ...parts } = bench.account();
  expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(total);
  if (found !== undefined) expect(total).toBe(found);
  return bench.account();
}

/** A small complete PDF with some content of its own. */
export function pdf(content: string): string {
  return `%PDF-1.4\n% ${content}\n%%EOF\n`;
}
