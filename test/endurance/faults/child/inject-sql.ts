import Database from 'better-sqlite3';
import type { Fault } from '../fault.ts';
import type { Injector } from './injector.ts';
import { withoutIds, wrap } from './wrap.ts';

const LENGTH = 90;
const READ_FAULTS = ['SQLITE_IOERR_READ', 'SQLITE_BUSY', 'SQLITE_IOERR_SHORT_READ'] as const;
const WRITE_FAULTS = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'SQLITE_IOERR_FSYNC'] as const;
const WRITES = /^(insert|update|delete|commit|begin|vacuum|create|alter|drop|release|savepoint)/i;
const NEEDS_ROOM = /^(insert|update|delete|commit|vacuum|create|alter)/i;
const WRITING_PRAGMA = /^pragma (wal_checkpoint|journal_mode|rekey|user_version =)/i;
/** The length that tells a statement from others of its table. */
const SHORT = 44;
const MARKS = /^(commit|begin|release|savepoint)/i;

/** Reads of the newest open ledger that do not count as the program's calls. */
export interface WatchedSql {
  ledger(): Database.Database | null;
  asked(sql: string): unknown[];
  /** Every whole statement so far, each once. */
  ran(): readonly string[];
}

/** Wraps the statements of every database under `root`. All writes of a transaction name its commit. */
export function injectSql(injector: Injector, root: string): WatchedSql {
  const open: Database.Database[] = [];
  const lastWrite = new WeakMap<Database.Database, string>();
  const ran = new Set<string>();

  function inject(database: Database.Database, sql: string, call: () => unknown): unknown {
    if (!database.name.startsWith(root)) return call();
    if (injector.counting) ran.add(sql.replace(/^exec /, ''));
    const text = withoutIds(sql.replaceAll(/\s+/g, ' ').trim()).slice(0, LENGTH);
    const changes = WRITES.test(text) || WRITING_PRAGMA.test(text);
    const written = lastWrite.get(database);
    const after = text === 'COMMIT' ? ` after ${written ?? 'nothing'}` : '';
    if (changes && !MARKS.test(text)) lastWrite.set(database, together(written, text));
    else if (!database.inTransaction || text === 'COMMIT') lastWrite.delete(database);
    // Inside a transaction nothing is durable before its end.
    const durable =
      text === 'COMMIT' ? written !== undefined : changes && !MARKS.test(text) && !database.inTransaction;
    const fault = injector.meet({
      kind: 'sql',
      name: `sql ${text}${after}`,
      changes: durable,
      needsRoom: NEEDS_ROOM.test(text),
    });
    if (fault === null) return call();
    if (fault.side === 'after' && fault.how === 'kill') {
      // The kill comes also after a call that fails by itself.
      try {
        call();
      } finally {
        injector.killIf(fault);
      }
    }
    // SQLite never reports an executed statement as failed.
    injector.killIf(fault);
    throw faultFor(fault, changes);
  }

  const probe = new Database(':memory:');
  const statement: unknown = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  if (typeof statement !== 'object' || statement === null) throw new Error('no statements to wrap');
  for (const way of ['run', 'get', 'all', 'iterate']) {
    wrap(statement, way, ({ self, call }) => {
      const asked = statementOf(self);
      return asked === null ? call() : inject(asked.database, asked.source, call);
    });
  }
  wrap(Database.prototype, 'exec', ({ self, args, call }) =>
    self instanceof Database ? inject(self, `exec ${String(args[0])}`, call) : call(),
  );
  wrap(Database.prototype, 'transaction', ({ self, call }) => {
    if (self instanceof Database && !open.includes(self)) open.push(self);
    return call();
  });
  const ledger = () => open.findLast((one) => one.open && one.name.endsWith('ledger.db')) ?? null;
  return {
    ledger,
    ran: () => [...ran],
    asked: (sql) => injector.silently(() => ledger()?.prepare(sql).all() ?? []),
  };
}

/** The writes of a transaction so far, each once. */
function together(written: string | undefined, text: string): string {
  const parts = new Set(written?.split(' + '));
  return [...parts.add(text.slice(0, SHORT).trim())].join(' + ');
}

function statementOf(self: unknown): { database: Database.Database; source: string } | null {
  if (typeof self !== 'object' || self === null) return null;
  const database: unknown = Reflect.get(self, 'database');
  const source: unknown = Reflect.get(self, 'source');
  return database instanceof Database && typeof source === 'string' ? { database, source } : null;
}

function faultFor({ how, variant }: Fault, changes: boolean): Error {
  if (how === 'full') return new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  const codes = changes ? WRITE_FAULTS : READ_FAULTS;
  const code = codes[variant % codes.length] ?? 'SQLITE_IOERR_READ';
  return new Database.SqliteError('injected', code);
}
