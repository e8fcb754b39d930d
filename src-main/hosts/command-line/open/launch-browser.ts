import { spawn } from 'node:child_process';

/** Whether a person can see a window of this process: not on a build machine, and not without a display. */
export function canShowWindows(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false') return false;
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens the person's browser at this address. Returns whether the start of the browser could be tried. */
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
      // On standard input, because every user of the machine can read the arguments of a process.
      return { command: 'osascript', args: ['-'], input: `open location ${JSON.stringify(url)}\n` };
    case 'win32':
      // The action of "start" without a shell. Windows shows the arguments of a process only to the same user.
      return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
    default:
      // Other users can read these arguments, but the server refuses other users (other-user.ts).
      return { command: 'xdg-open', args: [url] };
  }
}
