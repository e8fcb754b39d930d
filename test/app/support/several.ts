import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SAMPLE_REQUEST_SPEC,
  writeSamplePackets,
} from '../../../src-main/practice/samples/write-sample-packets.ts';
import { until } from '../../support/until.ts';
import type { OpenApp, openApp } from './app.ts';

const COMMON = { taskType: 'prior-auth', quietSeconds: 1, groupQuietSeconds: 1 };

/** A station in practice mode with decided Tasks, and with two files on hold in the folder `scans`. */
export function withSeveral(sending: { undoSeconds: number }) {
  const before = async ({ dir, settingsFile }: Station) => {
    await writeSamplePackets(dir.at('packets'), new Date());
    await mkdir(dir.at('scans'));
    for (const name of ['card.txt', 'visit.txt'])
      await writeFile(join(dir.at('scans'), name), `Synthetic document ${name}.`);
    const packets = { requestSpec: SAMPLE_REQUEST_SPEC, group: 'folder', backlog: 'send' };
    const folders = [
      { ...COMMON, id: 'packets', path: dir.at('packets'), ...packets },
      { ...COMMON, id: 'scans', path: dir.at('scans'), backlog: 'ask' },
    ];
    const station = 'front-desk';
    await writeFile(settingsFile, JSON.stringify({ environment: 'practice', station, sending, folders }));
  };
  return [undefined, { before }] as const;
}

/** Waits until `count` Tasks are decided. */
export async function decided(station: OpenApp['station'], count: number): Promise<void> {
  const isThere = async () =>
    (await station.tasks()).tasks.filter(({ status }) => status === 'completed').length === count;
  await until(isThere, { timeoutMs: 180_000, everyMs: 500, what: `${count} decided Tasks` });
}

type Station = Parameters<NonNullable<NonNullable<Parameters<typeof openApp>[1]>['before']>>[0];
