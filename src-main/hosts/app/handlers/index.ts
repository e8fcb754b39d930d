import { auditHandlers } from './audit.ts';
import { backupsHandlers } from './backups.ts';
import { connectHandlers } from './connect.ts';
import { dropsHandlers } from './drops.ts';
import { foldersHandlers } from './folders.ts';
import type { Handlers } from './handlers.ts';
import { handlingHandlers } from './handling.ts';
import { insightsHandlers } from './insights.ts';
import { lockHandlers, redirectHandlers } from './lock.ts';
import { outboxHandlers } from './outbox.ts';
import { savedViewHandlers } from './saved-views.ts';
import { settingsHandlers } from './settings.ts';
import { stationsHandlers } from './stations.ts';
import { tasksHandlers } from './tasks.ts';

export const HANDLERS: Handlers = {
  ...settingsHandlers,
  ...connectHandlers,
  ...tasksHandlers,
  ...handlingHandlers,
  ...dropsHandlers,
  ...outboxHandlers,
  ...foldersHandlers,
  ...lockHandlers,
  ...redirectHandlers,
  ...auditHandlers,
  ...backupsHandlers,
  ...insightsHandlers,
  ...stationsHandlers,
  ...savedViewHandlers,
};
