import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderRule, folderRuleSchema } from '../../contract/settings.ts';
import type { Station } from '../../core/installation/open-station.ts';
import { originOf } from '../../core/service/http/base-url.ts';
import type { PracticeService } from '../../practice/service.ts';

/* This file imports the practice service dynamically, because a station of the real service never needs the practice service. */

const LEFT_OUT = 'samples-left-out';

export const sampleFolder = (practice: string): string => join(practice, 'folder');

export const answersFolder = (practice: string): string => join(practice, 'answers');

/** Records that practice mode must no longer watch the folder of sample packets, even if the settings name no folder. */
export function leaveSamplesOut(practice: string): void {
  mkdirSync(practice, { recursive: true, mode: 0o700 });
  writeFileSync(join(practice, LEFT_OUT), '', { mode: 0o600 });
}

export function samplesLeftOut(practice: string): boolean {
  return existsSync(join(practice, LEFT_OUT));
}

/** Starts the embedded service, which keeps its Tasks after a restart, and stores the api_secret of the service for the station. */
export async function startEmbeddedService(station: Station): Promise<PracticeService> {
  const { startPractice } = await import('../../practice/service.ts');
  const { evaluateTask } = await import('../../practice/reading/evaluate.ts');
  const practice = await startPractice({
    dataDir: join(station.folder.practice, 'service'),
    evaluate: evaluateTask,
  });
  // The api_secret is bound to an origin. The origin of the embedded service is new at each start, because the port is new.
  const credentials = station.credentials.boundTo(originOf(practice.baseUrl));
  if ((await credentials.readSecret()) !== practice.apiSecret) {
    await credentials.setSecret(practice.apiSecret);
  }
  return practice;
}

/** Returns the rule of the sample folder. The first call fills the folder with sample packets about invented patients. */
export async function practiceFolder(station: Station, now: Date): Promise<FolderRule> {
  const { SAMPLE_REQUEST_SPEC, writeSamplePackets } = await import(
    '../../practice/samples/write-sample-packets.ts'
  );
  const path = sampleFolder(station.folder.practice);
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true });
    await writeSamplePackets(path, now, { answersDir: answersFolder(station.folder.practice) });
  }
  return folderRuleSchema.parse({
    id: 'practice',
    path,
    taskType: 'prior-auth',
    requestSpec: SAMPLE_REQUEST_SPEC,
    group: 'folder',
    quietSeconds: 1,
    groupQuietSeconds: 2,
    backlog: 'send',
  });
}
