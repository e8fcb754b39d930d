import { addEdit, checkAnswer } from '../../../src-main/core/answering/compose-answer.ts';
import { addMessage } from '../../../src-main/core/ledger/tables/messages.ts';
import type { MessagePayload, NewFile } from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import type { Judged } from './judged.ts';
import type { WorldStation } from './station.ts';

export const UNDO_MS = 8_000;

/** A clerk at a station of a world; what the station kept is noted in `decided.messages`. */
interface At extends Pick<Judged, 'desk' | 'decided'> {
  readonly station: WorldStation;
}

/** Answers a Task with so many new documents, and data where `hasData`; the data is the answer's own, so that a second sending shows. */
export async function answerTask(
  { station, desk, decided }: At,
  { id, taskUuid, files, hasData }: { id: string; taskUuid: string; files: number; hasData: boolean },
): Promise<void> {
  const { engine, ledger } = station.running;
  const now = station.machine.now();
  const data = hasData ? { member_id: id } : null;
  const words = { ledger, taskUuid, data, actor: 'clerk', id, notBefore: now + UNDO_MS };
  const keep = (given: readonly NewFile[]) =>
    ledger.transaction(() => {
      addMessage(ledger, checkAnswer(words, given.length).message(given), now);
      return id;
    });
  if (files === 0) keep([]);
  else {
    const paths = Array.from({ length: files }, (_, index) => `answer-${id}-${index}.pdf`);
    for (const path of paths) desk.write(path);
    const drop = engine.drops.open(taskUuid);
    await engine.drops.addPaths(
      drop.id,
      paths.map((path) => desk.at(path)),
    );
    await engine.drops.handOver(drop.id, keep);
  }
  decided.messages.push({ station, id, taskUuid, payload: { kind: 'answer', data } });
  engine.outbox.wake();
}

export function editTask(
  { station, decided }: Omit<At, 'desk'>,
  id: string,
  taskUuid: string,
  payload: Extract<MessagePayload, { kind: 'name' | 'cleared' }>,
): void {
  const { engine, ledger } = station.running;
  const now = station.machine.now();
  addEdit({ ledger, taskUuid, payload, actor: 'clerk', id, now, notBefore: now + UNDO_MS });
  decided.messages.push({ station, id, taskUuid, payload });
  engine.outbox.wake();
}
