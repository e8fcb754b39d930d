import type { Page } from 'playwright';
import { chooseWith } from './give-files.ts';
import type { Keys } from './keyboard.ts';

/** Gives files with "Add documents"; which ones is chosen in the system's own dialog, which the test answers. */
export async function giveByKeyboard(page: Page, keys: Keys, files: readonly string[]): Promise<void> {
  await keys.activate(page.getByRole('button', { name: 'Add documents' }));
  const choose = page.getByRole('menuitem', { name: 'Choose files…' });
  await choose.waitFor();
  await keys.check('opening the menu');
  await chooseWith(choose, files, () => keys.activate(choose));
  await page.getByRole('heading', { name: 'Review before sending' }).waitFor();
  await keys.check('giving files');
}

/** Sends the drop that is shown, as a task type; `button` is what the button has to say. */
export async function sendByKeyboard(page: Page, keys: Keys, button: string, taskType: string) {
  await keys.to(page.getByRole('combobox', { name: 'Task type' }));
  await keys.type(taskType);
  // The suggestions hide everything else from whoever cannot see it; leaving the field puts them away.
  await keys.press('Tab');
  await keys.activate(page.getByRole('button', { name: button }));
}
