import type { Page } from 'playwright';
import { dropOnWindow } from './give-files.ts';
import { sendDrop } from './send-drop.ts';

/** Drops a file on a station that has sent nothing yet, and sends it as a task type that the service refuses. */
export async function dropRefused(page: Page, file: string): Promise<void> {
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await dropOnWindow(page, [file]);
  await sendDrop(page, 'Send 1 document as 1 Task', 'prior-atuh');
  await page.getByRole('heading', { name: /^1 file could not be sent\./ }).waitFor();
}
