import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenApp, openApp, PRACTICE } from './support/app.ts';
import { closeBrowser } from './support/browser.ts';
import { still } from './support/still.ts';

/* Takes the pictures of the README from the running program in practice mode: `npm run pictures`. */

const TARGET = join(import.meta.dirname, '..', '..', 'resources', 'pictures');
const SIZE = { width: 1280, height: 800 };

type Page = OpenApp['page'];

const screens: readonly { name: string; show(page: Page): Promise<void> }[] = [
  {
    name: 'today',
    show: async (page) => {
      await page.getByRole('link', { name: /^Today/ }).click();
      await page.getByRole('button', { name: 'Dismiss' }).click();
    },
  },
  { name: 'waiting', show: (page) => page.getByRole('link', { name: /^Waiting/ }).click() },
  {
    name: 'verdicts',
    show: async (page) => {
      await page.getByRole('link', { name: /^Verdicts/ }).click();
      await page.getByText('Lindqvist').first().click();
    },
  },
  { name: 'tasks', show: (page) => page.getByRole('link', { name: /^Tasks/ }).click() },
];

await mkdir(TARGET, { recursive: true });
const app = await openApp(
  { ...PRACTICE, station: 'front-desk' },
  { page: { viewport: SIZE, colorScheme: 'light' } },
);
try {
  const { page } = app;
  await page
    .getByRole('heading', { level: 1, name: /2 Tasks are waiting for you/ })
    .waitFor({ timeout: 60_000 });
  for (const { name, show } of screens) {
    await show(page);
    await page.mouse.move(0, 0);
    await still(page);
    await page.screenshot({ path: join(TARGET, `${name}.png`) });
    process.stdout.write(`${name}.png\n`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: /^Today/ }).click();
  await page.mouse.move(0, 0);
  await still(page);
  await page.screenshot({ path: join(TARGET, 'today-dark.png') });
} finally {
  await app[Symbol.asyncDispose]();
  await closeBrowser();
}
