import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { ARCHIVE_FOLDER } from '../../../src-main/core/intake/own-folders.ts';
import { accountOf } from '../../../src-main/core/ledger/accounts.ts';
import { type FileRow, fileSchema } from '../../../src-main/core/ledger/files.ts';
import { type Ledger, readAll } from '../../../src-main/core/ledger/ledger.ts';
import { NOT_KEPT } from '../../../src-main/core/ledger/retention.ts';
import { type MessagePayload, submissionSchema } from '../../../src-main/core/ledger/rows.ts';
import { spoolNamesInUse } from '../../../src-main/core/ledger/submission-lookup.ts';
import { taskRowSchema } from '../../../src-main/core/ledger/task-row.ts';
import type { Firewall } from './firewall.ts';
import { judgeMessages } from './judge-messages.ts';
import type { WorldService } from './service.ts';
import type { Share, Version } from './share.ts';
import type { WorldStation } from './station.ts';
import type { TaskDesk } from './task-desk.ts';
import { judgeUnsent } from './unsent.ts';

/** What people decided, as far as it changes what must hold. */
export interface Decided {
  /** Documents that may make so many Tasks more, by sha256. */
  readonly again: Map<string, number>;
  /** Submissions and messages that were taken back. */
  readonly withdrawn: Set<string>;
  /** A ledger was put back from a copy: more waits for a person from then on. */
  restored: boolean;
  /** Answers, edits and events that were kept, in the order in which they were. */
  readonly messages: Said[];
  /** Rules ask about what lay in their folder before them. */
  asksFirst: boolean;
  /** Files that nobody decided to send; see unsent.ts. */
  readonly unsent: Map<string, string | null>;
}

export function nothingDecided(): Decided {
  return {
    again: new Map(),
    withdrawn: new Set(),
    restored: false,
    messages: [],
    asksFirst: false,
    unsent: new Map(),
  };
}

/** What somebody said to a Task at a station, which kept it. */
export interface Said {
  readonly station: WorldStation;
  readonly id: string;
  readonly taskUuid: string;
  readonly payload: MessagePayload;
}

/** What the id of a rule ends with that watches a folder in the place of its usual one. */
export const OTHER_RULE = '-other';

/** A world, as far as it is judged. */
export interface Judged {
  readonly service: WorldService;
  /** The watched folders, by the id of their rule; see `OTHER_RULE`. */
  readonly shares: ReadonlyMap<string, Share>;
  /** Documents that are given by hand. */
  readonly desk: Share;
  readonly stations: readonly WorldStation[];
  readonly decided: Decided;
  readonly firewall?: Firewall;
}

/**
 * What a submission may be refused for that something between here and the service stopped: also because an answer came in place
 * of the one of the service, which said that it took what it never got.
 */
const STOPPED: ReadonlySet<unknown> = new Set(['service.blocked', 'service.unaccounted', 'service.unsaid']);
/** No move into the archive is put off for longer. */
const LONGEST_MOVE_WAIT_MS = 3_600_000;

/** What is not as it must be, now that all has come to rest; each with the invariant it breaks. */
export function judge(world: Judged, options: { readonly spoolIsTidy: boolean }): string[] {
  const wrong: string[] = [];
  const ledgers = world.stations.map(({ name, life: { ledger } }) => ({ name, ledger }));
  for (const station of world.stations) {
    const own = station.life.ledger;
    const others = ledgers.filter(({ ledger }) => ledger !== own);
    const found = [
      ...judgeLedger(world, own, (id) => others.some(({ ledger }) => accepted(ledger, id))),
      ...judgeMoves(station),
    ];
    wrong.push(...found.map((what) => `${station.name}: ${what}`));
  }
  wrong.push(...judgeMessages(world), ...judgeService(world), ...judgeUnsent(world));
  for (const [folder, share] of world.shares) {
    wrong.push(...judgeFolder(share));
    const books = ledgers.map(({ name, ledger }) => ({ name, book: bookOf(ledger, folder) }));
    for (const [path, version] of share.files) {
      const fates = books.map(({ name, book }) => fateOf(world, book, path, version, name));
      if (fates.every((fate) => fate !== null)) wrong.push(`I1: ${path}: ${fates.join('; ')}`);
    }
  }
  if (!options.spoolIsTidy || wrong.length > 0) return wrong;
  for (const station of world.stations) {
    const { ledger, engine } = station.life;
    const named = new Set([...spoolNamesInUse(ledger), ...engine.drops.spoolNames()]);
    const left = readdirSync(station.spoolDir).filter((name) => !named.has(name));
    if (left.length > 0) wrong.push(`I11: ${station.name} has ${left.length} copies that nothing names`);
  }
  return wrong;
}

function accepted(ledger: Ledger, externalId: string): boolean {
  const found = ledger.prepared(`SELECT 1 FROM submission WHERE external_id = ? AND state = 'accepted'`);
  return found.get(externalId) !== undefined;
}

