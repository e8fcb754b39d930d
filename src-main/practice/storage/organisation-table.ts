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

/** An organization: its secret `provider:uid:secret`, whether callbacks and external reads are enabled, and its provisioned task types. */
export type Organisation = z.infer<typeof OrganisationRow>;

/** Organizations and their bearer tokens (only hashes of tokens are stored). */
export function createOrganisationTable(db: Db) {
  const columns = 'o.id, o.uid, o.name, o.secret, o.callbacks, o.reads, o.task_types';
  const statements = {
    first: db.prepare(`SELECT ${columns} FROM organisations o ORDER BY o.id LIMIT 1`),
    byUid: db.prepare(`SELECT ${columns} FROM organisations o WHERE o.uid = ?`),
    byId: db.prepare(`SELECT ${columns} FROM organisations o WHERE o.id = ?`),
    byToken: db.prepare(
      `SELECT ${columns} FROM tokens t JOIN organisations o ON o.id = t.org_id WHERE t.hash = ? AND t.expires > ?`,
    ),
    addToken: db.prepare('INSERT INTO tokens (hash, org_id, expires) VALUES (?, ?, ?)'),
  };

  function add(org: Omit<Organisation, 'id'>): void {
    db.prepare(
      'INSERT INTO organisations (uid, name, secret, callbacks, reads, task_types) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(
      org.uid,
      org.name,
      org.secret,
      org.callbacks ? 1 : 0,
      org.reads ? 1 : 0,
      JSON.stringify(org.taskTypes),
    );
  }

  /** The first organization, or null in a new data folder. */
  function first(): Organisation | null {
    return one(statements.first.get());
  }

  function byUid(uid: string): Organisation | null {
    return one(statements.byUid.get(uid));
  }

  function byId(id: number): Organisation | null {
    return one(statements.byId.get(id));
  }

  /** The organization of a token's hash, if the token has not expired at `now` (milliseconds). */
  function byToken(hash: string, now: number): Organisation | null {
    return one(statements.byToken.get(hash, now));
  }

  function addToken(hash: string, orgId: number, expires: number): void {
    statements.addToken.run(hash, orgId, expires);
  }

  /** Invalidates every token of the organization. */
  function dropTokens(orgId: number): void {
    db.prepare('DELETE FROM tokens WHERE org_id = ?').run(orgId);
  }

  /** Stores the given properties of the organization; the others keep their values. */
  function update(org: Organisation, changes: Partial<Omit<Organisation, 'id' | 'uid' | 'name'>>): void {
    const { id, secret, callbacks, reads, taskTypes } = { ...org, ...changes };
    db.prepare(
      'UPDATE organisations SET secret = ?, callbacks = ?, reads = ?, task_types = ? WHERE id = ?',
    ).run(secret, callbacks ? 1 : 0, reads ? 1 : 0, JSON.stringify(taskTypes), id);
  }

  return {
    add,
    first,
    byUid,
    byId,
    byToken,
    addToken,
    dropTokens,
    update,
  };
}

export type OrganisationTable = ReturnType<typeof createOrganisationTable>;

function one(row: unknown): Organisation | null {
  return row === undefined ? null : OrganisationRow.parse(row);
}
