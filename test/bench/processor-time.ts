import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time of all threads of a process so far, in seconds (to a hundredth). */
export const cpuSeconds = (pid: number): number => {
  const [user = 0, system = 0] = timesOf(pid) ?? [];
  return user + system;
};

/** The processor time of a process and of its children, also of those that have ended, and the memory that they have, in MB. */
export function ofFamily(pid: number): { readonly seconds: number; readonly megabytes: number } {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid);
  const seconds = [
    ...(timesOf(pid) ?? []),
    ...children.flatMap((child) => timesOf(child)?.slice(0, 2) ?? []),
  ];
  const kilobytes = [pid, ...children].map((one) =>
    Number(/^Pss: +(\d+)/m.exec(textOf(one, 'smaps_rollup') ?? '')?.[1] ?? 0),
  );
  return { seconds: sum(seconds), megabytes: sum(kilobytes) / 1024 };
}

export const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

const parentOf = (pid: number) => Number(fieldsOf(pid)?.[1]);
// 14 to 17 are user and system time, of the process and of its children that ended.
const timesOf = (pid: number) =>
  fieldsOf(pid)
    ?.slice(11, 15)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);

function fieldsOf(pid: number): readonly string[] | null {
  const stat = textOf(pid, 'stat');
  // The name in parentheses may hold spaces.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null;
}

function textOf(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // The process ended.
    return null;
  }
}
