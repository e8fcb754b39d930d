import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** What a run was measured on: figures of different machines are not compared. */
export interface Machine {
  readonly cores: number;
  /** The model of the processor, or null where the system does not tell. */
  readonly cpu: string | null;
  readonly memory_gib: number;
  readonly system: string;
  readonly node: string;
}

/** The machine that this runs on. */
export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? null,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.versions.node,
});

/** The same for people, in one line. */
export function lineOf({ cores, cpu, memory_gib: memory, system, node }: Machine): string {
  const processor = `${cores} ${cores === 1 ? 'core' : 'cores'}${cpu === null ? '' : ` (${cpu})`}`;
  return `${processor}, ${memory} GiB of memory, ${system}, Node ${node}`;
}

/** What of the program is measured; null where it came without its history. */
export function commitIn(root: string): string | null {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
