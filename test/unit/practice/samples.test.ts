import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import type { Evaluation } from '../../../src-main/practice/reading/evaluation.ts';
import type { ExpectedResult } from '../../../src-main/practice/samples/packet-plans.ts';
import {
  SAMPLE_REQUEST_SPEC,
  type SamplePacket,
  writeSamplePackets,
} from '../../../src-main/practice/samples/write-sample-packets.ts';
import { dataInput, diskInput } from './reading/inputs.ts';

const NOW = new Date('2031-02-28T23:30:00Z');
let root = '';
let packets: SamplePacket[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearfolder-samples-'));
  packets = await writeSamplePackets(join(root, 'inbox'), NOW);
});
afterAll(() => rm(root, { recursive: true }));

const evaluateFiles = (
  files: readonly string[],
  data?: Readonly<Record<string, string>>,
): Promise<Evaluation> =>
  evaluateTask(
    [...files.map(diskInput), ...(data === undefined ? [] : [dataInput(data)])],
    SAMPLE_REQUEST_SPEC,
    NOW,
  );

const summarise = (evaluation: Evaluation): ExpectedResult => ({
  status: evaluation.status === 'waiting' ? 'waiting' : 'completed',
  verdicts: evaluation.verdicts.map(({ code, approved }) => ({ code, approved })),
  issueKeys: evaluation.issues.map((issue) => issue.key),
});

it('end as each says it ends', async () => {
  expect(packets.length).toBeGreaterThanOrEqual(6);
  for (const packet of packets) {
    expect({ folder: packet.folder, ...summarise(await evaluateFiles(packet.files)) }).toEqual({
      folder: packet.folder,
      ...packet.expected,
    });
  }
});

it('complete with the answer they name', async () => {
  const waiting = packets.filter((packet) => packet.expected.status === 'waiting');
  expect(waiting.some((packet) => packet.answer?.files.length === 1)).toBe(true);
  expect(waiting.some((packet) => packet.answer?.data?.['member_id'] !== undefined)).toBe(true);
  for (const { files, answer } of waiting) {
    const evaluation = await evaluateFiles([...files, ...(answer?.files ?? [])], answer?.data ?? undefined);
    expect(summarise(evaluation)).toEqual(answer?.expected);
  }
});

it('show every kind of outcome', () => {
  const outcomes = packets.map(({ expected }) => ({
    approved: expected.verdicts.length > 0 && expected.verdicts.every((verdict) => verdict.approved),
    refused: expected.verdicts.length > 0 && expected.verdicts.every((verdict) => !verdict.approved),
    mixed: new Set(expected.verdicts.map((verdict) => verdict.approved)).size === 2,
  }));
  expect(outcomes.filter((one) => one.approved).length).toBeGreaterThanOrEqual(2);
  expect(outcomes.filter((one) => one.refused).length).toBeGreaterThanOrEqual(2);
  expect(outcomes.filter((one) => one.mixed)).toHaveLength(1);
});

it('are the same bytes for the same time, and keep answers out of the packets', async () => {
  const again = await writeSamplePackets(join(root, 'second'), NOW, { answersDir: join(root, 'answers') });
  const hashes = async (list: readonly SamplePacket[]): Promise<string[]> =>
    Promise.all(
      list
        .flatMap((packet) => [...packet.files, ...(packet.answer?.files ?? [])])
        .map(
          async (path) =>
            `${basename(path)} ${createHash('sha256')
              .update(await readFile(path))
              .digest('hex')}`,
        ),
    );
  expect(await hashes(again)).toEqual(await hashes(packets));
  const answers = again.flatMap((packet) => packet.answer?.files ?? []);
  expect(answers.every((path) => path.startsWith(join(root, 'answers')))).toBe(true);
  expect(
    packets
      .flatMap((packet) => packet.answer?.files ?? [])
      .every((path) => path.startsWith(join(root, 'inbox-answers'))),
  ).toBe(true);
});
