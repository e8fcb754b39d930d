import { auditSchema } from './audit.ts';
import { claimSchema } from './claims.ts';
import { fileSchema } from './files.ts';
import { outboxSchema } from './outbox.ts';
import { stationSchema } from './station.ts';
import { taskTextSchema } from './task-texts.ts';
import { taskSchema } from './tasks.ts';

/** A change of the ledger's database schema. A new migration gets the next version number. A released migration never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Until version 1.0.0 of Clearfolder is released, a change of the schema alters the start schema, and no migration is added. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'start',
    sql: [stationSchema, outboxSchema, fileSchema, claimSchema, taskSchema, taskTextSchema, auditSchema].join(
      '\n',
    ),
  },
];
