import { expect } from 'vitest';
import { test } from './support/stand-in-test.ts';

/* The lock of the desktop program as it is built: what the system's own lock does to it, and what goes on around its window. */

const PIN = '482913';

test('the screen of the system locks the station, what was copied is taken back, and the tray goes on counting', async ({
  program,
  page,
}) => {
  const locked = page.getByRole('heading', { name: 'This station is locked' });
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  // Without a lock of its own, the system's is enough.
  await program.ask({ do: 'power', event: 'lock-screen' });
  await program.ask({ do: 'click-menu', label: 'Lock this station' });
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  expect(await locked.count()).toBe(0);

  await page.getByRole('button', { name: /Lock after/ }).click();
  await page.getByRole('option', { name: '15 minutes', exact: true }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  // No page sets a PIN that nobody at the computer asked for.
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await program.ask({ do: 'answer-dialog', kind: 'message', answer: { response: 0 } });
  await save.click();
  await page.getByText(/Nobody at this computer confirmed/).waitFor();
  expect(await program.last('dialog.message')).toMatchObject({ message: 'Allow this change?' });
  await program.ask({ do: 'answer-dialog', kind: 'message', answer: { response: 1 } });
  await save.click();
  await page.getByText('Saved. The station locks after 15 minutes.').first().waitFor();
  expect(
    await page.evaluate(() =>
      Reflect.get(window, 'clearfolder').invoke('desktop.copy-text', { text: 'Joon Park' }),
    ),
  ).toMatchObject({
    ok: true,
  });

  await program.ask({ do: 'power', event: 'lock-screen' });
  await locked.waitFor();
  await expect
    .poll(async () => (await program.record('clipboard.cleared')).length, { timeout: 60_000 })
    .toBe(1);
  await expect.poll(() => page.title()).toBe('Clearfolder: locked');
  const asked = await page.evaluate(() => Reflect.get(window, 'clearfolder').invoke('tasks.page', {}));
  expect(asked).toMatchObject({ ok: false, error: { code: 'lock.locked' } });
  const opened = (await program.record('dialog.open')).length;
  await program.ask({ do: 'click-menu', label: 'Add documents…' });
  expect(await program.last('tray.tooltip')).toMatch(
    /^Clearfolder: .*(attention|still being saved|being sent|are sent|Checking)/,
  );
  expect((await program.record('dialog.open')).length).toBe(opened);

  await page.getByLabel('PIN of this station').fill(PIN);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  await program.ask({ do: 'click-menu', label: 'Lock this station' });
  await locked.waitFor();
}, 180_000);
