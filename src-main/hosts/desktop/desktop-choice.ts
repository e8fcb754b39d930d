import { parseArgs } from 'node:util';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { stationChoice } from '../command-line/global-options.ts';

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
