import { readdir } from 'node:fs/promises';
import { freemem, release, totalmem } from 'node:os';
import { printable } from '../../../contract/printable.ts';
import type { FolderRule, Settings } from '../../../contract/settings.ts';
import { systemClock } from '../../../core/clock.ts';
import { openStation, type StationChoice } from '../../../core/installation/open-station.ts';
import { listBackups } from '../../../core/ledger/backup/hourly-backups.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import { lastLogLines } from '../../../core/log/read-log.ts';
import { supportCounts } from '../../../core/views/support-counts-view.ts';
import { VERSION } from '../../version.ts';
import { describeFailure } from '../describe-failure.ts';
import { withLedger } from '../station-ledger.ts';
import { checkSystem } from './system-check.ts';

const LOG_LINES = 2_000;
const LOGS = [
  ['history', 'Log without requests and scans'],
  ['clearfolder', 'Log'],
] as const;
const INTRODUCTION = [
  'Clearfolder support bundle',
  '',
  'Everything that is in this file is below; nothing else was added and nothing was sent. It holds no document, no name of a',
  'file, Task or patient, and no secret. It names the folders that are watched and the address of the service: read it before',
  'you give it to somebody.',
];

/** Returns the text of a support bundle. If a section cannot be made, the text says so. Never rejects. */
export async function supportText(choice: StationChoice, runtime: string): Promise<string> {
  const sections: string[] = [...INTRODUCTION, '', `made: ${new Date(systemClock.now()).toISOString()}`];
  const section = async (title: string, work: () => Promise<readonly string[]>) => {
    const lines = await work().catch((error: unknown) => [
      `cannot be told: ${describeFailure(error).code} (${describeError(error)})`,
    ]);
    sections.push('', `== ${title} ==`, ...lines.map(printable));
  };
  await section('Versions', async () => [
    `Clearfolder ${VERSION}`,
    runtime,
    `${process.platform} ${process.arch} ${release()}`,
    `memory: ${mebibytes(totalmem())} MiB, free ${mebibytes(freemem())} MiB`,
  ]);
  await section('What the doctor found', async () =>
    (await checkSystem(choice)).map(
      ({ what, ok, words, next }) =>
        `${ok ? 'ok   ' : 'FAULT'} ${what}: ${words}${next === '' ? '' : ` What to do: ${next}`}`,
    ),
  );
  await section('Settings', async () => {
    const { settings } = await openStation(choice, undefined, 'read');
    return JSON.stringify(supportSettings(settings), null, 2).split('\n');
  });
  await section('Counts', () =>
    withLedger(choice, 'reader', async (ledger, { paths }) => {
      const backups = listBackups(paths.backups, systemClock.now());
      return [
        ...supportCounts(ledger),
        `copies in the spool: ${(await readdir(paths.spool)).length}`,
        `backups: ${backups.length}${backups[0] === undefined ? '' : `, newest ${backups[0]}`}`,
      ];
    }),
  );
  for (const [log, title] of LOGS)
    await section(`${title}, the newest ${LOG_LINES} lines at most`, async () => {
      const { folder } = await openStation(choice, undefined, 'read');
      const lines = await lastLogLines(folder.logs, log, LOG_LINES);
      return lines.length === 0 ? ['empty'] : lines;
    });
  return `${sections.join('\n')}\n`;
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

// Returns the settings with addresses and paths, but without texts that may contain secrets or names of patients.
function supportSettings(settings: Settings): unknown {
  const { environments, folders, callbacks, ...rest } = settings;
  return {
    ...withPlainAddresses(rest),
    environments: withPlainAddresses(environments),
    callbacks: { listen: callbacks.listen === null ? null : '(set)' },
    folders: folders.map(supportRule),
  };
}

function supportRule({ requestSpec, include, exclude, name, callbackTemplate, ...rule }: FolderRule) {
  const count = (patterns: readonly string[]) =>
    `(${patterns.length} ${patterns.length === 1 ? 'pattern' : 'patterns'})`;
  return {
    ...rule,
    requestSpec: Object.keys(requestSpec).length === 0 ? '(empty)' : '(set)',
    include: count(include),
    exclude: count(exclude),
    name: name === null ? null : '(set)',
    callbackTemplate: callbackTemplate === null ? null : '(set)',
  };
}

function withPlainAddresses(settings: object): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('://') ? plainAddress(value) : value;
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === 'object' && value !== null ? withPlainAddresses(value) : value;
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, plain(value)]));
}

// Returns the address without user name, password and query, which may be secrets.
function plainAddress(text: string): string {
  try {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`;
  } catch {
    return '(not an address)';
  }
}
