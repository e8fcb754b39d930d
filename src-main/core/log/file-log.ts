import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Clock } from '../clock.ts';
import { allowedFields, type Log, type LogEvents } from './events.ts';

const MAX_FILES = 5;

const LEVELS: Partial<Record<keyof LogEvents, 'warn' | 'error'>> = {
  'engine.fault': 'error',
  'file.held': 'warn',
  'lane.paused': 'warn',
};

// These events occur at each request, tracking cycle and scan. They would fill `history.log` within days, and say little about a document
// that a person asks about weeks later.
const FREQUENT: readonly (keyof LogEvents)[] = ['service.call', 'tracking.cycle', 'folder.scanned'];

/**
 * Writes every event as a JSON line to `clearfolder.log` in `dir`. Also writes all but the frequent events to `history.log`, which
 * therefore reaches back for weeks. Keeps four older files of each log (each 0600, at most `maxBytes`). Logging never throws.
 */
export function createFileLog({
  dir,
  clock,
  maxBytes = 5 * 1024 * 1024,
}: {
  dir: string;
  clock: Clock;
  maxBytes?: number;
}): { log: Log; close(): Promise<void> } {
  const files = {
    clearfolder: openRotatingFile(dir, 'clearfolder', maxBytes),
    history: openRotatingFile(dir, 'history', maxBytes),
  };
  const linesOf = (file: RotatingFile) =>
    pino(
      {
        level: 'info',
        base: null,
        timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      file,
    );
  const [lines, history] = [linesOf(files.clearfolder), linesOf(files.history)];
  const log: Log = (event, fields) => {
    try {
      const allowed = allowedFields(event, fields);
      if (allowed === null) return;
      const level = LEVELS[event] ?? 'info';
      lines[level]({ event, ...allowed });
      if (!FREQUENT.includes(event)) history[level]({ event, ...allowed });
    } catch {
      // A failure of the log must not stop other work.
    }
  };
  return {
    log,
    close: async () => {
      files.clearfolder.close();
      files.history.close();
    },
  };
}

interface RotatingFile {
  write(line: string): void;
  close(): void;
}

/** The two logs. `clearfolder` contains all events. `history` contains all but the frequent events. */
export type LogName = 'clearfolder' | 'history';

// When `clearfolder.log` is full, the file becomes `clearfolder.1.log`. Writes are synchronous, so a crash loses no line.
function openRotatingFile(dir: string, name: LogName, maxBytes: number): RotatingFile {
  let file: number | null = null;
  let size = 0;
  let closed = false;
  const path = (age: number) => join(dir, age === 0 ? `${name}.log` : `${name}.${age}.log`);

  function release(): void {
    const open = file;
    file = null;
    size = 0;
    if (open === null) return;
    try {
      closeSync(open);
    } catch {
      // An error of `close` loses no line, because each write was synchronous.
    }
  }

  function rotate(): void {
    release();
    const full = join(dir, `${name}.full.log`);
    // On Windows, the rename fails while another program has the file open. The log then continues in the same file.
    if (!renamed(path(0), full)) return;
    for (let age = MAX_FILES - 2; age >= 1; age -= 1) renamed(path(age), path(age + 1));
    renamed(full, path(1));
  }

  // Returns whether the rename succeeded. The rename also fails if the file `from` does not exist yet.
  function renamed(from: string, to: string): boolean {
    try {
      renameSync(from, to);
      return true;
    } catch {
      return false;
    }
  }

  function open(): number {
    // The option `recursive` is not set. With this option, `mkdirSync` never returns for a path below a folder such as /proc.
    if (!existsSync(dir)) mkdirSync(dir, { mode: 0o700 });
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const opened = openSync(path(0), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    file = opened;
    fchmodSync(opened, 0o600);
    size = fstatSync(opened).size;
    return opened;
  }

  function append(to: number, bytes: Buffer): void {
    const written = writeSync(to, bytes);
    if (written !== bytes.length) {
      // The next line must not follow the incomplete line.
      ftruncateSync(to, size);
      throw new Error('short write');
    }
    size += written;
  }

  return {
    write: (line) => {
      if (closed) return;
      try {
        const bytes = Buffer.from(line);
        if (file !== null && size > 0 && size + bytes.length > maxBytes) rotate();
        append(file ?? open(), bytes);
      } catch {
        release();
      }
    },
    close: () => {
      closed = true;
      release();
    },
  };
}
