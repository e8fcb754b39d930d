import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openStation, openStationLedger } from '../../../src-main/core/installation/open-station.ts';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';
import { createFiles } from '../../../src-main/core/ledger/tables/files.ts';
import {
  openFolder,
  setBacklogListed,
  setFolderBacklog,
  setFolderRoot,
  setFolderScanned,
} from '../../../src-main/core/ledger/tables/folders.ts';
import { writeOwner } from '../../../src-main/core/ledger/tables/ledger-owner.ts';
import { addSubmission, submissionTable } from '../../../src-main/core/ledger/tables/submissions.ts';
import { recordTask } from '../../../src-main/core/ledger/tasks/tasks.ts';
import { organisationId } from '../../../src-main/core/secrets/api-secret.ts';
import { identityOf } from '../../../src-main/core/share-io/file-identity.ts';
import { rootIdentityOf } from '../../../src-main/core/share-io/folder-identity.ts';
import { testStation } from '../../support/clearfolder.ts';
import { newSubmission } from '../../support/new-submission.ts';
import { taskDetails } from '../../support/task-details.ts';
import { type TestDir, tempDir } from '../../support/temp-dir.ts';
import type { BenchFolder, Template } from './bench-station.ts';

/** Files in one folder below a watched one. */
const FILES_PER_FOLDER = 500;
/** The organisation of every service model. */
const OWNER = organisationId('model:org:secret');

/** Folders full of documents that were sent long ago, and a station's data folder that knows of each. */
export interface History extends AsyncDisposable {
  readonly folders: readonly BenchFolder[];
  readonly files: number;
  readonly template: Template;
}

export interface HistoryWish {
  /** In all folders together. */
  readonly files: number;
  readonly folders?: number;
  readonly quietSeconds?: number;
}

const numbered = (n: number, digits: number) => String(n).padStart(digits, '0');

/**
 * Makes the folders, and fills a ledger with their documents: each is a known file, an accepted submission, and a Task with
 * its completed snapshot.
 */
export async function makeHistory({
  files,
  folders: count = 1,
  quietSeconds = 0.1,
}: HistoryWish): Promise<History> {
  const dir = await tempDir('history');
  const folders = Array.from({ length: count }, (_, n) => ({
    id: `in-${n}`,
    path: dir.at(`watched-${n}`),
    quietSeconds,
  }));
  const perFolder = Math.ceil(files / count);
  const paths = folders.map(({ path }, n) => fillFolder(path, Math.min(perFolder, files - n * perFolder)));
  const template = await fillLedger(dir, folders, paths);
  return { folders, files, template, [Symbol.asyncDispose]: dir.remove };
}

/** Gives the paths of the files, relative to the root. */
function fillFolder(root: string, files: number): string[] {
  mkdirSync(root);
  return Array.from({ length: Math.max(0, files) }, (_, n) => {
    const folder = `case_${numbered(Math.floor(n / FILES_PER_FOLDER), 4)}`;
    if (n % FILES_PER_FOLDER === 0) mkdirSync(join(root, folder));
    const path = `${folder}/SCN_${numbered(n, 7)}.pdf`;
    writeFileSync(join(root, path), `%PDF-1.4\nwas sent, number ${n}\n%%EOF\n`);
    return path;
  });
}

async function fillLedger(
  dir: TestDir,
  folders: readonly BenchFolder[],
  paths: readonly (readonly string[])[],
): Promise<Template> {
  await using blank = await testStation({
    environment: 'bench',
    environments: { bench: 'http://127.0.0.1:1/public/v1' },
  });
  const template = { data: dir.at('data'), secrets: dir.at('secrets.json') };
  const choice = {
    data: template.data,
    settings: blank.settingsFile,
    secrets: `file:${template.secrets}`,
    apiSecret: null,
  };
  const { ledger } = await openStationLedger(await openStation(choice), 'engine');
  const now = Date.now();
  try {
    for (const folder of folders) {
      openFolder(ledger, folder.id, folder.path, now);
      setFolderBacklog(ledger, folder.id, 'send');
      setBacklogListed(ledger, folder.id, now);
      setFolderRoot(ledger, folder.id, await rootIdentityOf(folder.path));
      setFolderScanned(ledger, folder.id, now);
    }
    const documents = folders.flatMap(({ id, path: root }, n) =>
      (paths[n] ?? []).map((path) => ({ folderId: id, root, path })),
    );
    rememberAll(ledger, documents, now);
    writeOwner(ledger, { id: OWNER, name: null });
    ledger.db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    ledger.close();
  }
  return template;
}

const columnSchema = z.object({ name: z.string() });
const tableSchema = z.object({ name: z.string() });
const countSchema = z.object({ count: z.int() });

/** What a copy of a row has in the place of what its original has: an SQL expression for each column that differs. */
type Differences = Readonly<Record<string, string>>;

/**
 * Copies every row of a table once for each element of a JSON array, in one statement. In the expressions, `each.key` is
 * the place in the array and `each.value` the element; other columns stay as they are.
 */
