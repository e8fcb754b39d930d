import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { stationChoice } from '../command-line/choice.ts';
import type { ElectronMain } from './electron-main.ts';
import { denyPages, PRIVILEGED_SCHEME } from './page-guard.ts';

/**
 * What must be done before Electron is ready, without waiting for anything. Gives the folder for what the window itself
 * keeps, or null where this data folder has a window already: that one is shown instead.
 */
export function prepareDesktop(
  { app, protocol }: Pick<ElectronMain, 'app' | 'protocol'>,
  choice: DesktopChoice,
): string | null {
  app.enableSandbox();
  app.setName('Clearfolder');
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME]);
  denyPages(app);
  // One window for each data folder; Electron's lock goes by this place. Not in the data folder: it holds nothing of patients.
  const data = createHash('sha256').update(dataPlace(choice.station.data, surroundings())).digest('hex');
  const own = join(app.getPath('appData'), 'Clearfolder', data.slice(0, 16));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  app.setPath('userData', own);
  return app.requestSingleInstanceLock() ? own : null;
}

export interface DesktopChoice {
  readonly station: StationChoice;
  /** Started by the system at login: no window until somebody wants it. */
  readonly background: boolean;
  /** The process that started the program hands the api_secret over; see handed-secret.ts. */
  readonly handedSecret: boolean;
  /** The same choice as arguments, to start the program with later. */
  readonly args: readonly string[];
}

/** What the command line says; switches of Electron itself may stand among them. */
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

/** What `open` sends to the desktop program over the channel between the two processes (hosts/command-line/open-on-desktop.ts). */
const handedSchema = z.object({ apiSecret: z.string() });

/** The ends of the channel that this program sees. */
interface Channel {
  readonly connected: boolean;
  once(event: 'message', heard: (message: unknown) => void): unknown;
  once(event: 'disconnect', heard: () => void): unknown;
  disconnect(): unknown;
}

/**
 * The api_secret that the process which started this program hands over, or null. An environment variable would reach each of
 * Electron's own processes too.
 */
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
