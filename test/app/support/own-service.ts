import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import {
  SAMPLE_REQUEST_SPEC,
  writeSamplePackets,
} from '../../../src-main/practice/samples/write-sample-packets.ts';
import { startPractice } from '../../../src-main/practice/service.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** The request details that the sample packets are written for. */
export const REQUEST_DETAILS = JSON.stringify(SAMPLE_REQUEST_SPEC);

/**
 * A whole service of its own for a journey: the practice service behind a fault service, so that the test can ask what really
 * arrived and can put the network between them out of order; and the sample packets on disk, none of them sent yet.
 */
export async function ownService() {
  const dir = await tempDir('journey');
  const packets = await writeSamplePackets(dir.at('packets'), new Date());
  const practice = await startPractice({
    dataDir: dir.at('service'),
    evaluate: evaluateTask,
    pace: { startMs: 50, processMs: 100 },
  });
  const service = await startFaultService({ upstream: practice.baseUrl });
  return {
    ...service,
    dir,
    practice,
    apiSecret: practice.apiSecret,
    /** Settings of a station that works with it and looks often. */
    settings: {
      environment: 'test',
      environments: { test: service.baseUrl },
      tracking: { seconds: 0.4 },
    },
    /** What the service holds, oldest first. */
    held: () => practice.admin.tasks(),
    /** One of the sample packets by the beginning of its folder's name: '05' is the one without an insurance card. */
    packet: (number: string) => {
      const found = packets.find(({ folder }) => folder.startsWith(number));
      if (found === undefined) throw new Error(`no sample packet ${number}`);
      return { ...found, path: dir.at('packets', found.folder) };
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await practice.close();
      await dir.remove();
    },
  };
}
export type OwnService = Awaited<ReturnType<typeof ownService>>;