function copyRows(ledger: Ledger, table: string, elements: string, differences: Differences): void {
  const columns = z
    .array(columnSchema)
    .parse(ledger.db.prepare('SELECT name FROM pragma_table_info(?)').all(table))
    .map(({ name }) => name);
  const unknown = Object.keys(differences).filter((name) => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);
  const values = columns.map((name) => differences[name] ?? `one.${name}`);
  ledger.db
    .prepare(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM (SELECT * FROM ${table}) AS one, json_each(?) AS each`,
    )
    .run(elements);
}

function rowCounts(ledger: Ledger): Map<string, number> {
  const tables = z
    .array(tableSchema)
    .parse(ledger.db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all());
  return new Map(
    tables.map(({ name }) => {
      const { count } = countSchema.parse(ledger.db.prepare(`SELECT COUNT(*) AS count FROM ${name}`).get());
      return [name, count];
    }),
  );
}

/** A document that lies in a watched folder and was sent long ago. */
interface KnownDocument {
  readonly folderId: string;
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
}

/** Nothing of it is of today. */
const LONG_AGO_MS = 30 * 86_400_000;

const idOf = (n: number) => `01BENCH${String(n).padStart(19, '0')}`;
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const hashOf = (n: number) => createHash('sha256').update(idOf(n)).digest('hex');

/** Writes the first one as the program does: found, queued, sent, accepted, and its Task seen completed. */
function remember(ledger: Ledger, { folderId, root, path }: KnownDocument, now: number): void {
  const [id, uuid, sha256, name] = [idOf(0), uuidOf(0), hashOf(0), nameOf(path)];
  const identity = identityOf(lstatSync(join(root, path), { bigint: true }));
  const known = createFiles(ledger);
  const submissions = submissionTable(ledger);
  const fileId = known.insert(
    { folderId, path, nameKey: path, groupKey: null, fate: { state: 'settling' }, ...identity },
    now,
  );
  const file = { path, fileName: name, mediaType: 'application/pdf', size: identity.size, sha256 };
  const files = [{ ...file, spoolName: id }];
  addSubmission(ledger, newSubmission(id, files, { origin: 'folder', folderId }), now);
  known.bind(fileId, sha256, { to: 'submission', id, move: false }, now);
  submissions.beginSending(id, now);
  submissions.accept(id, uuid, now);
  submissions.forgetSpool(id);
  const at = new Date(now - LONG_AGO_MS).toISOString();
  const details = taskDetails(at, { uuid, external_id: id, status: 'completed', name });
  recordTask(ledger, details, { mine: true, seenAt: now });
}

/**
 * Fills an empty ledger with these documents. The first is written through the ledger's own functions, the others are its
 * rows with their own names, ids, hashes and stats: one by one they would take minutes.
 */
function rememberAll(ledger: Ledger, documents: readonly KnownDocument[], now: number): void {
  const [first, ...others] = documents;
  if (first === undefined) return;
  const empty = rowCounts(ledger);
  ledger.transaction(() => remember(ledger, first, now));

  const replaced = (column: string) => {
    const pairs = [
      [idOf(0), 'id'],
      [idOf(0).toLowerCase(), 'folded_id'],
      [uuidOf(0), 'uuid'],
      [nameOf(first.path), 'name'],
      [nameOf(first.path).toLowerCase(), 'folded_name'],
    ];
    return pairs.reduce(
      (text, [old, key]) => `replace(${text}, '${old}', each.value ->> '${key}')`,
      `one.${column}`,
    );
  };
  const own = (key: string) => `each.value ->> '${key}'`;
  const differences: Readonly<Record<string, Differences>> = {
    submission: {
      id: own('id'),
      seq: 'each.key + 2',
      folder_id: own('folder'),
      external_id: own('id'),
      payload_hash: own('payload_hash'),
      task_uuid: own('uuid'),
    },
    submission_file: {
      submission_id: own('id'),
      path: own('path'),
      file_name: own('name'),
      size: own('size'),
      sha256: own('sha256'),
    },
    file: {
      id: 'NULL',
      folder_id: own('folder'),
      path: own('path'),
      name_key: own('path'),
      size: own('size'),
      mtime_ms: own('mtime_ms'),
      inode: own('inode'),
      sha256: own('sha256'),
      submission_id: own('id'),
    },
    task: {
      uuid: own('uuid'),
      external_id: own('id'),
      name: own('name'),
      folder_id: own('folder'),
      search_text: replaced('search_text'),
    },
    task_history: { id: 'NULL', task_uuid: own('uuid') },
    snapshot: { id: 'NULL', task_uuid: own('uuid'), payload: replaced('payload') },
  };
  const elements = others.map(({ folderId, root, path }, index) => {
    const n = index + 1;
    const { size, mtimeMs, inode } = identityOf(lstatSync(join(root, path), { bigint: true }));
    const name = nameOf(path);
    return {
      id: idOf(n),
      folded_id: idOf(n).toLowerCase(),
      uuid: uuidOf(n),
      folder: folderId,
      path,
      name,
      folded_name: name.toLowerCase(),
      size,
      mtime_ms: mtimeMs,
      inode,
      sha256: hashOf(n),
      payload_hash: createHash('sha256').update(hashOf(n)).digest('hex'),
    };
  });
  const json = JSON.stringify(elements);
  ledger.transaction(() => {
    for (const [table, differing] of Object.entries(differences)) copyRows(ledger, table, json, differing);
  });
  // A table that the program fills with every document and that is not copied would make the history too small.
  const counts = rowCounts(ledger);
  for (const [table, count] of counts) {
    const grown = count - (empty.get(table) ?? 0);
    if (grown !== 0 && grown !== documents.length)
      throw new Error(`${table} grew by ${grown}, not by ${documents.length}`);
  }
}
