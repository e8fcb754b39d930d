import { createConnection } from 'node:net';

/** What came back over one TCP connection, and how it ended: null for an orderly end, else the error code. */
export interface RawOutcome {
  bytes: Buffer;
  error: string | null;
}

/** Writes bytes to 127.0.0.1:`port` and reads until the other side ends; never rejects. */
export function rawExchange(port: number, sent: string | Buffer): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let error: string | null = null;
    const socket = createConnection(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (problem: NodeJS.ErrnoException) => {
      error = problem.code ?? problem.message;
    });
    socket.on('close', () => resolve({ bytes: Buffer.concat(chunks), error }));
  });
}
