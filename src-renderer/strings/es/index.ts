import type { MessageKey } from '../en/index.ts';
import { common } from './common.ts';
import { drop } from './drop.ts';
import { folders } from './folders.ts';
import { audit } from './office/audit.ts';
import { connect } from './office/connect.ts';
import { lock } from './office/lock.ts';
import { settings } from './office/settings.ts';
import { stations } from './office/stations.ts';
import { outbox } from './outbox.ts';
import { correct } from './results/correct.ts';
import { handling } from './results/handling.ts';
import { insights } from './results/insights.ts';
import { task } from './results/task.ts';
import { tasks } from './results/tasks.ts';
import { waiting } from './results/waiting.ts';
import { select } from './select.ts';
import { shell } from './shell.ts';
import { today } from './today.ts';
import { views } from './views.ts';

/** The Spanish message catalog. The type makes the compiler report a missing message. */
export const ES: Readonly<Record<MessageKey, string>> = {
  ...common,
  ...audit,
  ...shell,
  ...today,
  ...connect,
  ...drop,
  ...correct,
  ...waiting,
  ...task,
  ...handling,
  ...tasks,
  ...folders,
  ...insights,
  ...stations,
  ...settings,
  ...lock,
  ...outbox,
  ...select,
  ...views,
};
