import type { z } from 'zod';
import type { Transport } from '../../src-main/contract/bridge.ts';
import { type EnteringSocket, enter, frameIn, NotAdmitted } from '../../src-main/contract/enter.ts';
import {
  type BROWSER_REQUESTS,
  FIRST_CREDIT,
  NUMBER_BYTES,
  type PageFrame,
  PIECE_BYTES,
  serverFrameSchema,
} from '../../src-main/contract/page-socket.ts';

/** A WebSocket with binary frames as `ArrayBuffer`. */
export interface PageSocket extends EnteringSocket {
  send(frame: string | Uint8Array<ArrayBuffer>): void;
  binaryType: string;
}

type Input<N extends keyof typeof BROWSER_REQUESTS> = z.input<(typeof BROWSER_REQUESTS)[N]['input']>;

/** The one connection of a page to its server. After the end, every request rejects. */
export interface Connection extends Transport {
  /** Sends a file of a drop. `onSent` gets the sent bytes. Resolves to the unparsed `Result`, or to null if the browser cannot read the file. */
  upload(input: Input<'browser.upload'>, file: Blob, onSent: (bytes: number) => void): Promise<unknown>;
  /** Reads a file. `sizeOf` returns the size in bytes that the unparsed `Result` announces, or null if no bytes follow. */
  read(
    name: 'browser.read-document' | 'browser.read-made',
    input: Input<'browser.read-document'> | Input<'browser.read-made'>,
    sizeOf: (result: unknown) => number | null,
  ): Promise<{ readonly result: unknown; readonly parts: readonly Uint8Array<ArrayBuffer>[] }>;
  /** Resolves when the connection has closed, for whatever reason. */
  readonly closed: Promise<void>;
}

interface Asked {
  answer(result: unknown): void;
  /** The connection closed, or the rest of a file does not come. */
  fail(): void;
  credit?(bytes: number): void;
  piece?(bytes: Uint8Array<ArrayBuffer>): void;
}

/**
 * Opens the connection of this page with `secret`, the secret of a link or of a ticket. `keepTicket` must store the ticket for a reload.
 *
 * @throws NotAdmitted if the server does not know the secret
 * @throws Error if nothing listens
 */
export async function connect(
  origin: string,
  secret: string,
  keepTicket: (ticket: string) => void,
  openSocket: (url: string) => PageSocket,
): Promise<Connection> {
  const closed = Promise.withResolvers<void>();
  let opened: PageSocket | null = null;
  const first = await enter(origin, secret, (url) => {
    opened = openSocket(url);
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('close', () => closed.resolve());
    return opened;
  });
  const socket: PageSocket | null = opened;
  if (socket === null || first.kind !== 'ticket') throw new NotAdmitted();
  keepTicket(first.ticket);
  const ready = Promise.withResolvers<void>();
  const connection = carry(socket, closed.promise, ready.resolve);
  void closed.promise.then(() => ready.reject(new NotAdmitted()));
  sendFrame(socket, { kind: 'kept' });
  await ready.promise;
  return connection;
}

const sendFrame = (socket: PageSocket, frame: PageFrame) => socket.send(JSON.stringify(frame));

function carry(socket: PageSocket, closed: Promise<void>, onOpen: () => void): Connection {
  const open = new Map<number, Asked>();
  const listeners = new Set<(event: unknown) => void>();
  let last = 0;
  let isClosed = false;

  socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) {
      const number = new DataView(data).getUint32(0);
      open.get(number)?.piece?.(new Uint8Array(data, NUMBER_BYTES));
      return;
    }
    // A frame that this page does not know, perhaps of a newer program, is ignored.
    const frame = serverFrameSchema.safeParse(frameIn(data));
    if (!frame.success) return;
    switch (frame.data.kind) {
      case 'open':
        return onOpen();
      case 'answer':
        return open.get(frame.data.number)?.answer(frame.data.result);
      case 'credit':
        return open.get(frame.data.number)?.credit?.(frame.data.bytes);
      case 'cut':
        return open.get(frame.data.number)?.fail();
      case 'event':
        for (const listener of listeners) listener(frame.data.event);
    }
  });
  void closed.then(() => {
    isClosed = true;
    for (const { fail } of [...open.values()]) fail();
  });

  /** Sends a request. `asked` gets what comes back, until `end` is called. */
  function begin(name: string, input: unknown, asked: Asked): { number: number; end: () => void } {
    if (isClosed) throw new Error('the connection is closed');
    last += 1;
    const number = last;
    open.set(number, asked);
    sendFrame(socket, { kind: 'ask', number, name, input });
    return { number, end: () => void open.delete(number) };
  }

  async function invoke(name: string, input: unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { end } = begin(name, input, { answer: resolve, fail: () => reject(new Error('no answer')) });
    return await promise.finally(end);
  }

  return {
    closed,
    invoke,
    onEvent: (listener) => {
      listeners.add(listener);
      // A failed request means that the connection is closed.
      void invoke('browser.listen', {}).catch(() => undefined);
      return () => void listeners.delete(listener);
    },
    upload: async (input, file, onSent) => {
      const answered = Promise.withResolvers<unknown>();
      let credit = FIRST_CREDIT;
      let isOver = false;
      let moved = Promise.withResolvers<void>();
      const wake = () => moved.resolve();
      const over = () => {
        isOver = true;
        wake();
      };
      const { number, end } = begin('browser.upload', input, {
        answer: (result) => answered.resolve(result),
        fail: () => answered.reject(new Error('no answer')),
        credit: (bytes) => {
          credit += bytes;
          wake();
        },
      });
      void answered.promise.then(over, over);
      try {
        for (let from = 0; from < file.size && !isOver; from += PIECE_BYTES) {
          const bytes = await file
            .slice(from, from + PIECE_BYTES)
            .arrayBuffer()
            .catch(() => null);
          if (bytes === null) {
            if (!isOver) sendFrame(socket, { kind: 'give-up', number });
            return null;
          }
          while (credit < bytes.byteLength && !isOver) {
            await moved.promise;
            moved = Promise.withResolvers();
          }
          if (isOver) break;
          credit -= bytes.byteLength;
          const frame = new Uint8Array(NUMBER_BYTES + bytes.byteLength);
          new DataView(frame.buffer).setUint32(0, number);
          frame.set(new Uint8Array(bytes), NUMBER_BYTES);
          socket.send(frame);
          onSent(Math.min(from + PIECE_BYTES, file.size));
        }
        return await answered.promise;
      } finally {
        end();
      }
    },
    read: async (name, input, sizeOf) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const whole = Promise.withResolvers<unknown>();
      let result: unknown = null;
      let missing = Number.POSITIVE_INFINITY;
      const { end } = begin(name, input, {
        answer: (given) => {
          result = given;
          missing = sizeOf(given) ?? 0;
          if (missing === 0) whole.resolve(null);
        },
        piece: (bytes) => {
          parts.push(bytes);
          missing -= bytes.byteLength;
          if (missing <= 0) whole.resolve(null);
        },
        fail: () => whole.reject(new Error('the file is cut short')),
      });
      await whole.promise.finally(end);
      return { result, parts };
    },
  };
}
