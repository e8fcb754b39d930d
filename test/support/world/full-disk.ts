import Database from 'better-sqlite3';
import { wrap } from '../../endurance/faults/child/wrap.ts';

interface Room {
  commits: number;
  /** How much the connection had changed when its transaction began. */
  changedBefore: number;
  readonly changes: () => number;
  readonly onRefused: () => void;
}

const rooms = new Map<Database.Database, Room>();
let watches = false;

/**
 * Lets a ledger meet a full disk as in WAL mode: changes stay in memory until COMMIT writes them; COMMIT then fails and undoes
 * all changes. A statement that needs a new page of the database fails by itself, by SQLite's own limit.
 */
export function fill(db: Database.Database, room: Pick<Room, 'commits' | 'onRefused'>): void {
  if (!watches) watchCommits();
  watches = true;
  const changes = db.prepare('SELECT total_changes()').pluck();
  rooms.set(db, { ...room, changedBefore: 0, changes: () => Number(changes.get()) });
  if (room.commits === 0) db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`);
}

export function makeRoom(db: Database.Database): void {
  if (!rooms.delete(db) || !db.open) return;
  db.pragma(`max_page_count = ${2 ** 30}`);
}

function watchCommits(): void {
  const probe = new Database(':memory:');
  const statement: unknown = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  if (typeof statement !== 'object' || statement === null) throw new Error('no statements to watch');
  for (const way of ['run', 'get'])
    wrap(statement, way, ({ self, call }) => {
      if (rooms.size === 0 || typeof self !== 'object' || self === null) return call();
      const database: unknown = Reflect.get(self, 'database');
      const room = database instanceof Database ? rooms.get(database) : undefined;
      if (room === undefined || !(database instanceof Database)) return call();
      const sql = String(Reflect.get(self, 'source'));
      if (sql.startsWith('BEGIN')) room.changedBefore = room.changes();
      else if (writes(database, sql, room, Reflect.get(self, 'readonly') === true)) {
        if (room.commits === 0) refuse(database, room);
        room.commits -= 1;
      }
      return call();
    });
}

function writes(database: Database.Database, sql: string, room: Room, readsOnly: boolean): boolean {
  if (sql === 'COMMIT') return room.changes() > room.changedBefore;
  return !database.inTransaction && !readsOnly;
}

function refuse(database: Database.Database, { onRefused }: Room): never {
  if (database.inTransaction) database.exec('ROLLBACK');
  onRefused();
  throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
}
