import { common } from './common.ts';
import { drop } from './drop.ts';
import { folders } from './folders.ts';
import { issues } from './issues.ts';
import { outbox } from './outbox.ts';
import { problems } from './problems.ts';
import { settings } from './settings.ts';
import { tasks } from './tasks.ts';
import { today } from './today.ts';
import { verdicts } from './verdicts.ts';
import { waiting } from './waiting.ts';

/** The message catalogue in English, one file for each part of the app. */
export const EN = {
  ...common,
  ...today,
  ...drop,
  ...waiting,
  ...verdicts,
  ...tasks,
  ...folders,
  ...settings,
  ...outbox,
  ...problems,
  ...issues,
} as const;

export type MessageKey = keyof typeof EN;