/** `bySomebody` says of an external_id whether another station, which took the folder over, sent what this one did not. */
function judgeLedger(
  { decided, service, firewall }: Judged,
  ledger: Ledger,
  bySomebody: (externalId: string) => boolean,
): string[] {
  const wrong: string[] = [];
  const { desk } = service;
  const { found, ...states } = accountOf(ledger);
  const sum = Object.values(states).reduce((all, n) => all + n, 0);
  if (found !== sum) wrong.push(`I1: ${found} files were found, and ${sum} are accounted for`);
  const all = <S extends z.ZodType>(table: string, schema: S) =>
    readAll(ledger.prepared(`SELECT * FROM ${table}`), schema);
  const filesOf = (id: string) =>
    readAll(
      ledger.prepared('SELECT sha256 FROM submission_file WHERE submission_id = ?'),
      z.object({ sha256: z.string() }),
      id,
    ).map((file) => file.sha256);
  for (const row of all('submission', submissionSchema)) {
    const what = `submission ${row.id.slice(-6)} is ${row.state} (${row.problem_code})`;
    const task = row.task_uuid === null ? undefined : desk.get(row.task_uuid);
    const exists = () => desk.byExternalId(row.external_id) !== undefined && !bySomebody(row.external_id);
    if (row.state === 'accepted') {
      const lacks = filesOf(row.id).some((sha256) => !holds(desk, row.task_uuid, sha256));
      if (task?.external_id !== row.external_id || lacks) wrong.push(`I2: ${what}, not with its own Task`);
    } else if (row.state === 'rejected') {
      const stopped = STOPPED.has(row.problem_code) && firewall?.met.has(row.external_id) === true;
      // For any other reason it was lost.
      if (row.problem_code !== 'service.invalid' && !stopped) wrong.push(`I2: ${what}`);
      if (exists()) wrong.push(`I2: ${what}, and its Task exists`);
    } else if (row.state === 'withdrawn') {
      if (!decided.withdrawn.has(row.id)) wrong.push(`I1: ${what}, and nobody asked for it`);
      if (!decided.restored && exists()) wrong.push(`I2: ${what}, and its Task exists`);
    } else wrong.push(`I2: ${what}`);
  }
  const standing = new Map(all('submission', submissionSchema).map(({ id, state }) => [id, state]));
  for (const row of all('file', fileSchema)) {
    if (row.state !== 'duplicate') continue;
    // Its document is at the service, on its way, or shown as refused.
    const earlier = standing.get(row.duplicate_of ?? '') ?? 'not there';
    if (earlier === 'withdrawn' || earlier === 'not there')
      wrong.push(`I1: ${row.path} is a duplicate of a submission that is ${earlier}`);
  }
  for (const row of all('task', taskRowSchema)) {
    const task = desk.get(row.uuid);
    const cleared = (row.cleared === null) === (task?.cleared === null);
    // Retention takes the names of what was cleared long ago.
    const named = row.name === task?.name || (row.name === '' && row.cleared !== null);
    if (task?.status !== row.status || !named || !cleared)
      wrong.push(`Task ${row.uuid.slice(0, 6)} is ${row.status} here and ${task?.status} at the service`);
  }
  return wrong;
}

/** What was sent is in the archive, where that is to be and can be, or its next try is no further away than any. */
function judgeMoves({ life: { ledger }, machine, rules }: WorldStation): string[] {
  const late = ledger.prepared(
    `SELECT path FROM file_account WHERE move_state = 'due' AND move_next_at > ? AND account = 'accepted' AND folder_id = ?`,
  );
  return rules.flatMap(({ id }) =>
    readAll(late, z.object({ path: z.string() }), machine.now() + LONGEST_MOVE_WAIT_MS, id).map(
      ({ path }) => `${path} waits for a wrong date to be archived`,
    ),
  );
}

function judgeService({ service, shares, desk: byHand, decided }: Judged): string[] {
  const wrong: string[] = [];
  const creates = new Map<string, number>();
  const externalIds = new Map<string, number>();
  for (const { sha256, by } of service.desk.taken) {
    if (![...shares.values(), byHand].some((share) => share.versions.has(sha256)))
      wrong.push(`I3: what was sent (${sha256.slice(0, 8)}) was no whole version of any file`);
    if (by === 'create') creates.set(sha256, (creates.get(sha256) ?? 0) + 1);
  }
  for (const [sha256, count] of creates) {
    const allowed = 1 + (decided.again.get(sha256) ?? 0);
    if (count > allowed) wrong.push(`I2: document ${sha256.slice(0, 8)} made ${count} Tasks, not ${allowed}`);
  }
  for (const { external_id: id } of service.desk.all()) {
    if (id !== null) externalIds.set(id, (externalIds.get(id) ?? 0) + 1);
  }
  for (const [id, count] of externalIds) if (count > 1) wrong.push(`I2: ${count} Tasks are ${id.slice(-6)}`);
  return wrong;
}

