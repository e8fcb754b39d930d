import { existsSync } from 'node:fs';
import { z } from 'zod';
import { newId } from '../../../src-main/core/ids.ts';
import { readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { PlainError } from '../../../src-main/core/plain-error.ts';
import { type Random, randomInt } from '../../support/random.ts';
import { answerTask, editTask } from '../../support/world/clerk-acts.ts';
import type { Share } from '../../support/world/share.ts';
import type { Hospital } from './hospital.ts';

const uuids = z.object({ uuid: z.string() });

/** Puts about so many documents into the folders, as scanners, fax machines and people do. Gives the number. */
export function bringDocuments({ shares }: Hospital, random: Random, about: number): number {
  const share = (id: string): Share => {
    const found = shares.get(id);
    if (found === undefined) throw new Error(`no folder ${id}`);
    return found;
  };
  const scans = share('scans');
  for (const [path, { whole }] of [...scans.files].slice(-50)) if (!whole) scans.finish(path);
  let brought = 0;
  while (brought < about) {
    const kind = random();
    if (kind < 0.15) {
      const count = randomInt(random, 1, 4);
      share('cases').moveIn(share('cases').fresh(), count);
      brought += count;
      continue;
    }
    brought += 1;
    if (kind < 0.35) share('fax').write(`${share('fax').fresh()}.pdf`);
    else scans.write(`day/${scans.fresh()}.pdf`, kind > 0.4);
  }
  const [recent] = [...scans.files.keys()].slice(-randomInt(random, 1, 30));
  if (recent === undefined || !existsSync(scans.at(recent))) return brought;
  const change = random();
  if (change < 0.1) scans.copy(recent, `day/${scans.fresh()}.pdf`);
  else if (change < 0.2) scans.write(recent);
  else if (change < 0.25) scans.rename(recent, `day/${scans.fresh()}.pdf`);
  else if (change < 0.3) scans.touch(recent);
  return brought;
}

/** An hour of a clerk: answers Tasks that wait, and clears Tasks that have ended. */
export async function clerkHour({ station, desk, decided }: Hospital, random: Random): Promise<void> {
  if (!station.isRunning) return;
  const at = { station, desk, decided };
  const { ledger } = station.running;
  const find = (sql: string) => readAll(ledger.prepared(sql), uuids).map(({ uuid }) => uuid);
  const id = () => newId(station.machine, random);
  for (const taskUuid of find(`SELECT uuid FROM task WHERE status = 'waiting' ORDER BY created LIMIT 10`)) {
    const hasData = random() < 0.3;
    const files = hasData && random() < 0.5 ? 0 : 1;
    await answerTask(at, { id: id(), taskUuid, files, hasData }).catch((error: unknown) => {
      // The Task ended meanwhile: the station says so, and keeps nothing.
      if (!(error instanceof PlainError)) throw error;
    });
  }
  const ended = find(
    `SELECT uuid FROM task WHERE status IN ('completed', 'failed', 'invalid') AND cleared IS NULL AND mine = 1
       AND NOT EXISTS (SELECT 1 FROM message WHERE task_uuid = uuid) LIMIT 60`,
  );
  for (const taskUuid of ended) editTask(at, id(), taskUuid, { kind: 'cleared', cleared: true });
}
