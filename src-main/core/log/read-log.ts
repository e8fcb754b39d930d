import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { hasCode } from '../error-code.ts';
import { allowedFields } from './events.ts';
import type { LogName } from './file-log.ts';

const NAMES = {
  clearfolder: /^clearfolder(?:\.(\d+))?\.log$/,
  history: /^history(?:\.(\d+))?\.log$/,
};
const lineSchema = z.looseObject({ level: z.string(), time: z.string(), event: z.string() });
const WITHHELD = '(a line that is no event of the log was left out)';

/** Returns the newest lines, at most `most`, oldest first, with only allowed fields, because somebody may have changed the files (I11). */
export async function lastLogLines(dir: string, log: LogName, most: number): Promise<string[]> {
  const lines: string[] = [];
  for (const name of await logFiles(dir, NAMES[log])) {
    const text = createInterface({ input: createReadStream(join(dir, name), 'utf8') });
    for await (const line of text) {
      if (line.trim() !== '') lines.push(allowedLine(line));
      if (lines.length > 2 * most) lines.splice(0, lines.length - most);
    }
  }
  return lines.slice(-most);
}

// Returns the names of the log files, oldest first. The file without a number is the newest.
async function logFiles(dir: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  const age = (name: string) => Number(pattern.exec(name)?.[1] ?? 0);
  return names.filter((name) => pattern.test(name)).sort((a, b) => age(b) - age(a));
}

function allowedLine(text: string): string {
  const line = lineSchema.safeParse(parsed(text));
  if (!line.success) return WITHHELD;
  const { level, time, event } = line.data;
  const fields = allowedFields(event, line.data);
  const known = fields !== null && /^[a-z]+$/.test(level) && !Number.isNaN(Date.parse(time));
  return known ? JSON.stringify({ level, time: new Date(time).toISOString(), event, ...fields }) : WITHHELD;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
