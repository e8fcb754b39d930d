import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { needing, needs } from '../../../../support/machine.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { intakeBench, pdf } from '../intake-bench.ts';

/** No regular scan is due during a test. */
const NO_SCANS = { pollMs: 3_600_000, fallbackMs: 3_600_000 };

test(
  'I1: files of a disk that is mounted below a watched folder are found, and found at once later, also after the disk is gone',
  needing(needs.root),
  async () => {
    const other = testDir().at('other');
    mkdirSync(other);
    await using bench = await intakeBench({
      before: async (folder) => void mkdirSync(`${folder}/ward`),
      parts: { pace: NO_SCANS },
    });
    await until(() => bench.folderRow()?.watching === 'events' && !bench.intake.busy());
    await bench.send('ward/first.pdf');

    let isMounted = true;
    const found = (path: string) =>
      until(() => bench.row(path)?.state === 'bound' && !bench.intake.busy(), {
        timeoutMs: 15_000,
        what: path,
      });
    const unmount = () => execFileSync('umount', ['--lazy', bench.at('ward')]);
    execFileSync('mount', ['--bind', other, bench.at('ward')]);
    onTestFinished(() => {
      if (isMounted) unmount();
    });
    writeFileSync(`${other}/known.pdf`, pdf('known'));
    await found('ward/known.pdf');
    await until(() => bench.folderRow()?.watching === 'events');
    writeFileSync(bench.at('ward/on the disk.pdf'), pdf('on the disk'));
    await found('ward/on the disk.pdf');

    unmount();
    isMounted = false;
    writeFileSync(bench.at('ward/below the disk.pdf'), pdf('below the disk'));
    await found('ward/below the disk.pdf');
    expect(bench.folderRow()?.watching).toBe('events');
  },
);
