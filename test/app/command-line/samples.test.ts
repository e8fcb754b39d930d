import { cpSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSamplePackets } from '../../../src-main/practice/samples/write-sample-packets.ts';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const MEDIA_TYPES: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

/** Copies the sample packets two levels deep, as hospital systems export them: a case, and its variants. */
async function exportPackets(samples: string, target: string): Promise<string[][]> {
  const packets = await writeSamplePackets(samples, new Date('2026-03-01T00:00:00Z'));
  return packets.map(({ folder, files }, index) =>
    files.map((file) => {
      const name = basename(file).replace('visit note.pdf', 'visit_(note) .pdf');
      const copy = join(target, `case ${Math.floor(index / 2)} [2026]`, folder, name);
      cpSync(file, copy, { recursive: true });
      return copy;
    }),
  );
}

test('each packet two levels deep becomes one Task, with each file once, unchanged, and of its own type', async () => {
  await using upstream = await startServiceModel({ complete: true });
  await using samples = await tempDir('samples');
  await using folder = await tempDir('packets');
  const packets = await exportPackets(samples.path, folder.path);
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
  await until(async () => (await station.outbox()).every((entry) => entry.state === 'accepted'));
  upstream.oracle.assertExactlyOnce(
    packets.map((files) => files.map((file) => sha256Of(readFileSync(file)))),
  );
  const sent = upstream.oracle.creates().flatMap((create) => create.files);
  const names = packets.flat().map((file) => basename(file));
  expect(sent.map((file) => file.name).sort()).toEqual(names.sort());
  expect(names).toEqual(expect.arrayContaining(['scan 0007 [all pages].pdf', 'visit_(note) .pdf']));
  for (const file of sent)
    expect(file.mediaType, file.name ?? '').toBe(MEDIA_TYPES[extname(file.name ?? '')]);
  expect(new Set(sent.map((file) => file.mediaType)).size).toBe(3);
  const [counts] = await station.folders();
  expect(counts?.counts).toMatchObject({ found: sent.length, accepted: sent.length });
  expect((await running.stop()).code).toBe(0);
});
