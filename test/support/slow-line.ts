import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { until } from './until.ts';

/** Longer than the time that Node gives an address by default, 250 ms. */
const LATENCY_MS = 400;
/** More connections than the queue of `SERVER` holds. */
const FILL = 4;
/** Prints its port. Prints the word "heard" and closes the connection once a connection brings data. */
const SERVER = `
const server = require('node:net').createServer((socket) => {
  socket.on('error', () => undefined).once('data', () => {
    process.stdout.write('heard\\n');
    socket.destroy();
  });
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(server.address().port + '\\n'));
`;

/** The addresses of the server behind a slow line: the first one accepts a connection late, and nothing listens at the second one. */
export const SLOW_ADDRESSES = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export interface SlowLine extends AsyncDisposable {
  readonly port: number;
  /** Resolves once a connection brought data. */
  readonly heard: Promise<'heard'>;
}

/**
 * Opens a server behind a slow line. The process of the server stands still and its queue of connections is full, so Linux drops the
 * first packet of the next connection. After `LATENCY_MS` the process goes on, and the client's kernel sends the packet again.
 */
export async function openSlowLine(): Promise<SlowLine> {
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'));
  const port = Number(line.toString());
  const heard = once(child.stdout, 'data').then(() => 'heard' as const);
  child.kill('SIGSTOP');
  await until(async () => /^State:\s+T/m.test(await readFile(`/proc/${child.pid}/status`, 'utf8')));
  const fill = Array.from({ length: FILL }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const connected = () => fill.filter((socket) => !socket.connecting).length;
  await until(async () => connected() > 0 && connected() + (await unanswered(port)) === FILL);
  const before = await unanswered(port);
  const letThrough = async () => {
    await until(async () => (await unanswered(port)) > before);
    await sleep(LATENCY_MS);
    for (const socket of fill) socket.destroy();
    child.kill('SIGCONT');
  };
  void letThrough().catch(() => undefined);
  return {
    port,
    heard,
    [Symbol.asyncDispose]: async () => {
      for (const socket of fill) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Returns how many connections to `port` were asked for and not answered: the state SYN_SENT, 02 in the table of Linux. */
async function unanswered(port: number): Promise<number> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const waiting = new RegExp(`^\\s*\\d+: \\w+:\\w+ \\w+:${hex} 02 `, 'gm');
  return (await readFile('/proc/net/tcp', 'utf8')).match(waiting)?.length ?? 0;
}
