import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { writePdf } from '../../support/pdf-document.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

const MIB = 1024 ** 2;

/** The most memory a process ever held, in bytes, as Linux tells. */
function peakMemory(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) * 1024;
}

test('a file of 300 MiB goes out unchanged, with flat memory', async () => {
  await using upstream = await startServiceModel({ complete: true });
  await using folder = await tempDir('large');
  await using outside = await tempDir('large-outside');
  await using station = await testStation(watchingSettings(upstream, folder.path), {
    apiSecret: upstream.apiSecret,
  });
  await using running = await station.watch();
  const pid = running.child.pid ?? 0;
  const send = async (name: string, bytes: number) => {
    const { sha256 } = await writePdf(outside.at(name), { pages: [`a scan of ${bytes} bytes`], bytes });
    const before = upstream.oracle.creates().length;
    await rename(outside.at(name), folder.at(name));
    await until(() => upstream.oracle.creates().length > before, { timeoutMs: 120_000 });
    expect(upstream.oracle.creates().at(-1)?.files).toEqual([
      { name, mediaType: 'application/pdf', sha256, size: bytes },
    ]);
    return peakMemory(pid);
  };
  // The first file pays for what any sending costs, so that the second shows what size costs.
  const afterSmall = await send('small.pdf', 8 * MIB);
  const afterLarge = await send('large.pdf', 300 * MIB);
  process.stdout.write(
    `peak memory grew by ${Math.round((afterLarge - afterSmall) / MIB)} MiB for 300 MiB sent\n`,
  );
  expect(afterLarge - afterSmall).toBeLessThan(64 * MIB);
  await running.stop();
});
