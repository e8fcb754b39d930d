import { writeFileSync } from 'node:fs';
import { testStation } from '../../../support/clearfolder.ts';
import { sha256Of } from '../../../support/documents.ts';
import { startFaultService } from '../../../support/fault-service.ts';
import { pdfDocument } from '../../../support/pdf-document.ts';
import { startServiceModel } from '../../../support/service-model/start.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { watchingSettings } from '../../../support/watching-settings.ts';

/** A station that watches one empty folder, and sends to a service that completes every Task, through scripted faults. */
export async function faultyStation() {
  const upstream = await startServiceModel({ complete: true });
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const folder = await tempDir('watched');
  const station = await testStation(
    watchingSettings(service, folder.path, {
      sending: { idleTimeoutSeconds: 1 },
      tracking: { seconds: 0.5 },
    }),
    { apiSecret: upstream.apiSecret },
  );
  return {
    upstream,
    service,
    folder,
    station,
    /** Writes a PDF about `about` into the folder; gives its sha256. */
    put: (name: string, about = name) => {
      const bytes = pdfDocument({ pages: [about] });
      writeFileSync(folder.at(name), bytes);
      return sha256Of(bytes);
    },
    /** @throws when they do not add up (I1) */
    counts: async () => (await station.folder()).counts,
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await folder.remove();
      await service.close();
      await upstream.close();
    },
  };
}
