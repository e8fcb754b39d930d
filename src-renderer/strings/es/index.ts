import type { MessageKey } from '../en/index.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { connect } from './connect.ts';
import { correct } from './correct.ts';
import { drop } from './drop.ts';
import { folders } from './folders.ts';
import { handling } from './handling.ts';
import { insights } from './insights.ts';
import { lock } from './lock.ts';
import { outbox } from './outbox.ts';
import { select } from './select.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { stations } from './stations.ts';
import { task } from './task.ts';
import { tasks } from './tasks.ts';
import { today } from './today.ts';
import { views } from './views.ts';
import { waiting } from './waiting.ts';

/** The Spanish message catalog. The type makes a missing text an error. */
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
