import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/* What Linux tells of a running process, without slowing it. */

/** Why nothing can be told here, or null. */
export const cannotLook = () => (process.platform === 'linux' ? null : 'only Linux tells this of a process');

const TICKS_PER_SECOND = 100;

function field(text: string, name: string): number {
  const found = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text);
  if (found === null) throw new Error(`/proc says nothing of ${name}`);
  return Number(found[1]);
}

/** Processor time of all threads so far, in seconds (to a hundredth). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** How often any thread was put on a processor after it had waited, and after it was pushed off. */
export function switches(pid: number): { voluntary: number; involuntary: number } {
  const sum = { voluntary: 0, involuntary: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    sum.voluntary += field(status, 'voluntary_ctxt_switches');
    sum.involuntary += field(status, 'nonvoluntary_ctxt_switches');
  }
  return sum;
}

/** Resident memory in MiB, and the most since the start or `forgetPeak`. */
export function memoryMib(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { now: field(status, 'VmRSS') / 1024, peak: field(status, 'VmHWM') / 1024 };
}

/** Lets the peak begin with what is resident now. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Calls and bytes written so far: `bytes` to any file or socket, `toDisk` what was dirtied on a disk. */
export function written(pid: number): { calls: number; bytes: number; toDisk: number } {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return { calls: field(io, 'syscw'), bytes: field(io, 'wchar'), toDisk: field(io, 'write_bytes') };
}
