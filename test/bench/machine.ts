import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** What a run measures and on what, in one line: figures of different machines are not compared. */
export function machineLine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const processor = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
  return `${commit()}, ${processor}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`;
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'no commit';
  }
}
