import { lstat, mkdir, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../../contract/say.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { currentDetails } from '../../ledger/tasks/snapshots.ts';
import { waitingOfFolder } from '../../ledger/tasks/task-queries.ts';
import type { TaskRow } from '../../ledger/tasks/task-row.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, lstatOrNull } from '../../share-io/file-identity.ts';
import { ANSWER_NOTES, FRESH_NOTE } from '../../share-io/own-folders.ts';
import { isOwnNote, noteText } from './answer-note.ts';
import { type AnswerPlaces, answerFolderName, answersFolderOf, isWaiting } from './answer-places.ts';

export interface AnswerFolderParts {
  readonly rule: FolderRule;
  readonly ledger: Ledger;
  readonly places: Pick<AnswerPlaces, 'taskOf'>;
  readonly calls: () => FileCalls;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** If an answer folder could not be removed because it contains files of people, this many milliseconds pass before the next attempt. */
  readonly againMs: number;
  /** The language of the notes. */
  readonly language: () => Language;
}

/** Creates and removes the answer folders of one rule: one folder, with a note, for each waiting Task. */
export interface AnswerFolders {
  /** Creates missing folders and notes, and removes the folders of Tasks that no longer wait. @throws system errors of the folder */
  tend(): Promise<void>;
}

export function createAnswerFolders(parts: AnswerFolderParts): AnswerFolders {
  const { rule, ledger, places, calls, clock, againMs, language } = parts;
  const root = join(rule.path, answersFolderOf(rule) ?? '');
  /** Maps the uuid of each waiting Task to the text of the Task's note, as this station last wrote or read the note. */
  const written = new Map<string, string>();
  /** Maps each folder that could not be removed to the monotonic time of the next attempt. */
  const left = new Map<string, number>();

  const namesByTask = async (): Promise<Map<string, string>> => {
    const stats = await calls().lstat(root);
    if (stats === null) return new Map();
    if (!stats.isDirectory()) throw new NotAFolder('the folder of the answer folders is a link or a file');
    const names = await calls().list(root);
    return new Map(
      names.flatMap((name) => {
        const task = places.taskOf(name);
        return task === null ? [] : [[task, name] as const];
      }),
    );
  };

  const keep = async (task: TaskRow, known: string | undefined): Promise<void> => {
    const details = currentDetails(ledger, task);
    if (details === null) return;
    const name = known ?? answerFolderName(rule, task);
    const spoken = language();
    const text = noteText(details, spoken);
    if (known !== undefined && written.get(task.uuid) === text) return;
    left.delete(name);
    await calls().run(async () => {
      for (const folder of [root, join(root, name)]) await makeFolder(folder);
      await writeNote(join(root, name), text, spoken);
    });
    written.set(task.uuid, text);
  };

  const remove = async (task: string, name: string): Promise<void> => {
    written.delete(task);
    if ((left.get(name) ?? 0) > clock.monotonic()) return;
    if (await calls().run(() => removeFolder(join(root, name)))) left.delete(name);
    else left.set(name, clock.monotonic() + againMs);
  };

  return {
    tend: async () => {
      const waiting = waitingOfFolder(ledger, rule.id).filter(isWaiting);
      const wanted = new Set(waiting.map(({ uuid }) => uuid));
      const names = await namesByTask();
      for (const task of waiting) await keep(task, names.get(task.uuid));
      for (const [task, name] of names) if (!wanted.has(task)) await remove(task, name);
    },
  };
}

class NotAFolder extends Error {}

/** Creates a folder below an existing folder. Throws if the path is a link or a file. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw new NotAFolder('the answer folder is a link or a file');
}

/** Writes the note with the name in `language`. A file of a person with this name stays as it is (I4). */
async function writeNote(folder: string, text: string, language: Language): Promise<void> {
  await removeNotes(
    folder,
    LANGUAGES.filter((other) => other !== language),
  );
  const path = join(folder, ANSWER_NOTES[language]);
  const present = await readNote(path);
  if (present === text || (present !== null && !isOwnNote(present))) return;
  const fresh = join(folder, FRESH_NOTE);
  await rm(fresh, { force: true });
  await writeFile(fresh, text, { flag: 'wx' });
  await rename(fresh, path);
}

/** Deletes the notes of an answer folder, and then the folder if the folder is empty (I4). Returns false if the folder is not deleted. */
async function removeFolder(folder: string): Promise<boolean> {
  await removeNotes(folder, LANGUAGES);
  await rm(join(folder, FRESH_NOTE), { force: true });
  // `rmdir` removes only an empty folder, so a document in the folder is safe.
  return await rmdir(folder).then(
    () => true,
    () => false,
  );
}

async function removeNotes(folder: string, languages: readonly Language[]): Promise<void> {
  for (const language of languages) {
    const path = join(folder, ANSWER_NOTES[language]);
    const note = await readNote(path);
    if (note !== null && isOwnNote(note)) await unlink(path);
  }
}

async function readNote(path: string): Promise<string | null> {
  return (await lstatOrNull(path))?.isFile() ? await readFile(path, 'utf8') : null;
}
