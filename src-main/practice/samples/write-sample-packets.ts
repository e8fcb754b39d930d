import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ExpectedResult, type PacketPlan, packetPlans, type SampleFile } from './packet-plans.ts';
import { sheetAsText, sheetsAsPdf } from './sheet.ts';

export { SAMPLE_REQUEST_SPEC } from './packet-plans.ts';

/** A packet on disk. Paths are absolute. */
export interface SamplePacket extends Pick<PacketPlan, 'folder' | 'title' | 'expected'> {
  readonly files: readonly string[];
  /** The documents, outside the target folder, or the data that complete a waiting packet, and the result afterwards. */
  readonly answer?: {
    readonly files?: readonly string[];
    readonly data?: Readonly<Record<string, string>>;
    readonly expected: ExpectedResult;
  };
}

/**
 * Writes each sample packet into a subfolder of `targetDir`, and the documents that complete waiting packets into `answersDir` (default:
 * `targetDir` with "-answers" at the end). Replaces existing files of the same names. The same `now` gives the same bytes. Rejects with the
 * errors of `node:fs`.
 */
export async function writeSamplePackets(
  targetDir: string,
  now: Date,
  { answersDir = `${resolve(targetDir)}-answers` }: { readonly answersDir?: string } = {},
): Promise<SamplePacket[]> {
  const packets: SamplePacket[] = [];
  for (const plan of packetPlans(now)) {
    const { folder, title, expected } = plan;
    const files = await writeFiles(resolve(targetDir, folder), plan.files, now);
    const answer = await writeAnswer(plan, resolve(answersDir), now);
    packets.push({ folder, title, files, expected, ...answer });
  }
  return packets;
}

async function writeAnswer(
  plan: PacketPlan,
  answersDir: string,
  now: Date,
): Promise<Pick<SamplePacket, 'answer'>> {
  if (plan.answer === undefined) return {};
  const { files, data, expected } = plan.answer;
  return {
    answer: {
      ...(files.length > 0 ? { files: await writeFiles(answersDir, files, now) } : {}),
      ...(data !== null ? { data } : {}),
      expected,
    },
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
