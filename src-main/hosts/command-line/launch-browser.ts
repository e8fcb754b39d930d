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
  const { command, args, input = null } = opener(url, platform);
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      stdio: [input === null ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.stdin?.on('error', () => undefined).end(input);
    child.unref();
  });
}

function opener(
  url: string,
  platform: NodeJS.Platform,
): { command: string; args: readonly string[]; input?: string } {
  switch (platform) {
    case 'darwin':
      // Not among its arguments, which every user of the machine can read there.
      return { command: 'osascript', args: ['-'], input: `open location ${JSON.stringify(url)}\n` };
    case 'win32':
      // What "start" does, without the shell that "start" belongs to. Arguments are for the same user alone there.
      return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
    default:
      // Others can read arguments here; the server tells users apart (other-user.ts).
      return { command: 'xdg-open', args: [url] };
  }
}
