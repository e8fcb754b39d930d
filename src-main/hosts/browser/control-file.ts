import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../../core/data-folder/private-files.ts';

const controlSchema = z.object({ port: z.int().min(1).max(65_535), key: z.string().min(40), pid: z.int() });
/** Where the server of a data folder is, and what proves to it that the same user asks. */
export type Control = z.infer<typeof controlSchema>;

const pathOf = (dataFolder: string) => join(dataFolder, 'browser.json');

/** Keeps it for others of the same user (0600), until it is removed. */
export async function writeControl(dataFolder: string, control: Control): Promise<void> {
  await writePrivateFile(pathOf(dataFolder), JSON.stringify(control), String(control.pid));
}

/** What is kept, by a server that runs or one that was killed; null where there is nothing that can be read. */
export async function readControl(dataFolder: string): Promise<Control | null> {
  try {
    return controlSchema.parse(JSON.parse(await readFile(pathOf(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}

/** Removes what was kept, as its server ends. */
export async function removeControl(dataFolder: string): Promise<void> {
  await rm(pathOf(dataFolder), { force: true });
}
