import { existsSync } from 'node:fs';
import { z } from 'zod';
import { addEdit } from '../../../src-main/core/answering/add-edit.ts';
import { checkAnswer } from '../../../src-main/core/answering/compose-answer.ts';
import { newId } from '../../../src-main/core/intake/ids.ts';
import { readAll } from '../../../src-main/core/ledger/ledger.ts';
import { addMessage } from '../../../src-main/core/ledger/new-message.ts';
import type { NewFile } from '../../../src-main/core/ledger/sent-files.ts';
import { PlainError } from '../../../src-main/core/plain-error.ts';
import { type Random, randomInt } from '../../support/random.ts';
import type { Share } from '../../support/world/share.ts';
import type { Hospital } from './hospital.ts';

const UNDO_MS = 8_000;
const uuids = z.object({ uuid: z.string() });

/** Puts about so many documents into the folders, as scanners, fax machines and people do. Gives how many. */
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

/** An hour of a clerk: answers Tasks that wait, and clears what has ended. */
export async function clerkHour({ station, desk, decided }: Hospital, random: Random): Promise<void> {
  if (!station.isRunning) return;
  const { engine, ledger } = station.life;
  const now = station.machine.now();
  const notBefore = now + UNDO_MS;
  const find = (sql: string) => readAll(ledger.prepared(sql), uuids).map(({ uuid }) => uuid);
  for (const taskUuid of find(`SELECT uuid FROM task WHERE status = 'waiting' ORDER BY created LIMIT 10`)) {
    const id = newId(station.machine, random);
    const data = random() < 0.3 ? { member_id: id } : null;
    const words = { ledger, taskUuid, data, actor: 'clerk', id, notBefore };
    const keep = (files: readonly NewFile[]) =>
      ledger.transaction(() => {
        addMessage(ledger, checkAnswer(words, files.length).message(files), now);
        return id;
      });
    try {
      if (data !== null && random() < 0.5) keep([]);
      else {
        const path = `${id}.pdf`;
        desk.write(path);
        const drop = engine.drops.open(taskUuid);
        await engine.drops.addPaths(drop.id, [desk.at(path)]);
        await engine.drops.handOver(drop.id, keep);
      }
      decided.messages.push({ station, id, taskUuid, payload: { kind: 'answer', data } });
    } catch (error) {
      // The Task ended meanwhile: the station says so, and keeps nothing.
      if (!(error instanceof PlainError)) throw error;
    }
  }
  const ended = find(
    `SELECT uuid FROM task WHERE status IN ('completed', 'failed', 'invalid') AND cleared IS NULL AND mine = 1
       AND NOT EXISTS (SELECT 1 FROM message WHERE task_uuid = uuid) LIMIT 60`,
  );
  for (const taskUuid of ended) {
    const id = newId(station.machine, random);
    const payload = { kind: 'cleared', cleared: true } as const;
    addEdit({ ledger, taskUuid, payload, actor: 'clerk', id, now, notBefore });
    decided.messages.push({ station, id, taskUuid, payload });
  }
  engine.outbox.wake();
}
