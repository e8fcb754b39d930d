import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** Connections of our own user; beyond that they must not use up the files that the engine may open. */
const SERVED_AT_MOST = 256;
/** Connections whose user is not known yet. Each is looked up within milliseconds. */
const WAITING_AT_MOST = 1024;
/** The tables of the system may miss a connection while others come and go. */
const LOOKS = 3;

interface Waiting {
  readonly socket: Socket;
  looks: number;
}

/**
 * Serves the connections of the user who runs this process alone: every user of the machine reaches 127.0.0.1. Linux says whose a
 * connection is; elsewhere every connection is served. Who it is, is settled before a byte is read and before anything counts
 * the connection. A connection that is not, or no longer, established or that the system does not know is refused, and so are
 * those of root, unless we are root.
 */
export function serveOwnUser(server: Server, user: number | null = ownUser()): void {
  const serving = server.listeners('connection');
  server.removeAllListeners('connection');
  Object.assign(server, { pauseOnConnect: true });
  let served = 0;
  const serve = (socket: Socket) => {
    if (served >= SERVED_AT_MOST) return void socket.destroy();
    served += 1;
    socket.once('close', () => {
      served -= 1;
    });
    for (const listener of serving) Reflect.apply(listener, server, [socket]);
    socket.resume();
  };

  let waiting: Waiting[] = [];
  let looking = false;
  /** One look at the tables answers for everybody who came before that look. */
  const look = async (user: number) => {
    looking = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      const tables = await connectionTables();
      for (const { socket, looks } of asked) {
        if (socket.destroyed) continue;
        const found = userOf(socket, tables);
        if (found === user) serve(socket);
        else if (found === null && looks > 1) waiting.push({ socket, looks: looks - 1 });
        else refuse(socket);
      }
    }
    looking = false;
  };
  server.on('connection', (socket: Socket) => {
    if (user === null) return serve(socket);
    socket.on('error', () => undefined);
    if (waiting.length >= WAITING_AT_MOST) return refuse(socket);
    waiting.push({ socket, looks: LOOKS });
    if (!looking) void look(user);
  });
}

function ownUser(): number | null {
  return process.platform === 'linux' ? (process.getuid?.() ?? null) : null;
}

/** Nothing of it stays, not even an entry in the tables that makes the next look longer. */
function refuse(socket: Socket): void {
  socket.resetAndDestroy();
}

/** A socket for both families stands in the second table, whatever it is connected to. */
async function connectionTables(): Promise<string> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''));
  return (await Promise.all(tables)).join('');
}

/** The user whose established connection this is the other end of; null where the tables have none. */
function userOf(
  { remoteAddress, remotePort, localAddress, localPort }: Socket,
  tables: string,
): number | null {
  if (remoteAddress === undefined || remotePort === undefined) return null;
  if (localAddress === undefined || localPort === undefined) return null;
  const from = `${inTable(remoteAddress)}:${hex(remotePort, 4)}`;
  const to = `${inTable(localAddress)}:${hex(localPort, 4)}`;
  for (const before of ['', MAPPED]) {
    const start = tables.indexOf(`: ${before}${from} ${before}${to} ${ESTABLISHED} `);
    if (start >= 0) return Number(tables.slice(start + 2, start + 200).split(/\s+/)[6]);
  }
  return null;
}

const ESTABLISHED = '01';
/** An address of IPv4 as a socket of IPv6 has it. */
const MAPPED = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

function inTable(address: string): string {
  const bytes = address.split('.').map(Number);
  return (endianness() === 'LE' ? bytes.toReversed() : bytes).map((byte) => hex(byte, 2)).join('');
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
