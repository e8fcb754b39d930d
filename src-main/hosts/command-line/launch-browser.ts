import { spawn } from 'node:child_process';

/** Whether somebody can see a window that is opened here: not on a build machine, and not where there is no display. */
export function canShowWindows(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false') return false;
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens the person's own browser at this address. Gives whether that could be tried. */
export function launchBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const { command, args } = opener(platform);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}

function opener(platform: NodeJS.Platform): { command: string; args: readonly string[] } {
  if (platform === 'darwin') return { command: 'open', args: [] };
  // What "start" does, without the shell that "start" belongs to.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  return { command: 'xdg-open', args: [] };
}
