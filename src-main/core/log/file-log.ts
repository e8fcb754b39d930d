import { pino } from 'pino';
import type { Clock } from '../clock.ts';
import { allowedFields } from './event-fields.ts';
import type { Log, LogEvents } from './events.ts';
import { RotatingFile } from './rotating-file.ts';

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
