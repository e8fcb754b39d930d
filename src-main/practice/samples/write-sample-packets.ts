import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type PacketPlan, packetPlans, type SampleFile } from './packet-plans.ts';
import { sheetAsText, sheetsAsPdf } from './sheet.ts';

export { SAMPLE_REQUEST_SPEC } from './packet-plans.ts';

export interface SamplePacket extends Pick<PacketPlan, 'folder' | 'title' | 'expected'> {
  readonly files: readonly string[];
  /**
   * Only for a packet whose Task waits. `files`: the paths of the answer documents in `answersDir`. `data`: the data of the answer.
   * `expected`: the result that is expected after the answer.
   */
  readonly answer?: Omit<NonNullable<PacketPlan['answer']>, 'files'> & { readonly files: readonly string[] };
  /**
   * Only for a packet that a person corrects. `files`: the paths of all documents of the corrected packet, some of them in `answersDir`.
   * `expected`: the expected result of the corrected packet.
   */
  readonly correction?: { readonly files: readonly string[]; readonly expected: PacketPlan['expected'] };
}

/**
 * Writes each packet into a subfolder of `targetDir`. Writes the documents for answers and corrections into `answersDir`, by default the
 * path of `targetDir` with the suffix "-answers". Overwrites existing files. The same `now` results in the same bytes. Rejects with an
 * error of `node:fs`.
 */
export async function writeSamplePackets(
  targetDir: string,
  now: Date,
  { answersDir = `${resolve(targetDir)}-answers` }: { readonly answersDir?: string } = {},
): Promise<SamplePacket[]> {
  const packets: SamplePacket[] = [];
  for (const plan of packetPlans(now)) {
    const { folder, title, expected, answer, correction } = plan;
    const files = await writeFiles(resolve(targetDir, folder), plan.files, now);
    const beside = await writeFiles(
      resolve(answersDir),
      [answer, correction].flatMap((one) => one?.files ?? []),
      now,
    );
    const stays = files.filter((path) => !correction?.instead.includes(basename(path)));
    packets.push({
      ...{ folder, title, files, expected },
      ...(answer !== undefined && { answer: { ...answer, files: beside } }),
      ...(correction !== undefined && {
        correction: { files: [...stays, ...beside], expected: correction.expected },
      }),
    });
  }
  return packets;
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
