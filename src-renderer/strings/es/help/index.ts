import type { Translated } from '../../en/help/help-text.ts';
import type { HELP_EN } from '../../en/help/index.ts';
import { audit, insights, settings, stations } from './office.ts';
import { task, tasks, verdicts, waiting } from './results.ts';
import { drop, folders, outbox, today } from './sending.ts';

/** The Spanish help. The type makes the compiler report a missing text. */
export const HELP_ES: Translated<typeof HELP_EN> = {
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
};
