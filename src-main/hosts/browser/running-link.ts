import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ask, sealingKey } from '../../contract/sealed.ts';
import { systemClock } from '../../core/clock.ts';
import { inDataFolder } from '../../core/data-folder/data-folder.ts';
import { replaceFile } from '../../core/replace-file.ts';
import { createTransport } from '../../core/service/http/transport.ts';

const WAIT_MS = 5_000;
const linkSchema = z.object({
  ok: z.literal(true),
  value: z.object({ secret: z.string() }),
});

/**
 * Returns a new one-time link from the Clearfolder that serves this data folder; null if no such Clearfolder runs. After a kill,
 * another program may use the port in the control file. Such a program cannot prove that it has the key in the file, so the result is null.
 */
export async function linkOfRunning(
  dataFolder: string,
): Promise<{ url: string; port: number; pid: number } | null> {
  const control = await readControl(dataFolder);
  if (control === null) return null;
  const origin = `http://127.0.0.1:${control.port}`;
  const limits = { idleTimeoutMs: WAIT_MS, connectTimeoutMs: WAIT_MS };
  // Node's `fetch` is not used, because an environment variable could send the request through a proxy.
  const transport = createTransport({ clock: systemClock, ...limits });
  try {
    const exchange = await ask(await sealingKey(control.key), 'POST', '/api/link');
    const { body } = await transport.send({
      method: 'POST',
      origin,
      path: '/api/link',
      headers: { 'content-type': 'application/octet-stream', authorization: exchange.authorisation, origin },
      body: Buffer.alloc(0),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const pieces = [body].values();
    for await (const frame of exchange.openFrames(async () => pieces.next().value ?? null)) {
      const { value } = linkSchema.parse(JSON.parse(Buffer.from(frame).toString()));
      return { url: linkUrl(control.port, value.secret), port: control.port, pid: control.pid };
    }
    return null;
  } catch {
    return null;
  } finally {
    await transport.close();
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
