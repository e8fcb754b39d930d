import { realpathSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Clock } from '../clock.ts';
import { acquireEngineLock, engineInUse, engineIsRunning } from '../data-folder/engine-lock.ts';
import { readDoorPlace } from './door-place.ts';
import { type Answer, answerSchema, linesOf, type Question } from './messages.ts';

/** The milliseconds after which an engine that says nothing counts as hung. */
export const HUNG_AFTER_MS = 5_000;
const PAUSE_MS = 100;

/**
 * The outcome of a question to the engine. `not-running`: no process has the lock of the data folder, and no engine of the folder opens its door. `not-ready`: the engine is starting or stopping, and
 * did not take the question. `hung`: the engine gave no answer in five seconds; `taken` says whether the engine may have the question and
 * may act on the question later. `answered`: the last answer that came.
 */
export type Reply =
  | { readonly engine: 'not-running' | 'not-ready' }
  | { readonly engine: 'hung'; readonly taken: boolean }
  | { readonly engine: 'answered'; readonly answer: Answer };

/**
 * Asks the engine of a data folder by its door. Waits `readyMs` milliseconds for an engine that is not ready, and after the first answer
 * `endMs` milliseconds for the last answer. Never rejects for a fault of the connection.
 */
export async function askDoor(
  dataFolder: string,
  question: Question,
  {
    clock,
    readyMs = 0,
    endMs = 0,
  }: { readonly clock: Clock; readonly readyMs?: number; readonly endMs?: number },
): Promise<Reply> {
  const end = clock.monotonic() + readyMs;
  for (;;) {
    const isLocked = engineIsRunning(dataFolder);
    const path = readDoorPlace(dataFolder);
    const reply = path === null ? null : await askAt(path, dataFolder, question, endMs);
    // Somebody may have deleted the lock of an engine that still runs.
    if (!isLocked && (reply === null || reply.engine === 'not-ready')) return { engine: 'not-running' };
    if (reply !== null && reply.engine !== 'not-ready') return reply;
    if (clock.monotonic() >= end) return { engine: 'not-ready' };
    await clock.sleep(PAUSE_MS);
  }
}

/**
 * Whether an engine of the data folder still has its door open, although its lock may have been deleted. A hung engine counts as open: the
 * system takes connections for a process as long as the process lives.
 */
async function doorIsOpen(dataFolder: string): Promise<boolean> {
  const path = readDoorPlace(dataFolder);
  if (path === null) return false;
  const socket = createConnection(path);
  socket.on('error', () => undefined);
  try {
    return isDoorOf(dataFolder, await nextAnswer(socket, linesOf(socket), HUNG_AFTER_MS));
  } catch (error) {
    return error instanceof Late && isNear(dataFolder, path);
  } finally {
    socket.destroy();
  }
}

/**
 * Locks the data folder, so that no engine can run. An open door proves an engine whose lock somebody may have deleted.
 * @throws EngineLockError as `acquireEngineLock` does
 */
export async function lockDataFolder(dataFolder: string, clock: Clock): Promise<{ release(): void }> {
  if (await doorIsOpen(dataFolder)) throw engineInUse(dataFolder);
  return acquireEngineLock(dataFolder, clock);
}

// A data folder that was copied names the door of the original.
function isDoorOf(dataFolder: string, hello: Answer | null): boolean {
  return hello?.say === 'hello' && hello.folder === realpathSync(dataFolder);
}

function isNear(dataFolder: string, path: string): boolean {
  try {
    return realpathSync(dirname(path)) === realpathSync(dataFolder);
  } catch {
    return false;
  }
}

// Asks once. Returns `not-ready` if nobody listens, or if the engine did not take the question. A connection that ends after that counts as
// hung: a question that the engine perhaps took must not be asked a second time.
async function askAt(path: string, dataFolder: string, question: Question, endMs: number): Promise<Reply> {
  const socket = createConnection(path);
  socket.on('error', () => undefined);
  const lines = linesOf(socket);
  let taken = false;
  let last: Answer | null = null;
  try {
    const hello = await nextAnswer(socket, lines, HUNG_AFTER_MS);
    if (!isDoorOf(dataFolder, hello)) return { engine: 'not-ready' };
    socket.write(`${JSON.stringify(question)}\n`);
    taken = true;
    last = await nextAnswer(socket, lines, HUNG_AFTER_MS);
    if (last?.say === 'not-ready') return { engine: 'not-ready' };
    if (last?.say === 'saved') last = (await nextAnswer(socket, lines, endMs)) ?? last;
    return last === null ? { engine: 'hung', taken } : { engine: 'answered', answer: last };
  } catch (error) {
    if (last !== null) return { engine: 'answered', answer: last };
    return taken || error instanceof Late ? { engine: 'hung', taken } : { engine: 'not-ready' };
  } finally {
    socket.destroy();
  }
}

class Late extends Error {}

// Returns the next answer; null at the end of the connection. Rejects with `Late` after `waitMs`, and if the answer cannot be read.
async function nextAnswer(
  socket: Socket,
  lines: AsyncGenerator<string, void>,
  waitMs: number,
): Promise<Answer | null> {
  const timer = setTimeout(() => socket.destroy(new Late()), waitMs);
  try {
    const line = await lines.next();
    return line.done === true ? null : answerSchema.parse(JSON.parse(line.value));
  } finally {
    clearTimeout(timer);
  }
}
