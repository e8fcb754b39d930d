import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { newSecret } from '../../contract/proof.ts';
import { say } from '../../contract/say.ts';
import type { Clock } from '../../core/clock.ts';
import { codeOf } from '../../core/error-code.ts';
import { actor } from '../../core/installation/actor.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { App } from '../app/app.ts';
import { type BuiltFiles, readBuiltFiles } from '../built-files.ts';
import { createPasses } from './passes.ts';
import { linkUrl, removeControl, writeControl } from './running-link.ts';
import { buildServer } from './server.ts';

const PATIENCE: Patience = { requestMs: 20_000, proofMs: 20_000 };

/** The milliseconds that slow clients have for a request, and for the proof on a new WebSocket. */
export interface Patience {
  readonly requestMs: number;
  readonly proofMs: number;
}

export interface BrowserHost {
  readonly port: number;
  /** Returns a new one-time link, which admits one page within a minute. */
  link(): string;
  /** Ends the server and closes every connection. The app continues. */
  close(): Promise<void>;
}

/** Serves `app` on 127.0.0.1. Port 0 chooses a free port. Rejects with a PlainError if the port is taken. */
export async function startBrowserHost({
  app,
  clock,
  port,
  dataFolder,
  files,
  patience = PATIENCE,
}: {
  app: App;
  clock: Clock;
  port: number;
  dataFolder: string;
  files: BuiltFiles;
  patience?: Patience;
}): Promise<BrowserHost> {
  const passes = createPasses(clock);
  const controlKey = newSecret();
  let ownPort = 0;
  const server = await buildServer({
    app,
    files,
    passes,
    caller: { actor: actor(), isPage: true },
    port: () => ownPort,
    controlKey,
    ...patience,
  });
  try {
    await server.listen({ host: '127.0.0.1', port });
  } catch (error) {
    throw new PlainError(
      'browser.port',
      say('app.cannotUsePortComputer', {
        port,
        code: codeOf(error),
      }),
      say('app.chooseAnotherPortPort'),
      { cause: error },
    );
  }
  ownPort = portOf(server.server.address());
  await writeControl(dataFolder, { port: ownPort, key: controlKey, pid: process.pid });
  return {
    port: ownPort,
    link: () => linkUrl(ownPort, passes.link()),
    close: async () => {
      await removeControl(dataFolder);
      await server.close();
    },
  };
}

/** Returns the built pages of this program. Rejects with a PlainError if the pages are missing. */
export async function ownPages(): Promise<BuiltFiles> {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  try {
    return await readBuiltFiles(join(root, 'out', 'renderer'));
  } catch (error) {
    throw new PlainError('program.incomplete', say('app.pagesMissing'), say('app.installAgain'), {
      cause: error,
    });
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
