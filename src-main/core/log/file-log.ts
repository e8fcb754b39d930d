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

export type LogLevel = 'info' | 'warn' | 'error';

const LEVELS: Partial<Record<keyof LogEvents, LogLevel>> = {
  'engine.fault': 'error',
  'file.held': 'warn',
  'lane.paused': 'warn',
};

/**
 * The log as JSON lines in `dir` (`clearfolder.log` and four older ones, 5 MiB each, 0600). Only the fields that
 * `events.ts` names get through, whatever is passed. Writing never throws; a line that cannot be written is lost.
 */
export function createFileLog({
  dir,
  level = 'info',
  clock,
  maxBytes = 5 * 1024 * 1024,
}: {
  dir: string;
  level?: LogLevel;
  clock: Clock;
  /** Bytes per file; tests make it small. */
  maxBytes?: number;
}): { log: Log; close(): Promise<void> } {
  const file = new RotatingFile({ dir, name: 'clearfolder', maxBytes, maxFiles: 5 });
  const lines = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    file,
  );
  const log: Log = (event, fields) => {
    try {
      const allowed = allowedFields(event, fields);
      if (allowed !== null) lines[LEVELS[event] ?? 'info']({ event, ...allowed });
    } catch {
      // Logging never stops the work.
    }
  };
  return { log, close: async () => file.close() };
}

export interface RotatingFileOptions {
  readonly dir: string;
  readonly name: string;
  /** Bytes after which a new file is begun. */
  readonly maxBytes: number;
  /** Files kept, the current one among them. */
  readonly maxFiles: number;
}

/**
 * A destination for whole lines, in private files (0600) of which `NAME.log` is the newest and `NAME.1.log` the one
 * before. Never throws: when the disk is full or the folder gone, the line is lost and the next one tries again.
 * Writes are synchronous so that the last lines before a crash are there.
 */
export class RotatingFile {
  readonly #options: RotatingFileOptions;
  #file: number | null = null;
  #size = 0;
  #closed = false;

  constructor(options: RotatingFileOptions) {
    this.#options = options;
  }

  write(line: string): void {
    if (this.#closed) return;
    try {
      const bytes = Buffer.from(line);
      if (this.#file !== null && this.#size > 0 && this.#size + bytes.length > this.#options.maxBytes)
        this.#rotate();
      const file = this.#file ?? this.#open();
      this.#writeWhole(file, bytes);
    } catch {
      this.#release();
    }
  }

  close(): void {
    this.#closed = true;
    this.#release();
  }

  #path(age: number): string {
    const { dir, name } = this.#options;
    return join(dir, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  }

  #open(): number {
    // Not Node's `recursive`, which never returns under a place such as /proc.
    if (!existsSync(this.#options.dir)) mkdirSync(this.#options.dir, { mode: 0o700 });
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const file = openSync(this.#path(0), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    this.#file = file;
    fchmodSync(file, 0o600);
    this.#size = fstatSync(file).size;
    return file;
  }

  #writeWhole(file: number, bytes: Buffer): void {
    const written = writeSync(file, bytes);
    if (written === bytes.length) {
      this.#size += written;
      return;
    }
    // The disk filled up within the line; half a line would spoil the next one.
    ftruncateSync(file, this.#size);
    throw new Error('short write');
  }

  #rotate(): void {
    this.#release();
    for (let age = this.#options.maxFiles - 2; age >= 0; age -= 1) {
      try {
        renameSync(this.#path(age), this.#path(age + 1));
      } catch {
        // Not that many files yet.
      }
    }
  }

  #release(): void {
    const file = this.#file;
    this.#file = null;
    this.#size = 0;
    if (file === null) return;
    try {
      closeSync(file);
    } catch {
      // Nothing is left to save.
    }
  }
}
