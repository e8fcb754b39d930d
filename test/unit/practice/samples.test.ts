import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import type { Evaluation } from '../../../src-main/practice/reading/evaluation.ts';
import type { ExpectedResult } from '../../../src-main/practice/samples/packet-plans.ts';
import {
  SAMPLE_REQUEST_SPEC,
  type SamplePacket,
  writeSamplePackets,
} from '../../../src-main/practice/samples/write-sample-packets.ts';
import { sha256Of } from '../../support/documents.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { dataInput, diskInput } from './reading/inputs.ts';

const NOW = new Date('2031-02-28T23:30:00Z');
let dir: TempDir;
let packets: SamplePacket[] = [];

beforeAll(async () => {
  dir = await tempDir('samples');
  packets = await writeSamplePackets(dir.at('inbox'), NOW);
  return dir.remove;
});

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

it('are approved as the correction that they name', async () => {
  const corrected = packets.flatMap(({ correction }) => correction ?? []);
  expect(corrected).toHaveLength(1);
  for (const { files, expected } of corrected)
    expect(summarise(await evaluateFiles(files))).toEqual(expected);
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
  const again = await writeSamplePackets(dir.at('second'), NOW, { answersDir: dir.at('answers') });
  const answersOf = (list: readonly SamplePacket[]) => list.flatMap(({ answer }) => answer?.files ?? []);
  const hashes = (list: readonly SamplePacket[]) =>
    [...list.flatMap(({ files }) => files), ...answersOf(list)].map(
      (path) => `${basename(path)} ${sha256Of(readFileSync(path))}`,
    );
  expect(hashes(again)).toEqual(hashes(packets));
  expect(answersOf(again).every((path) => path.startsWith(dir.at('answers')))).toBe(true);
  expect(answersOf(packets).every((path) => path.startsWith(dir.at('inbox-answers')))).toBe(true);
});
