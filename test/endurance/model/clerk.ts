import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { codeOf } from '../../../src-main/core/error-code.ts';
import { newId } from '../../../src-main/core/ids.ts';
import { readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { addMessage } from '../../../src-main/core/ledger/tables/messages.ts';
import { PlainError } from '../../../src-main/core/plain-error.ts';
import { seededRandom } from '../../support/random.ts';
import { answerTask, editTask, UNDO_MS } from '../../support/world/clerk-acts.ts';
import { sha256Of } from '../../support/world/share.ts';
import type { WorldStation } from '../../support/world/station.ts';
import type { Move } from './moves.ts';
import type { World } from './world.ts';

const DISK_FULL = new Set(['ENOSPC', 'SQLITE_FULL']);
const ids = z.object({ id: z.string() });
const uuids = z.object({ uuid: z.string() });
const fileRows = z.object({ id: z.int(), path: z.string(), sha256: z.string().nullable() });

/** What documents given by hand are for; the first is the purpose of the folder, the last of the folder `OTHER_PURPOSE`. */
export const PURPOSES = [
  { taskType: 'prior-auth', requestSpec: {} },
  { taskType: 'coverage', requestSpec: {} },
  { taskType: 'prior-auth', requestSpec: { codes: ['73721'] } },
] as const;

/** Moves at a station that are not those of its machine. */
type ClerkMove = Exclude<Extract<Move, { at: number }>, { move: MachineMove }>;
type MachineMove =
  | ('secret' | 'other-secret' | 'no-other-station' | 'stop' | 'crash' | 'start' | 'keep-copy' | 'put-back')
  | ('rule' | 'mount' | 'reach' | 'jump' | 'disk' | 'spoil');

/** One item of `list` (NEWEST is the last), or null when the list is empty. */
export function pickOf<T>(list: readonly T[], pick: number): T | null {
  return list.at(pick % Math.max(1, list.length)) ?? null;
}

/** A clerk's move at a running station; a refusal in plain words is no fault. */
export async function clerk(world: World, station: WorldStation, move: ClerkMove): Promise<void> {
  if (!station.isRunning) return;
  const { running } = station;
  try {
    await carryOut(world, station, move);
  } catch (error) {
    const died = !station.isRunning || station.running !== running;
    if (error instanceof PlainError || died || DISK_FULL.has(codeOf(error))) return;
    throw error;
  }
}

async function carryOut(world: World, station: WorldStation, move: ClerkMove): Promise<void> {
  const { engine, ledger } = station.running;
  const { decided, desk } = world;
  const at = { station, desk, decided };
  const find = <S extends z.ZodType>(sql: string, schema: S) => readAll(ledger.prepared(sql), schema);
  const now = station.machine.now();
  const random = seededRandom(world.clock.monotonic() + ('pick' in move ? move.pick : 0));
  const id = newId(station.machine, random);
  const task = (where: string, pick: number) =>
    pickOf(find(`SELECT uuid FROM task WHERE ${where} ORDER BY uuid`, uuids), pick)?.uuid ?? null;
  switch (move.move) {
    case 'answer': {
      // An answer to a Task that does not wait yet goes out once the Task waits.
      const taskUuid = task(`status IN ('pending', 'processing', 'waiting')`, move.pick);
      if (taskUuid === null) return;
      await answerTask(at, { id, taskUuid, files: move.files, hasData: move.data });
      return;
    }
    case 'name':
    case 'clear': {
      const taskUuid = task('TRUE', move.pick);
      if (taskUuid === null) return;
      const payload =
        move.move === 'name'
          ? ({ kind: 'name', name: `Name ${move.pick}` } as const)
          : ({ kind: 'cleared', cleared: move.pick % 3 !== 0 } as const);
      editTask(at, id, taskUuid, payload);
      return;
    }
    case 'event': {
      const taskUuid = task('TRUE', move.pick);
      if (taskUuid === null) return;
      const payload = { kind: 'event', event: 'seen', extraData: {} } as const;
      addMessage(ledger, { id, taskUuid, payload, files: [], actor: 'clerk' }, now);
      decided.messages.push({ station, id, taskUuid, payload });
      engine.outbox.wake();
      return;
    }
    case 'hand': {
      const inFolder = pickOf([...world.share.files.keys()], move.pick);
      const path = `hand-${id}.pdf`;
      const purpose = PURPOSES[move.purpose ?? 0] ?? PURPOSES[0];
      // With two stations on the folder, giving its document by hand at one station is a second sending.
      const isOfFolder = purpose !== PURPOSES[1];
      const isAlone = world.stations.length === 1 && (purpose !== PURPOSES[0] || move.pick % 2 === 0);
      const fromFolder = !isOfFolder || isAlone;
      const given = inFolder !== null && fromFolder ? world.share.at(inFolder) : world.desk.at(path);
      if (given === world.desk.at(path)) world.desk.write(path);
      if (!existsSync(given)) return;
      const sha256 = sha256Of(readFileSync(given));
      const drop = engine.drops.open(null);
      await engine.drops.addPaths(drop.id, [given]);
      const reference = move.reference ?? null;
      const request = { ...purpose, reference, name: null, duplicates: false, grouping: 'each' } as const;
      try {
        await engine.drops.send(drop.id, { ...request, notBefore: now + UNDO_MS });
      } catch (error) {
        if (!(error instanceof PlainError) || !error.message.includes('sent before')) throw error;
        if (!existsSync(given) || sha256Of(readFileSync(given)) !== sha256) return;
        const went = `SELECT id FROM submission JOIN submission_file ON submission_id = id
          WHERE sha256 = ? AND task_type = ? AND request_spec = ?`;
        const spec = JSON.stringify(purpose.requestSpec);
        if (ledger.prepared(went).get(sha256, purpose.taskType, spec) === undefined)
          decided.seen.add(
            `I1: ${path} is called a duplicate, and never went for ${purpose.taskType} ${spec}`,
          );
        throw error;
      }
      return;
    }
    case 'withdraw': {
      const open = `state IN ('queued', 'sending', 'unconfirmed')`;
      const row = pickOf(
        find(`SELECT id FROM submission WHERE ${open} UNION ALL SELECT id FROM message WHERE ${open}`, ids),
        move.pick,
      );
      if (row === null) return;
      // Noted before the withdrawal: the process may die right after.
      decided.withdrawn.add(row.id);
      await engine.outbox.withdraw(row.id);
      return;
    }
    case 'retry': {
      const tried = `state IN ('queued', 'unconfirmed', 'rejected')`;
      const row = pickOf(
        find(`SELECT id FROM submission WHERE ${tried} UNION ALL SELECT id FROM message WHERE ${tried}`, ids),
        move.pick,
      );
      if (row === null) return;
      engine.outbox.retry(row.id);
      return;
    }
    case 'retry-all':
      engine.outbox.retryAll();
      return;
    case 'decide':
    case 'leave-out':
    case 'late-answer': {
      const row = pickOf(
        find(`SELECT id, path, sha256 FROM file WHERE state = 'held' AND current = 1`, fileRows),
        move.pick,
      );
      if (row === null) return;
      const waiting = move.move === 'late-answer' ? task(`status = 'waiting'`, move.pick) : null;
      if (move.move !== 'leave-out') decided.unsent.delete(row.path);
      decided.grown.delete(row.path);
      // A person may send what looks unfinished.
      for (const share of move.move === 'leave-out' ? [] : world.shares.values()) {
        const version = share.files.get(row.path);
        if (version !== undefined) share.versions.add(version.sha256);
      }
      if (move.move === 'leave-out') await engine.intake.decideFile(row.id, 'leave-out', 'clerk');
      else if (waiting !== null) await engine.intake.decideFile(row.id, { answerTo: waiting }, 'clerk');
      else await engine.intake.decideFile(row.id, 'send', 'clerk');
      // Perhaps noted as undecided during the decision.
      if (move.move !== 'leave-out') decided.unsent.delete(row.path);
      return;
    }
    case 'send-anyway': {
      const rows = find(
        `SELECT id, path, sha256 FROM file WHERE state = 'duplicate' AND current = 1`,
        fileRows,
      );
      const row = pickOf(rows, move.pick);
      if (row?.sha256 == null) return;
      decided.again.set(row.sha256, (decided.again.get(row.sha256) ?? 0) + 1);
      decided.unsent.delete(row.path);
      await engine.intake.sendAnyway(row.id);
      decided.unsent.delete(row.path);
      return;
    }
    case 'backlog': {
      const rule = world.ruleOf(station)?.id;
      if (rule === undefined) return;
      decided.unsent.clear();
      await engine.intake.decideBacklog(rule, move.decision);
      return;
    }
  }
}
