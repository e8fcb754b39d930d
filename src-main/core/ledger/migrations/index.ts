import { start } from './0001-start.ts';
import { taskLists } from './0002-task-lists.ts';
import { outboxPages } from './0003-outbox-pages.ts';
import { overview } from './0004-overview.ts';
import { auditPages } from './0005-audit-pages.ts';
import { lookUps } from './0006-look-ups.ts';
import { missed } from './0007-missed.ts';
import { oneOrderOfCreation } from './0008-one-order-of-creation.ts';
import { duplicates } from './0009-duplicates.ts';
import { looks } from './0010-looks.ts';
import { purpose } from './0011-purpose.ts';
import { goneTasks } from './0012-gone-tasks.ts';
import { organisation } from './0013-organisation.ts';
import { sightings } from './0014-sightings.ts';
import { parcels } from './0015-parcels.ts';
import type { Migration } from './migration.ts';

/** Every migration, in order. To add a migration, append a new numbered file here. */
export const MIGRATIONS: readonly Migration[] = [
  start,
  taskLists,
  outboxPages,
  overview,
  auditPages,
  lookUps,
  missed,
  oneOrderOfCreation,
  duplicates,
  looks,
  purpose,
  goneTasks,
  organisation,
  sightings,
  parcels,
];
