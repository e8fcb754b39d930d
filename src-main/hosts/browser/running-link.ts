import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, WebSocket } from 'undici';
import { z } from 'zod';
import { enter } from '../../contract/enter.ts';
import { inDataFolder } from '../../core/data-folder/data-folder.ts';
import { replaceFile } from '../../core/replace-file.ts';

const WAIT_MS = 5_000;

/**
 * Returns a new one-time link from the Clearfolder that serves this data folder; null if no such Clearfolder runs. After a kill,
 * another program may use the port in the control file. Such a program cannot prove that it has the key in the file, so the result is null.
 */
export async function linkOfRunning(
  dataFolder: string,
): Promise<{ url: string; port: number; pid: number } | null> {
  const control = await readControl(dataFolder);
  if (control === null) return null;
  const { port, pid, key } = control;
  const origin = `http://127.0.0.1:${port}`;
  // The agent uses no proxy, whatever the environment says.
  const dispatcher = new Agent({ connect: { timeout: WAIT_MS } });
  let close = () => {};
  const patience = setTimeout(() => close(), WAIT_MS);
  try {
    const first = await enter(origin, key, (url) => {
      const socket = new WebSocket(url, { dispatcher, headers: { origin } });
      close = () => socket.close();
      return socket;
    });
    return first.kind === 'link' ? { url: linkUrl(port, first.link), port, pid } : null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
    close();
    await dispatcher.destroy();
  }
}

export function linkUrl(port: number, secret: string): string {
  return `http://127.0.0.1:${port}/#launch=${secret}`;
}
const controlSchema = z.object({ port: z.int().min(1).max(65_535), key: z.string().min(40), pid: z.int() });
/** The port and process id of the server of a data folder, and the key with which a process of the same user asks for a link. */
export type Control = z.infer<typeof controlSchema>;

const pathOf = (dataFolder: string) => join(dataFolder, 'browser.json');

/** Writes the control file, which only processes of the same user can read (0600). @throws DataFolderError */
export async function writeControl(dataFolder: string, control: Control): Promise<void> {
  await inDataFolder(dataFolder, () => replaceFile(pathOf(dataFolder), JSON.stringify(control)));
}

/** Returns the content of the control file; null if the file is missing or damaged. */
export async function readControl(dataFolder: string): Promise<Control | null> {
  try {
    return controlSchema.parse(JSON.parse(await readFile(pathOf(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}

export async function removeControl(dataFolder: string): Promise<void> {
  await rm(pathOf(dataFolder), { force: true });
}
