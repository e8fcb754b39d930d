import { join } from 'node:path';
import { z } from 'zod';
import type { FolderRule, Settings } from '../../../contract/settings.ts';
import { type Ledger, readColumn } from '../../ledger/db/ledger.ts';
import { readFolder } from '../../ledger/tables/folders.ts';
import type { TaskRow } from '../../ledger/tasks/task-row.ts';
import { isPractice } from '../../stations/belonging.ts';

type AnswerRule = Pick<FolderRule, 'id' | 'answerFolders' | 'answerFolderNames'>;

const USUAL_NAME = 'Answers';
const FIRST = 8;
const LAST = 6;
const LONGEST_NAME = 60;

/** Returns the folder, inside the watched folder, that has the answer folders of a rule; null if the rule has no answer folders. */
export function answersFolderOf({ answerFolders }: Pick<FolderRule, 'answerFolders'>): string | null {
  if (answerFolders === false) return null;
  return answerFolders === true ? USUAL_NAME : answerFolders;
}

export function isInAnswers(rule: Pick<FolderRule, 'answerFolders'>, relativePath: string): boolean {
  const name = answersFolderOf(rule);
  return name !== null && folded(relativePath.split('/', 1)[0] ?? '') === folded(name);
}

/** Returns the name of the answer folder of a Task. Only the rule `answerFolderNames: "name"` puts the name of the Task into it (I11). */
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

/** Returns the path of the answer folder of a waiting Task; null if this station keeps no such folder. `folder`: the id of the Task's rule. */
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

/** Finds the Tasks of the answer folders of one rule. */
export interface AnswerPlaces {
  /** Returns the uuid of the Task with this answer folder; null if no Task of the rule, or more than one Task, has the short id. */
  taskOf(folderName: string): string | null;
  /** Returns the answer folder that contains a file, and its Task; null for a file elsewhere. */
  placeOf(relativePath: string): { readonly key: string; readonly task: string } | null;
}

export function createAnswerPlaces(ledger: Ledger, rule: AnswerRule): AnswerPlaces {
  const taskOf: AnswerPlaces['taskOf'] = (folderName) => {
    const [, first, last] = /(?:^| )([0-9a-f]{8})-([0-9a-f]{6})$/.exec(folderName) ?? [];
    if (first === undefined || last === undefined) return null;
    const found = readColumn(
      ledger.prepared(
        `SELECT uuid FROM task WHERE uuid >= @first AND uuid < @first || 'g' AND substr(uuid, -${LAST}) = @last
           AND +folder_id = @folderId LIMIT 2`,
      ),
      z.string(),
      { first, last, folderId: rule.id },
    );
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  return {
    taskOf,
    placeOf: (relativePath) => {
      if (!isInAnswers(rule, relativePath)) return null;
      const [answers, folder = '', ...file] = relativePath.normalize('NFC').split('/');
      const task = file.length === 0 ? null : taskOf(folder);
      return task === null ? null : { key: `${answers}/${folder}`, task };
    },
  };
}

/** Whether a Task waits for an answer that the service can accept. */
export function isWaiting(task: TaskRow | null): boolean {
  return task !== null && task.status === 'waiting' && task.gone_since === null && task.frozen_to === null;
}

const folded = (name: string) => name.normalize('NFC').toLowerCase();
