import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { testStation } from '../../support/clearfolder.ts';
import { until } from '../../support/until.ts';
import type { BenchService } from '../bench-service.ts';

export interface BenchFolder {
  readonly id: string;
  readonly path: string;
  readonly quietSeconds: number;
}

/** A data folder with its secrets that stations begin with. */
export interface Template {
  readonly data: string;
  readonly secrets: string;
}

export interface StationWish {
  readonly service: Pick<BenchService, 'baseUrl' | 'apiSecret'>;
  readonly folders: readonly BenchFolder[];
  readonly concurrency?: number;
  readonly begin: Template;
}

const lineSchema = z.looseObject({ event: z.string(), time: z.iso.datetime() });
export interface LogLine {
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type BenchRun = ReturnType<Awaited<ReturnType<typeof benchStation>>['start']>;

/** A station whose data folder begins as a copy of another, with modes and times. */
export async function benchStation({ service, folders, concurrency = 4, begin }: StationWish) {
  const station = await testStation({
    environment: 'bench',
    environments: { bench: service.baseUrl },
    sending: { concurrency },
    folders: folders.map((folder) => ({ ...folder, taskType: 'prior-auth', backlog: 'send' })),
  });
  execFileSync('cp', ['-a', begin.data, station.dir.at('data')]);
  execFileSync('cp', ['-a', begin.secrets, station.dir.at('secrets.json')]);
  await station.setSecret(service.apiSecret);
  const logFile = station.dir.at('data', 'logs', 'clearfolder.log');

  function log(): LogLine[] {
    if (!existsSync(logFile)) return [];
    const lines = readFileSync(logFile, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => {
      const { event, time, ...fields } = lineSchema.parse(JSON.parse(line));
      return { event, at: Date.parse(time), fields };
    });
  }

  /** Starts the built program, and gives what it logs. */
  function start() {
    /** Milliseconds since the epoch. */
    const startedAt = Date.now();
    const running = station.start(['run']);
    const since = () => log().filter(({ at }) => at >= startedAt);
    const isAtRest = (lines: readonly LogLine[]) =>
      folders.every(({ id }) => {
        const own = lines.filter(({ fields }) => fields['folder'] === id);
        const watched = own.some(
          ({ event, fields }) => event === 'folder.watching' && fields['mode'] === 'events',
        );
        return watched && own.filter(({ event }) => event === 'folder.scanned').length >= 2;
      });
    return {
      pid: running.child.pid ?? 0,
      startedAt,
      running,
      log: since,
      /** Waits until every folder is watched by events and was looked through after that: nothing more to do. */
      rest: async () => {
        await until(() => isAtRest(since()), {
          timeoutMs: 600_000,
          everyMs: 100,
          what: `rest: ${running.text()}`,
        });
      },
      [Symbol.asyncDispose]: running[Symbol.asyncDispose],
    };
  }

  return { ...station, start };
}
