import type { HelpText } from './help-text.ts';
import { audit, insights, settings, stations } from './office.ts';
import { task, tasks, verdicts, waiting } from './results.ts';
import { drop, folders, outbox, today } from './sending.ts';

/** The English help: a text for each screen, and a text for the outbox. */
export const HELP_EN = {
  today,
  waiting,
  verdicts,
  tasks,
  task,
  outbox,
  folders,
  drop,
  insights,
  settings,
  stations,
  audit,
} as const satisfies Readonly<Record<string, HelpText>>;

export type HelpTopic = keyof typeof HELP_EN;
