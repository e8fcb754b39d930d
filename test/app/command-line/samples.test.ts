import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { filesBelow, testWithSamples } from '../../support/samples.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const MEDIA_TYPES: Record<string, string> = { pdf: 'application/pdf', json: 'application/json' };

testWithSamples(
  'every packet of the samples, grouped by subfolder, becomes one Task with each file once and unchanged',
  async (samples) => {
    await using upstream = await startServiceModel({ complete: true });
    await using folder = await tempDir('packets');
    const packets = ['001/a', '001/b', '002/a', '002/b', '003/a', '003/b'];
    for (const packet of packets) cpSync(join(samples, packet), folder.at(packet), { recursive: true });
    await using station = await testStation(
      {
        environment: 'test',
        environments: { test: upstream.baseUrl },
        folders: [
          {
            id: 'packets',
            path: folder.path,
            taskType: 'prior-auth',
            group: { folderDepth: 2 },
            quietSeconds: 0.3,
            groupQuietSeconds: 0.5,
            backlog: 'send',
          },
        ],
      },
      { apiSecret: upstream.apiSecret },
    );
    await using running = await station.watch();
    await until(() => upstream.oracle.creates().length >= packets.length);
    const hashes = packets.map((packet) =>
      filesBelow(folder.at(packet)).map((file) => sha256Of(readFileSync(folder.at(packet, file)))),
    );
    await until(async () => (await station.outbox()).every((entry) => entry.state === 'accepted'));
    upstream.oracle.assertExactlyOnce(hashes);
    const sent = upstream.oracle.creates().flatMap((create) => create.files);
    const names = packets.flatMap((packet) =>
      filesBelow(folder.at(packet)).map((file) => file.split('/').at(-1) ?? ''),
    );
    expect(sent.map((file) => file.name).sort()).toEqual(names.sort());
    expect(names.some((name) => name.includes(' (note) .pdf'))).toBe(true);
    for (const file of sent) expect(file.mediaType).toBe(MEDIA_TYPES[file.name?.split('.').at(-1) ?? '']);
    const [counts] = await station.folders();
    expect(counts?.counts).toMatchObject({ found: sent.length, accepted: sent.length });
    expect((await running.stop()).code).toBe(0);
  },
);
