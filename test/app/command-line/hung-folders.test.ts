import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { hungFile } from '../../support/hung-file.ts';
import { needing, needs } from '../../support/machine.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const HUNG = 5;

test(
  'I8: many folders on a drive that hangs hold up neither what is sent from another nor the end',
  needing(needs.posix),
  async () => {
    await using dir = await tempDir('hung');
    await using upstream = await startServiceModel({ complete: true });
    const names = Array.from({ length: HUNG }, (_, index) => `hung-${index}`);
    for (const name of [...names, 'here']) mkdirSync(dir.at(name, '.clearfolder'), { recursive: true });
    using hung = new DisposableStack();
    for (const name of names) hung.use(hungFile(dir.at(name, '.clearfolder', 'lease-99')));
    const folders = [...names, 'here'].map((id) => ({
      id,
      path: dir.at(id),
      taskType: 'prior-auth',
      quietSeconds: 0.1,
      backlog: 'send',
    }));
    await using station = await testStation(
      { environment: 'test', environments: { test: upstream.baseUrl }, tracking: { seconds: 1 }, folders },
      { apiSecret: upstream.apiSecret },
    );
    await using running = await station.watch();
    writeFileSync(dir.at('here', 'a.pdf'), pdfDocument({ pages: ['a document'], bytes: 3000 }));
    await until(async () => (await station.outbox())[0]?.state === 'accepted');
    expect((await running.stop()).code).toBe(0);
  },
);
