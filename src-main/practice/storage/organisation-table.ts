import { z } from 'zod';
import type { Db } from './database.ts';

const OrganisationRow = z
  .object({
    id: z.number(),
    uid: z.string(),
    name: z.string(),
    secret: z.string(),
    callbacks: z.number(),
    reads: z.number(),
    task_types: z.string(),
  })
  .transform(({ callbacks, reads, task_types, ...row }) => ({
    ...row,
    callbacks: callbacks === 1,
    reads: reads === 1,
    taskTypes: z.array(z.string()).parse(JSON.parse(task_types)),
  }));

/** An organization. `secret` has the form `provider:uid:secret`, and `taskTypes` are the task types that the organization may use. */
export type Organisation = z.infer<typeof OrganisationRow>;

/** Reads and changes organizations and their tokens. The database stores hashes of tokens, and never the tokens. */
export function createOrganisationTable(db: Db) {
  const columns = 'o.id, o.uid, o.name, o.secret, o.callbacks, o.reads, o.task_types';
  const statements = {
    first: db.prepare(`SELECT ${columns} FROM organisations o ORDER BY o.id LIMIT 1`),
    byUid: db.prepare(`SELECT ${columns} FROM organisations o WHERE o.uid = ?`),
    byId: db.prepare(`SELECT ${columns} FROM organisations o WHERE o.id = ?`),
    byToken: db.prepare(
      `SELECT ${columns} FROM tokens t JOIN organisations o ON o.id = t.org_id WHERE t.hash = ? AND t.expires > ?`,
    ),
    add: db.prepare(
      `INSERT INTO organisations (uid, name, secret, callbacks, reads, task_types)
       VALUES (@uid, @name, @secret, @callbacks, @reads, @taskTypes)`,
    ),
    update: db.prepare(
      'UPDATE organisations SET secret = ?, callbacks = ?, reads = ?, task_types = ? WHERE id = ?',
    ),
    dropTokens: db.prepare('DELETE FROM tokens WHERE org_id = ?'),
    addToken: db.prepare('INSERT INTO tokens (hash, org_id, expires) VALUES (?, ?, ?)'),
  };

  return {
    add: (org: Omit<Organisation, 'id'>) =>
      void statements.add.run({
        ...org,
        callbacks: org.callbacks ? 1 : 0,
        reads: org.reads ? 1 : 0,
        taskTypes: JSON.stringify(org.taskTypes),
      }),
    first: (): Organisation | null => one(statements.first.get()),
    byUid: (uid: string): Organisation | null => one(statements.byUid.get(uid)),
    byId: (id: number): Organisation | null => one(statements.byId.get(id)),
    /** Returns the organization of a token; null for an unknown or expired token. `now` is in milliseconds since the epoch. */
    byToken: (hash: string, now: number): Organisation | null => one(statements.byToken.get(hash, now)),
    addToken: (hash: string, orgId: number, expires: number) =>
      void statements.addToken.run(hash, orgId, expires),
    dropTokens: (orgId: number) => void statements.dropTokens.run(orgId),
    update(org: Organisation, changes: Partial<Omit<Organisation, 'id' | 'uid' | 'name'>>): void {
      const { id, secret, callbacks, reads, taskTypes } = { ...org, ...changes };
      statements.update.run(secret, callbacks ? 1 : 0, reads ? 1 : 0, JSON.stringify(taskTypes), id);
    },
  };
}

function one(row: unknown): Organisation | null {
  return row === undefined ? null : OrganisationRow.parse(row);
}
