import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { needing, needs } from '../../../../support/machine.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { intakeBench, pdf } from '../intake-bench.ts';

/** Only an event can report a file during a test. */
const NO_SCANS = { pollMs: 3_600_000, fallbackMs: 3_600_000, pulseMs: 3_600_000 };

interface Place {
  /** The path of the rule. */
  readonly path: string;
  /** The folder that comes to the path. */
  readonly next: string;
  exchange(): void;
}

const CASES: readonly (readonly [string, (at: (name: string) => string) => Place])[] = [
  [
    'another folder is renamed to the path',
    (at) => ({
      path: at('today'),
      next: at('next'),
      exchange: () => {
        renameSync(at('today'), at('former'));
        renameSync(at('next'), at('today'));
      },
    }),
  ],
  [
    'the path is a link, which now leads elsewhere',
    (at) => {
      mkdirSync(at('monday'));
      symlinkSync('monday', at('today'));
      symlinkSync('tuesday', at('link'));
      return { path: at('today'), next: at('tuesday'), exchange: () => renameSync(at('link'), at('today')) };
    },
  ],
  [
    'a parent is a link, which now leads elsewhere',
    (at) => {
      mkdirSync(at('monday'));
      symlinkSync('monday', at('today'));
      symlinkSync('tuesday', at('link'));
      return {
        path: at('today/scans'),
        next: at('tuesday/scans'),
        exchange: () => renameSync(at('link'), at('today')),
      };
    },
  ],
  [
    'another parent is renamed to the path',
    (at) => ({
      path: at('today/scans'),
      next: at('next/scans'),
      exchange: () => {
        renameSync(at('today'), at('former'));
        renameSync(at('next'), at('today'));
      },
    }),
  ],
  [
    'another folder is mounted at the path',
    (at) => ({
      path: at('today'),
      next: at('next'),
      exchange: () => {
        execFileSync('mount', ['--bind', at('next'), at('today')]);
        onTestFinished(() => void execFileSync('umount', ['--lazy', at('today')]));
      },
    }),
  ],
];

test.each(CASES)(
  'I1: a file is found after the folder was exchanged just after an event: %s',
  needing(needs.root),
  async (_, make) => {
    const place = make(testDir().at);
    await using bench = await intakeBench({
      folder: place.path,
      // With the control folder, the station can test its watcher of this folder.
      before: async () => void mkdirSync(`${place.next}/.clearfolder`, { recursive: true }),
      parts: { pace: NO_SCANS },
    });
    await until(() => bench.folderRow()?.watching === 'events' && !bench.intake.busy());
    await bench.send('first.pdf');
    await bench.idle();
    const former = bench.folderRow()?.root_identity;

    // The event of this file is read after the exchange, because this block gives up no turn.
    writeFileSync(bench.at('late.pdf'), pdf('late'));
    writeFileSync(`${place.next}/known.pdf`, pdf('known'));
    place.exchange();
    await until(() => bench.row('known.pdf')?.state === 'bound' && !bench.intake.busy());
    expect(bench.folderRow()?.root_identity).not.toBe(former);

    await bench.put('after.pdf');
    await until(() => bench.row('after.pdf')?.state === 'bound', {
      timeoutMs: 15_000,
      what: 'the file after the exchange',
    });
    await until(() => bench.folderRow()?.watching === 'events');
  },
);
