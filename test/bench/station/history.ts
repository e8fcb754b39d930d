import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
import { newFile, newSubmission } from '../../support/new-submission.ts';
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
const hashOf = (n: number) => createHash('sha256').update(idOf(n)).digest('hex');

/** Writes the documents as the program does: found, queued, sent, accepted, and the Task seen completed. */
function rememberAll(ledger: Ledger, documents: readonly KnownDocument[], now: number): void {
  const known = createFiles(ledger);
  const submissions = submissionTable(ledger);
  const at = new Date(now - LONG_AGO_MS).toISOString();
  ledger.transaction(() => {
    for (const [n, { folderId, root, path }] of documents.entries()) {
      const [id, uuid, sha256, name] = [idOf(n), uuidOf(n), hashOf(n), basename(path)];
      const identity = identityOf(lstatSync(join(root, path), { bigint: true }));
      const fileId = known.insert(
        { folderId, path, nameKey: path, groupKey: null, fate: { state: 'settling' }, ...identity },
        now,
      );
      const files = [newFile(name, { path, size: identity.size, sha256, spoolName: id })];
      addSubmission(ledger, newSubmission(id, files, { origin: 'folder', folderId }), now);
      known.bind(fileId, sha256, { to: 'submission', id, move: false }, now);
      submissions.beginSending(id, now);
      submissions.accept(id, uuid, now);
      submissions.forgetSpool(id);
      const details = taskDetails(at, { uuid, external_id: id, status: 'completed', name });
      recordTask(ledger, details, { mine: true, seenAt: now });
    }
  });
}
