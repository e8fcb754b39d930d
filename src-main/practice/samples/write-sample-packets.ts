import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ExpectedResult, type PacketPlan, packetPlans, type SampleFile } from './packet-plans.ts';
import { sheetAsText, sheetsAsPdf } from './sheet.ts';

export { SAMPLE_REQUEST_SPEC } from './packet-plans.ts';

export interface SamplePacket extends Pick<PacketPlan, 'folder' | 'title' | 'expected'> {
  readonly files: readonly string[];
  /** The documents (in `answersDir`) or data that complete a waiting Task, and the result afterwards. */
  readonly answer?: {
    readonly files?: readonly string[];
    readonly data?: Readonly<Record<string, string>>;
    readonly expected: ExpectedResult;
  };
}

/**
 * Writes each packet into a subfolder of `targetDir`, and the documents that complete waiting Tasks into `answersDir` (default: `targetDir`
 * with the suffix "-answers"). Replaces existing files. The same `now` gives the same bytes. Rejects with an error of `node:fs`.
 */
export async function writeSamplePackets(
  targetDir: string,
  now: Date,
  { answersDir = `${resolve(targetDir)}-answers` }: { readonly answersDir?: string } = {},
): Promise<SamplePacket[]> {
  const packets: SamplePacket[] = [];
  for (const plan of packetPlans(now)) {
    const { folder, title, expected, answer } = plan;
    const files = await writeFiles(resolve(targetDir, folder), plan.files, now);
    const written = answer && { answer: await writeAnswer(answer, resolve(answersDir), now) };
    packets.push({ folder, title, files, expected, ...written });
  }
  return packets;
}

async function writeAnswer(
  { files, data, expected }: NonNullable<PacketPlan['answer']>,
  answersDir: string,
  now: Date,
): Promise<NonNullable<SamplePacket['answer']>> {
  return {
    ...(files.length > 0 && { files: await writeFiles(answersDir, files, now) }),
    ...(data !== null && { data }),
    expected,
  };
}

async function writeFiles(folder: string, files: readonly SampleFile[], now: Date): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const file of files) {
    const path = join(folder, file.name);
    await writeFile(path, await contentOf(file, now));
    written.push(path);
  }
  return written;
}

async function contentOf(file: SampleFile, now: Date): Promise<Uint8Array | string> {
  switch (file.kind) {
    case 'pdf':
      return sheetsAsPdf(file.sheets, now);
    case 'text':
      return sheetAsText(file.sheet);
    case 'json':
      return file.json;
  }
}
