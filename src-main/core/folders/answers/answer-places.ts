import { join } from 'node:path';
import { z } from 'zod';
import type { FolderRule, Settings } from '../../../contract/settings.ts';
import { type Ledger, readAll } from '../../ledger/db/ledger.ts';
import { readFolder } from '../../ledger/tables/folders.ts';
import type { TaskRow } from '../../ledger/tasks/task-row.ts';
import { isPractice } from '../../stations/belonging.ts';

type AnswerRule = Pick<FolderRule, 'id' | 'answerFolders' | 'answerFolderNames'>;

const namedSchema = z.object({ uuid: z.string(), ours: z.int() });

const USUAL_NAME = 'Answers';
const FIRST = 8;
const LAST = 6;
const LONGEST_NAME = 60;

/** Returns the name of the subfolder of the watched folder that contains the answer folders; null if the rule has no answer folders. */
export function answersFolderOf({ answerFolders }: Pick<FolderRule, 'answerFolders'>): string | null {
  if (answerFolders === false) return null;
  return answerFolders === true ? USUAL_NAME : answerFolders;
}

export function isInAnswers(rule: Pick<FolderRule, 'answerFolders'>, relativePath: string): boolean {
  const name = answersFolderOf(rule);
  return name !== null && folded(relativePath.split('/', 1)[0] ?? '') === folded(name);
}

/**
 * Returns the folder name for the answers to a Task. The folder name contains the Task's name only if `answerFolderNames` is `name` (I11).
 */
export function answerFolderName(
  { answerFolderNames }: Pick<FolderRule, 'answerFolderNames'>,
  { uuid, name }: Pick<TaskRow, 'uuid' | 'name'>,
): string {
  const id = `${uuid.slice(0, FIRST)}-${uuid.slice(-LAST)}`;
  if (answerFolderNames === 'id') return id;
  const plain = name.replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/^[\s.~]+/u, '');
  const short = [...plain].slice(0, LONGEST_NAME).join('').trim();
  return short === '' ? id : `${short} ${id}`;
}

/** Returns the path of a Task's answer folder; null if this station keeps no such folder. `folder`: the id of the Task's folder rule. */
export function answerFolderPath(
  ledger: Ledger,
  { folders, environment }: Pick<Settings, 'folders' | 'environment'>,
  { folder, ...task }: Pick<TaskRow, 'uuid' | 'name'> & { readonly folder: string | null },
): string | null {
  const rule = folders.find(({ id }) => id === folder);
  const answers = rule === undefined ? null : answersFolderOf(rule);
  if (rule === undefined || answers === null || isPractice(environment)) return null;
  if (readFolder(ledger, rule.id)?.handled_by != null) return null;
  return join(rule.path, answers, answerFolderName(rule, task));
}

/** Finds the Task of an answer folder. All answer folders belong to one rule. */
export interface AnswerPlaces {
  /**
   * Returns the uuid of the Task that has this answer folder; null if the short id in `folderName` fits no Task or several Tasks of the
   * rule.
   */
  taskOf(folderName: string): string | null;
  /** Returns the group key of the files in an answer folder, and the uuid of the Task; null for a file outside the answer folders. */
  placeOf(relativePath: string): { readonly key: string; readonly task: string } | null;
  /** Whether the file is in an answer folder that lies elsewhere, because a person renamed or moved the folder of the answer folders. */
  isAstray(relativePath: string): boolean;
  /** Whether the file is in an answer folder of a Task that is not of this rule, for example because another station sent the Task. */
  isOfOther(relativePath: string): boolean;
}

export function createAnswerPlaces(ledger: Ledger, rule: AnswerRule): AnswerPlaces {
  const tasksOf = (folderName: string) => {
    const [, first, last] = /(?:^| )([0-9a-f]{8})-([0-9a-f]{6})$/.exec(folderName) ?? [];
    if (first === undefined || last === undefined) return [];
    return readAll(
      ledger.prepared(
        `SELECT uuid, folder_id IS @folderId AS ours FROM task
         WHERE uuid >= @first AND uuid < @first || 'g' AND substr(uuid, -${LAST}) = @last`,
      ),
      namedSchema,
      { first, last, folderId: rule.id },
    );
  };
  const taskOf: AnswerPlaces['taskOf'] = (folderName) => {
    const [found, another] = tasksOf(folderName).filter(({ ours }) => ours === 1);
    return found === undefined || another !== undefined ? null : found.uuid;
  };
  const folderOf = (relativePath: string) => {
    const [answers = '', folder = '', ...file] = relativePath.normalize('NFC').split('/');
    return isInAnswers(rule, relativePath) && file.length > 0 ? { answers, folder } : null;
  };
  return {
    taskOf,
    placeOf: (relativePath) => {
      const place = folderOf(relativePath);
      const task = place === null ? null : taskOf(place.folder);
      return place === null || task === null ? null : { key: `${place.answers}/${place.folder}`, task };
    },
    isAstray: (relativePath) =>
      answersFolderOf(rule) !== null &&
      !isInAnswers(rule, relativePath) &&
      relativePath
        .normalize('NFC')
        .split('/')
        .slice(0, -1)
        .some((folder) => taskOf(folder) !== null),
    isOfOther: (relativePath) => {
      const place = folderOf(relativePath);
      const found = place === null ? [] : tasksOf(place.folder);
      return found.length > 0 && found.every(({ ours }) => ours === 0);
    },
  };
}

/** Whether a Task waits for an answer that the service can accept. */
export function isWaiting(task: TaskRow | null): boolean {
  return task !== null && task.status === 'waiting' && task.gone_since === null && task.frozen_to === null;
}

const folded = (name: string) => name.normalize('NFC').toLowerCase();
