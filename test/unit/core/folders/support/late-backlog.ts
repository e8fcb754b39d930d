import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import type { WatchFolder } from '../../../../../src-main/core/folders/watch/watcher.ts';
import { type IntakeBench, pdf } from '../intake-bench.ts';

const LONG_AGO = Date.UTC(2025, 0, 1) / 1000;
export const ANOTHER_DISK = '999999:1';

export async function writeOld(path: string, content = path): Promise<void> {
  await writeFile(path, pdf(content));
  await utimes(path, LONG_AGO, LONG_AGO);
}

export async function writeManyOld(folder: string, count: number, name = 'old'): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < count; n++) await writeOld(`${folder}/${name}-${n}.pdf`);
}

/** The folder as it was listed becomes one of another disk: what stands at the path from now on is a share mounted over it. */
export async function mountShare(bench: IntakeBench, fill: (folder: string) => Promise<void>): Promise<void> {
  await bench.intake.stop();
  bench.ledger.db.prepare('UPDATE folder SET root_identity = ?').run(ANOTHER_DISK);
  await rename(bench.folder, `${bench.folder}-mount-point`);
  await mkdir(bench.folder);
  await fill(bench.folder);
}

/** What was mounted is gone, and the folder as it was listed stands there again. */
export async function unmountShare(bench: IntakeBench): Promise<void> {
  await bench.intake.stop();
  await rm(bench.folder, { recursive: true });
  await rename(`${bench.folder}-mount-point`, bench.folder);
}

/** A watcher that is set up without complaint and then says nothing, as on some network shares. */
export const silentWatch: WatchFolder = (_root, { onReady }) => {
  onReady();
  return { close: () => undefined };
};

/** Nothing tells of a change but the test: no event of the system, and no look at the folder after some time. */
export function toldByHand() {
  let hint: (path: string) => void = () => undefined;
  const watch: WatchFolder = (_root, { onHint, onReady }) => {
    hint = onHint;
    onReady();
    return { close: () => undefined };
  };
  const pace = { fallbackMs: 600_000, pulseMs: 600_000, probeMs: 600_000 };
  return { parts: { watch, pace }, tell: (path: string) => hint(path) };
}
