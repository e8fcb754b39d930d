import { chmodSync, realpathSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { doorPlaces, forgetDoor, writeDoorPlace } from './door-place.ts';
import { type Answer, linesOf, type Question, questionSchema } from './messages.ts';

/** The milliseconds in which a question must arrive, so that a silent connection does not take a place for ever. */
const QUESTION_MS = 5_000;
const CONNECTIONS = 32;

/** Answers one question with one or more lines. */
export type Answers = (question: Question, send: (answer: Answer) => void) => Promise<void> | void;

export interface Door {
  /** Answers questions from now on. Until then, and after `answer(null)`, the door says that the engine is not ready. */
  answer(by: Answers | null): void;
  /** Ends all connections, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Opens the engine's door: the one local socket by which other processes of the same account ask the engine (docs/architecture.md 8). The
 * caller must have the lock of the data folder; the socket that a killed engine left is replaced. Rejects with the system's error if no
 * place takes a socket.
 */
export async function openDoor({
  dataFolder,
  version,
  platform = process.platform,
}: {
  readonly dataFolder: string;
  readonly version: string;
  readonly platform?: NodeJS.Platform;
}): Promise<Door> {
  forgetDoor(dataFolder, platform);
  let answers: Answers | null = null;
  const hello: Answer = { say: 'hello', version, pid: process.pid, folder: realpathSync(dataFolder) };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The person who asked may have gone away.
    socket.on('error', () => undefined);
    void converse(socket, hello, () => answers).finally(() => socket.end());
  });
  server.maxConnections = CONNECTIONS;
  const path = await listenAtFirst(server, doorPlaces(dataFolder, platform));
  if (platform !== 'win32') chmodSync(path, 0o600);
  writeDoorPlace(dataFolder, path);
  return {
    answer: (by) => {
      answers = by;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      forgetDoor(dataFolder, platform);
    },
  };
}

async function converse(socket: Socket, hello: Answer, answers: () => Answers | null): Promise<void> {
  const send = (answer: Answer) => void (socket.writable && socket.write(`${JSON.stringify(answer)}\n`));
  send(hello);
  const late = setTimeout(() => socket.destroy(), QUESTION_MS);
  try {
    const lines = linesOf(socket);
    const line = await lines.next();
    clearTimeout(late);
    if (line.done === true) return;
    // Reading on shows that the other process has gone away, so that its connection does not stay until the outcome.
    const gone = () => void socket.destroy();
    lines.next().then(gone, gone);
    const question = questionSchema.safeParse(parsed(line.value));
    if (!question.success) return send({ say: 'not-understood' });
    const by = answers();
    if (by === null) return send({ say: 'not-ready' });
    await by(question.data, send);
  } catch {
    socket.destroy();
  } finally {
    clearTimeout(late);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function listenAtFirst(server: Server, places: readonly (() => string)[]): Promise<string> {
  let fault: unknown = new Error('Every path is too long for a socket.');
  for (const place of places) {
    try {
      const path = place();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(path, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return path;
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}
