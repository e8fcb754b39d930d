import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';

/** The end of a connection that is not ours, as a socket of this process knows it. */
interface OtherEnd {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localPort?: number | undefined;
}

/**
 * Whether the other end of a connection of loopback is a process of another user of this machine: all of them reach
 * 127.0.0.1, and on Linux see the arguments of the browser that a link was opened with. Root counts as ourselves, who can read
 * everything anyway. Only Linux tells; elsewhere, and of a connection that is gone, this is false.
 */
export async function isOtherUser(end: OtherEnd): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined || process.platform !== 'linux') return false;
  // A socket for both families stands in the second table, whatever it is connected to.
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const user = userOf(end, tables.join('\n'));
  return user !== null && user !== own && user !== 0;
}

/** The user whose socket is connected from there to us, in the system's tables of connections. */
function userOf(
  { remoteAddress = '', remotePort = 0, localPort = 0 }: OtherEnd,
  tables: string,
): number | null {
  const bytes = remoteAddress.replace('::ffff:', '').split('.').map(Number);
  const inOrder = endianness() === 'LE' ? bytes.toReversed() : bytes;
  const from = `${inOrder.map((byte) => hex(byte, 2)).join('')}:${hex(remotePort, 4)}`;
  for (const line of tables.split('\n')) {
    const [, local, remote, , , , , user] = line.trim().split(/\s+/);
    if (local?.endsWith(from) && remote?.endsWith(`:${hex(localPort, 4)}`)) return Number(user);
  }
  return null;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
