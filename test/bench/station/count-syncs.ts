import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { findTool } from '../../support/find-tool.ts';
import { until } from '../../support/until.ts';

const EVENTS = ['fsync', 'fdatasync', 'sync_file_range'].map((name) => `syscalls:sys_enter_${name}`);

/** Why calls of a running process cannot be counted here, or null. Counting them with `strace` would slow it. */
export function cannotCountSyncs(): string | null {
  if (findTool('perf') === null) return 'perf not installed';
  try {
    execFileSync('perf', ['stat', '-e', EVENTS.join(','), 'true'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'perf may not count system calls here';
  }
}

/** Counts the calls that make a process's writes durable, from now until the end is asked for. */
export async function countSyncs(pid: number): Promise<() => Promise<number>> {
  const child = spawn('perf', ['stat', '-x', ',', '-e', EVENTS.join(','), '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const ended = once(child, 'exit');
  // It says nothing when it has begun; it holds what it counts with open from then on.
  await until(() => heldOpen(child.pid ?? 0, 'perf_event') >= EVENTS.length, { what: 'perf to count' });
  return async () => {
    child.kill('SIGINT');
    await ended;
    const counts = (await said).split('\n').flatMap((line) => {
      const [count, , event] = line.split(',');
      return event !== undefined && EVENTS.includes(event) ? [Number(count)] : [];
    });
    if (counts.length !== EVENTS.length) throw new Error(`perf counted nothing: ${await said}`);
    return counts.reduce((sum, count) => sum + count, 0);
  };
}

/** How many files of a kind a process has open. */
function heldOpen(pid: number, kind: string): number {
  const held = `/proc/${pid}/fd`;
  return readdirSync(held).filter((fd) => {
    try {
      return readlinkSync(`${held}/${fd}`).includes(kind);
    } catch {
      return false;
    }
  }).length;
}
