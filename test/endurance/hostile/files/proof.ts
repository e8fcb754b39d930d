import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended, Running } from '../../../support/clearfolder.ts';

/** Ends a station as a person does. @throws when it ends with an error */
export async function endWell(running: Running): Promise<Ended> {
  const ended = await running.stop();
  if (ended.code !== 0) throw new Error(`the station ended with ${ended.code}: ${ended.stderr}`);
  return ended;
}

/** @throws when a log holds one of these words of patients and documents (I11) */
export function assertNotLogged(logs: string, output: string, words: readonly string[]): void {
  const texts = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  for (const word of words) {
    if ([output, ...texts].some((text) => text.includes(word))) throw new Error(`"${word}" was logged`);
  }
}

/** The peak memory of a process in MiB; 0 where the system does not tell. */
export function peakMiB(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
