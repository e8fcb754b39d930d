import { join } from 'node:path';
import { openStation, type StationChoice } from '../../core/installation/open-station.ts';
import { evaluateTask } from '../../practice/reading/evaluate.ts';
import { startPractice } from '../../practice/service.ts';
import { untilAskedToStop } from '../headless/process.ts';
import { show, type Terminal } from './terminal.ts';

/** `practice [--port N] [--no-external-read]`: the embedded service alone, until it is asked to stop. */
export async function runPractice(
  terminal: Terminal,
  choice: StationChoice,
  { port, externalRead }: { readonly port: number; readonly externalRead: boolean },
): Promise<void> {
  const { folder } = await openStation(choice);
  const stop = untilAskedToStop();
  const practice = await startPractice({
    dataDir: join(folder.practice, 'alone'),
    port,
    evaluate: evaluateTask,
  });
  practice.admin.setReadEnabled(externalRead);
  show(terminal, { base_url: practice.baseUrl, api_secret: practice.apiSecret }, () => [
    'The practice service is running. Its verdicts are for training only and are no medical judgment.',
    `base_url:   ${practice.baseUrl}`,
    `api_secret: ${practice.apiSecret}`,
    'Press Ctrl+C to stop. The Tasks are kept.',
  ]);
  await stop;
  await practice.close();
}
