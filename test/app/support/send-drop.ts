import type { Page } from 'playwright';

/** Sends the drop that is shown, as a task type; `button` is what the button has to say. */
export async function sendDrop(page: Page, button: string, taskType = 'prior-auth'): Promise<void> {
  await page.getByRole('combobox', { name: 'Task type' }).fill(taskType);
  // Puts the suggestions away.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: button }).click();
}
