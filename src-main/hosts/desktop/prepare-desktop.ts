import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { stationChoice } from '../command-line/global-options.ts';
import type { ElectronMain } from './electron-main.ts';
import { denyPages, PRIVILEGED_SCHEME } from './page-guard.ts';

/**
 * Prepares Electron synchronously, before the `ready` event. Returns the folder for Electron's own files; null if another process already
 * has a window for this data folder. In that case, Electron tells the other process to show its window (`second-instance`).
 */
export function prepareDesktop(
  { app, protocol }: Pick<ElectronMain, 'app' | 'protocol'>,
  choice: DesktopChoice,
): string | null {
  app.enableSandbox();
  app.setName('Clearfolder');
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME]);
  denyPages(app);
  // Electron keeps its single-instance lock in this folder, so each data folder has at most one window.
  const data = createHash('sha256').update(dataPlace(choice.station.data, surroundings())).digest('hex');
  const own = join(app.getPath('appData'), 'Clearfolder', data.slice(0, 16));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  app.setPath('userData', own);
  return app.requestSingleInstanceLock() ? own : null;
}

export interface DesktopChoice {
  readonly station: StationChoice;
  /** Whether the system started the program at login, so that no window opens. */
  readonly background: boolean;
  /** Whether the parent process sends the api_secret (`apiSecretOfParent`). */
  readonly handedSecret: boolean;
  /** The arguments with which a later start, such as the start at login, uses the same data folder, settings and secrets. */
  readonly args: readonly string[];
}

/** Parses the command line, which may also contain switches of Electron. */
export function desktopChoice(argv: readonly string[], env: NodeJS.ProcessEnv): DesktopChoice {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      settings: { type: 'string' },
      secrets: { type: 'string' },
      background: { type: 'boolean' },
      'handed-secret': { type: 'boolean' },
    },
  });
  const { data, settings, secrets } = values;
  const given = {
    ...(typeof data === 'string' && { data: [data] }),
    ...(typeof settings === 'string' && { settings }),
    ...(typeof secrets === 'string' && { secrets }),
  };
  const station = stationChoice(given, env);
  const args = [
    ...(station.data === null ? [] : ['--data', station.data]),
    ...(station.settings === null ? [] : ['--settings', station.settings]),
    ...(station.secrets === null ? [] : ['--secrets', station.secrets]),
  ];
  return {
    station,
    background: values.background === true,
    handedSecret: values['handed-secret'] === true,
    args,
  };
}

// The message in which the verb `open` sends the api_secret to this process (hosts/command-line/open/open.ts).
const handedSchema = z.object({ apiSecret: z.string() });

interface Channel {
  readonly connected: boolean;
  once(event: 'message', heard: (message: unknown) => void): unknown;
  once(event: 'disconnect', heard: () => void): unknown;
  disconnect(): unknown;
}

/** Returns the api_secret that the parent process sends, or null. Electron's other processes could read it in an environment variable. */
export function apiSecretOfParent(own: Channel): Promise<string | null> {
  if (!own.connected) return Promise.resolve(null);
  return new Promise((resolve) => {
    own.once('disconnect', () => resolve(null));
    own.once('message', (message) => {
      const handed = handedSchema.safeParse(message);
      resolve(handed.success ? handed.data.apiSecret : null);
      own.disconnect();
    });
  });
}
