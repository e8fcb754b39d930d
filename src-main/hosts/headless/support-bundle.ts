import { readdir } from 'node:fs/promises';
import { freemem, release, totalmem } from 'node:os';
import { printable } from '../../contract/printable.ts';
import { systemClock } from '../../core/clock.ts';
import { openStation, openStationLedger, type StationChoice } from '../../core/installation/open-station.ts';
import { listBackups } from '../../core/ledger/backup/hourly-backups.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { lastLogLines } from '../../core/log/read-log.ts';
import { supportCounts } from '../../core/views/support-counts-view.ts';
import { VERSION } from '../version.ts';
import { inPlainWords } from './in-plain-words.ts';
import { lookAround } from './look-around.ts';
import { supportSettings } from './support-settings.ts';

const LOG_LINES = 2_000;
const INTRODUCTION = [
  'Clearfolder support bundle',
  '',
  'Everything that is in this file is below; nothing else was added and nothing was sent. It holds no document, no name of a',
  'file, Task or patient, and no secret. It names the folders that are watched and the address of the service: read it before',
  'you give it to somebody.',
];

/** The text of a support bundle, as it is shown and saved. What cannot be read is said in its place. Never rejects. */
export async function supportText(choice: StationChoice, runtime: string): Promise<string> {
  const sections: string[] = [...INTRODUCTION, '', `made: ${new Date(systemClock.now()).toISOString()}`];
  const section = async (title: string, work: () => Promise<readonly string[]>) => {
    const lines = await work().catch((error: unknown) => [
      `cannot be told: ${inPlainWords(error).code} (${describeError(error)})`,
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
    (await lookAround(choice)).map(
      ({ what, ok, words, next }) =>
        `${ok ? 'ok   ' : 'FAULT'} ${what}: ${words}${next === '' ? '' : ` What to do: ${next}`}`,
    ),
  );
  await section('Settings', async () => {
    const { settings } = await openStation(choice);
    return JSON.stringify(supportSettings(settings), null, 2).split('\n');
  });
  await section('Counts', async () => {
    const { paths } = await openStation(choice);
    const backups = listBackups(paths.backups, systemClock.now());
    return [
      ...(await withReader(choice, supportCounts)),
      `copies in the spool: ${(await readdir(paths.spool)).length}`,
      `backups: ${backups.length}${backups[0] === undefined ? '' : `, newest ${backups[0]}`}`,
    ];
  });
  await section(`Log, the newest ${LOG_LINES} lines at most`, async () => {
    const lines = await lastLogLines((await openStation(choice)).folder.logs, LOG_LINES);
    return lines.length === 0 ? ['empty'] : lines;
  });
  return `${sections.join('\n')}\n`;
}

async function withReader<T>(choice: StationChoice, read: (ledger: Ledger) => T): Promise<T> {
  const { ledger } = await openStationLedger(await openStation(choice), 'reader');
  try {
    return read(ledger);
  } finally {
    ledger.close();
  }
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
