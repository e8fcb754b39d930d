import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { t } from '../language.ts';
import type { ElectronMain } from './electron-main.ts';

interface LoginPorts {
  readonly app: Pick<ElectronMain['app'], 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly configHome: string | undefined;
  readonly command: readonly [string, ...string[]];
}

export async function setStartAtLogin(wanted: boolean, ports: LoginPorts): Promise<void> {
  const { app, platform, command } = ports;
  if (platform === 'linux') return await setAutostart(wanted, autostartFile(ports), command);
  const [path, ...args] = command;
  if (app.getLoginItemSettings({ path, args }).openAtLogin !== wanted)
    app.setLoginItemSettings({ openAtLogin: wanted, path, args });
}

function autostartFile({ home, configHome }: LoginPorts): string {
  const config = configHome !== undefined && isAbsolute(configHome) ? configHome : join(home, '.config');
  return join(config, 'autostart', 'clearfolder.desktop');
}

async function setAutostart(wanted: boolean, file: string, command: readonly string[]): Promise<void> {
  if (!wanted) return await rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, autostartEntry(command));
}

/** Returns a freedesktop autostart file. Each argument is escaped first for `Exec`, then for strings in the file. */
export function autostartEntry(command: readonly string[]): string {
  const quoted = command.map(
    (part) =>
      `"${part
        .replace(/[\\"`$]/g, '\\$&')
        .replaceAll('\\', '\\\\')
        .replaceAll('%', '%%')}"`,
  );
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Clearfolder',
    `Comment=${t('desktop.sendsHospitalDocumentsShows')}`,
    `Exec=${quoted.join(' ')}`,
    'Terminal=false',
    '',
  ].join('\n');
}