function judgeFolder(share: Share): string[] {
  const wrong: string[] = [];
  const found = share.found();
  const archived = new Set(
    [...found].filter(([path]) => path.startsWith(ARCHIVE_FOLDER)).map(([, sha]) => sha),
  );
  for (const [path, { sha256 }] of share.files) {
    const there = found.get(path);
    if (there !== sha256 && !(there === undefined && archived.has(sha256)))
      wrong.push(`I4: ${path} is ${there === undefined ? 'gone' : 'another'}`);
  }
  for (const path of found.keys()) {
    if (!share.files.has(path) && !path.startsWith(ARCHIVE_FOLDER))
      wrong.push(`I4: ${path} should not be there`);
  }
  for (const sha256 of archived) {
    if (!share.versions.has(sha256)) wrong.push('I4: the archive holds what nobody wrote');
  }
  return wrong;
}

/** What a ledger says of the files of a folder. */
interface Book {
  /** Two where two rules found it. */
  readonly byPath: ReadonlyMap<string, readonly FileRow[]>;
  /** Of documents that were sent and archived, and whose names retention has taken since. */
  readonly nameless: ReadonlySet<string | null>;
  /** Whether there was a version before it that was not to be sent: what looks like that one is asked about. */
  readonly asksAgain: (row: FileRow) => boolean;
}

/** Under another name it is asked about, too. */
const NOT_TO_GO = `(problem_code IN ('file.left-out', 'file.backlog') OR problem_code = 'file.vanished' AND gone = 1
  OR message_id IS NOT NULL OR submission_id IN (SELECT id FROM submission WHERE state = 'withdrawn'))`;

function bookOf(ledger: Ledger, folder: string): Book {
  const rows = readAll(
    ledger.prepared('SELECT * FROM file WHERE folder_id IN (?, ?) AND current = 1'),
    fileSchema,
    folder,
    folder + OTHER_RULE,
  );
  const nameless = rows.filter(
    (row) => row.path === NOT_KEPT && row.state === 'bound' && row.move_state === 'moved',
  );
  return {
    byPath: Map.groupBy(rows, ({ path }) => path),
    nameless: new Set(nameless.map(({ sha256 }) => sha256)),
    asksAgain: ({ folder_id, name_key, id, inode, size, mtime_ms }) =>
      ledger
        .prepared(
          `SELECT 1 FROM file WHERE folder_id = @folder_id AND id < @id
             AND (name_key = @name_key AND (state = 'bound' OR problem_code = 'file.left-out' OR duplicate_of IS NOT NULL)
               OR inode = @inode AND size = @size AND mtime_ms = @mtime_ms AND ${NOT_TO_GO})`,
        )
        .get({ folder_id, name_key, id, inode, size, mtime_ms }) !== undefined,
  };
}

/** What is wrong with what a ledger says of a document; null when it is sent, or not for a reason that it tells. */
function fateOf(world: Judged, book: Book, path: string, version: Version, name: string): string | null {
  const rows = book.byPath.get(path);
  if (rows === undefined) return book.nameless.has(version.sha256) ? null : `${name} does not know it`;
  const fates = rows.map((row) => fateOfRow(world, book, row, version, name));
  return fates.some((fate) => fate === null) ? null : fates.join('; ');
}

function fateOfRow(
  { decided }: Judged,
  book: Book,
  row: FileRow,
  version: Version,
  name: string,
): string | null {
  const said = `${name} says ${row.state} (${row.problem_code})`;
  if (!version.whole) {
    const waits = row.problem_code === 'file.unfinished' || row.problem_code === 'file.backlog';
    const decided =
      row.state === 'bound' || (row.state === 'withdrawn' && row.problem_code === 'file.left-out');
    return waits || decided ? null : said;
  }
  switch (row.state) {
    case 'bound':
    case 'duplicate':
      return row.sha256 === version.sha256 ? null : `${said} of another version`;
    case 'held': {
      const asked = decided.restored || decided.asksFirst || book.asksAgain(row);
      const waits = row.problem_code === 'file.backlog' && asked;
      const elsewhere = row.problem_code === 'file.taken-back' && decided.withdrawn.size > 0;
      return waits || elsewhere || isOfWithdrawn(decided, row) ? null : said;
    }
    case 'withdrawn':
      return row.problem_code === 'file.left-out' ? null : said;
    case 'ignored':
    case 'settling':
      return said;
  }
}

/** It equals what a person took back, and waits for a person too. */
function isOfWithdrawn({ withdrawn }: Decided, { problem_code: code, duplicate_of: of }: FileRow): boolean {
  return code === 'file.duplicate-withdrawn' && of !== null && withdrawn.has(of);
}

function holds(desk: TaskDesk, taskUuid: string | null, sha256: string): boolean {
  const task = taskUuid === null ? undefined : desk.get(taskUuid);
  return task?.data_items.some((item) => desk.sha256Of(item.uuid) === sha256) ?? false;
}
