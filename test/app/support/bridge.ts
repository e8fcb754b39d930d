import type { Page } from 'playwright';
import { z } from 'zod';
import { until } from '../../support/until.ts';

/** What a call of the bridge gives, asked from the page of the desktop program. */
export const bridge = (page: Page, call: string) => page.evaluate(`window.clearfolder.${call}`);

/** Gives files to an input as the system does, with their paths; Playwright would send their bytes to a browser it did not start. */
export async function chooseFiles(page: Page, input: string, files: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { result } = await cdp.send('Runtime.evaluate', { expression: `document.querySelector('${input}')` });
  await cdp.send('DOM.setFileInputFiles', { files, ...(result.objectId && { objectId: result.objectId }) });
  await cdp.detach();
}

const rowsSchema = z.object({ value: z.object({ rows: z.array(z.object({ uuid: z.string() })) }) });
const itemSchema = z.looseObject({ uuid: z.string(), data_type: z.string() });
const detailSchema = z.object({ value: z.looseObject({ data_items: z.array(itemSchema) }) });

/** A Task and one of its items, as the input of a request; which Task is first is chance, and not every item is a file. */
export function itemThat(page: Page, wanted: (type: string) => boolean): Promise<string> {
  return until(
    async () => {
      for (const { uuid } of rowsSchema.parse(await bridge(page, `invoke('tasks.page', {})`)).value.rows) {
        const detail = await bridge(page, `invoke('tasks.get', { task: '${uuid}' })`);
        const items = detailSchema.safeParse(detail).data?.value.data_items ?? [];
        const found = items.find(({ data_type: type }) => wanted(type));
        if (found !== undefined) return JSON.stringify({ task: uuid, item: found.uuid });
      }
      return null;
    },
    { everyMs: 200, what: 'a Task with such an item' },
  );
}
