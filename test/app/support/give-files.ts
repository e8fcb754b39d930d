import type { Locator, Page } from 'playwright';

/** Drops files or folders of the disk onto the window, as the system's file manager does. */
export async function dropOnWindow(
  page: Page,
  paths: readonly string[],
  label = 'Drop to add documents',
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at: { x: number; y: number }) =>
    devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  await drag('dragEnter', { x: 400, y: 300 });
  await drag('dragOver', { x: 400, y: 300 });
  const zone = page.getByText(label, { exact: true });
  await zone.waitFor();
  const box = await zone.boundingBox();
  if (box === null) throw new Error('the place for dropped files is not seen');
  const on = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag('dragOver', on);
  await drag('drop', on);
  await zone.waitFor({ state: 'detached' });
  await devtools.detach();
}

/** Presses a button that lets a person choose files, and chooses `paths`: files, or one folder. */
export async function chooseWith(
  button: Locator,
  paths: string | readonly string[],
  press: (button: Locator) => Promise<void> = (one) => one.click(),
): Promise<void> {
  // Together: where the page goes while it is pressed, what waits for the chooser fails too, and somebody must hear of it.
  const [chooser] = await Promise.all([button.page().waitForEvent('filechooser'), press(button)]);
  await chooser.setFiles(typeof paths === 'string' ? paths : [...paths]);
}
