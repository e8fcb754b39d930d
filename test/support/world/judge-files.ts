import { z } from 'zod';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { type FileRow, fileSchema } from '../../../src-main/core/ledger/tables/files.ts';
import { NOT_KEPT } from '../../../src-main/core/ledger/tables/retention.ts';
import { ARCHIVE_FOLDER } from '../../../src-main/core/share-io/own-folders.ts';
import { HOME_UID } from '../service-model/service-model.ts';
import { type Decided, type Judged, OTHER_RULE } from './judged.ts';
import type { Share, Version } from './share.ts';

/** What does not hold for the files in the folders (I4), and for the account of each file in some ledger (I1). */
export function judgeFiles(world: Judged): string[] {
  const wrong: string[] = [];
  for (const [folder, share] of world.shares) {
    wrong.push(...judgeFolder(share));
    const books = world.stations.map(({ name, running: { ledger } }) => ({
      name,
      book: bookOf(ledger, folder),
    }));
    for (const [path, version] of share.files) {
      const fates = books.map(({ name, book }) => fateOf(world, book, path, version, name));
      if (fates.every((fate) => fate !== null)) wrong.push(`I1: ${path}: ${fates.join('; ')}`);
    }
  }
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

/** A ledger's account of the files of a folder. */
interface Book {
  /** Two rows where two rules found the file. */
  readonly byPath: ReadonlyMap<string, readonly FileRow[]>;
  /** Hashes of archived documents whose names retention has purged. */
  readonly nameless: ReadonlySet<string | null>;
  /** External_ids of the submissions that carry a document. */
  readonly sentAs: (sha256: string) => readonly string[];
  /** Whether a person took a submission of the document back, of which nobody knows whether the service has it. */
  readonly isTakenBackInDoubt: (sha256: string) => boolean;
  /** Whether an earlier version was not to be sent, so that a person is asked about the file. */
  readonly asksAgain: (row: FileRow) => boolean;
}

/** A person is asked about a file under another name, too. */
const NOT_TO_GO = `(problem_code IN ('file.left-out', 'file.backlog') OR problem_code = 'file.vanished' AND gone = 1
  OR message_id IS NOT NULL OR submission_id IN (SELECT id FROM submission WHERE state = 'withdrawn'))`;

const carrierSchema = z.object({ external_id: z.string() });

function bookOf(ledger: Ledger, folder: string): Book {
  const carriers = ledger.prepared(
    'SELECT external_id FROM submission JOIN submission_file ON submission_id = id WHERE sha256 = ?',
  );
  const inDoubt = ledger.prepared(
    `SELECT 1 FROM submission JOIN submission_file ON submission_id = id
     WHERE sha256 = ? AND state = 'withdrawn' AND problem_code = 'submission.perhaps-sent'`,
  );
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
    sentAs: (sha256) => readAll(carriers, carrierSchema, sha256).map(({ external_id: id }) => id),
    isTakenBackInDoubt: (sha256) => inDoubt.get(sha256) !== undefined,
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

/** What is wrong with a ledger's account of a document; null when the document was sent, or not sent for a stated reason. */
function fateOf(world: Judged, book: Book, path: string, version: Version, name: string): string | null {
  const rows = book.byPath.get(path);
  if (rows === undefined) {
    const isNameless = world.decided.mayPurge && book.nameless.has(version.sha256);
    // A record that is older than the move into the archive never finds the file. The service's list shows the Task.
    const isOlder =
      world.decided.restored && world.service.tasks.taken.some(({ sha256 }) => sha256 === version.sha256);
    return isNameless || isOlder ? null : `${name} does not know it`;
  }
  const fates = rows.map((row) => fateOfRow(world, book, row, version, name));
  return fates.some((fate) => fate === null) ? null : fates.join('; ');
}

function fateOfRow(
  { decided, service, stations, firewall }: Judged,
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
  const part = decided.grown.get(row.path);
  const isSent = (beginning: string | undefined) =>
    service.tasks.taken.some(({ sha256 }) => sha256 === beginning);
  // Another station has no record of the beginning, so its people are not asked.
  const isGrown = stations.length === 1 && isSent(part);
  switch (row.state) {
    case 'bound':
    case 'duplicate':
      if (isGrown) return `${said}, and a person was not asked about a document whose beginning was sent`;
      return row.sha256 === version.sha256 ? null : `${said} of another version`;
    case 'held': {
      // A person is still asked about a file whose inode number has changed.
      const askedBefore = decided.unsent.has(row.path);
      const asked = decided.restored || decided.asksFirst || askedBefore || book.asksAgain(row);
      const waits = row.problem_code === 'file.backlog' && asked;
      const elsewhere = row.problem_code === 'file.taken-back' && decided.withdrawn.size > 0;
      // The service took the document once, or nobody knew so while a firewall blocked the document: a person is asked rightly.
      const isTaken = service.tasks.taken.some(({ sha256 }) => sha256 === version.sha256);
      const isDoubted =
        row.problem_code === 'file.perhaps-sent' &&
        (isTaken ||
          book.isTakenBackInDoubt(version.sha256) ||
          book.sentAs(version.sha256).some((id) => firewall?.met.has(id)));
      // A station that first signed in after the uid had changed cannot know whose uid stands in the claim of another station (I12).
      const isOfFormerUid =
        row.problem_code === 'file.other-organisation' && service.home.uid !== HOME_UID && isTaken;
      if (row.problem_code === 'file.grown' && isSent(decided.beginnings.get(row.path))) return null;
      return waits || elsewhere || isDoubted || isOfFormerUid || isOfWithdrawn(decided, row) ? null : said;
    }
    case 'withdrawn':
      return row.problem_code === 'file.left-out' ? null : said;
    case 'ignored':
    case 'settling':
      return said;
  }
}

/** Whether the file equals a withdrawn document, and waits for a person, too. */
function isOfWithdrawn({ withdrawn }: Decided, { problem_code: code, duplicate_of: of }: FileRow): boolean {
  return code === 'file.duplicate-withdrawn' && of !== null && withdrawn.has(of);
}
