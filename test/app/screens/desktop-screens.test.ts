import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDesktop } from '../../support/electron/desktop-program.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { violationsOf } from '../support/accessible.ts';
import { screens, taskStops } from './support/stops.ts';
import { walk } from './support/walk.ts';

const rowsSchema = z.object({
  value: z.object({
    rows: z.array(z.object({ uuid: z.string(), status: z.string(), verdicts: z.array(z.unknown()) })),
  }),
});

test('in the desktop window axe finds nothing either, light and dark', async () => {
  await using dir = await tempDir('desktop');
  const { page, quit } = await openDesktop({ data: dir.at('data'), home: dir.path });
  try {
    const decided = await until(
      async () => {
        const listed = await page.evaluate(`window.clearfolder.invoke('tasks.page', {})`);
        const { rows } = rowsSchema.parse(listed).value;
        const moving = rows.some(({ status }) => status === 'pending' || status === 'processing');
        return rows.length === 9 && !moving ? rows.find(({ verdicts }) => verdicts.length > 0) : null;
      },
      { timeoutMs: 180_000, everyMs: 500, what: 'the packets at rest' },
    );
    const stops = [...screens, ...taskStops('decided', decided.uuid)];
    expect(await walk(page, stops, violationsOf)).toEqual([]);
  } finally {
    await quit();
  }
}, 1_800_000);
