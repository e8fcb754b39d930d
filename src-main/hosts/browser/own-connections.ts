import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

// The maximum number of open connections, so that the engine keeps enough file descriptors.
const SERVED_AT_MOST = 256;
const WAITING_AT_MOST = 1024;
// The maximum number of look-ups of a connection. While other connections open and close, `/proc/net/tcp` may lack the connection.
const LOOKUPS = 3;

interface Waiting {
  readonly socket: Socket;
  lookups: number;
}

/**
 * Serves only connections of the user of this process, because every user of the machine reaches 127.0.0.1. Linux names the user of
 * each connection; other systems serve every connection. The look-up comes before the first byte is read. Connections of other
 * users (root included), closed connections and connections that the tables do not list are refused.
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
  // Looks up all waiting connections. One reading of the tables serves all connections that wait at that time.
  const lookUp = async (user: number) => {
    looking = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      const tables = await connectionTables();
      for (const { socket, lookups } of asked) {
        if (socket.destroyed) continue;
        const found = userOf(socket, tables);
        if (found === user) serve(socket);
        else if (found === null && lookups > 1) waiting.push({ socket, lookups: lookups - 1 });
        else refuse(socket);
      }
    }
    looking = false;
  };
  server.on('connection', (socket: Socket) => {
    if (user === null) return serve(socket);
    socket.on('error', () => undefined);
    if (waiting.length >= WAITING_AT_MOST) return refuse(socket);
    waiting.push({ socket, lookups: LOOKUPS });
    if (!looking) void lookUp(user);
  });
}

function ownUser(): number | null {
  return process.platform === 'linux' ? (process.getuid?.() ?? null) : null;
}

// Resets the connection. After a reset, the tables have no entry for the connection, so refused connections do not slow the next look-up.
function refuse(socket: Socket): void {
  socket.resetAndDestroy();
}

// Linux lists the IPv4 connections of a socket that accepts IPv4 and IPv6 in the table for IPv6, so both tables are read.
async function connectionTables(): Promise<string> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''));
  return (await Promise.all(tables)).join('');
}

// Returns the id of the user at the other end of an established connection; null if the tables do not list the connection.
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
// The prefix of an IPv4 address in the IPv6 table.
const MAPPED = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

function inTable(address: string): string {
  const bytes = address.split('.').map(Number);
  return (endianness() === 'LE' ? bytes.toReversed() : bytes).map((byte) => hex(byte, 2)).join('');
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
