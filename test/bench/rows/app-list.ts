import { FIRST_ROWS, p95, ROWS_FOUND, timeTo } from '../../app/support/page-times.ts';
import { type BenchRow, median, ofSide, type RunOptions } from '../row.ts';
import { type Filled, noBrowser, onBoth, sideOf, sidesOf } from './app-filled.ts';

/** What people do with the list of Tasks, from what they do to what they see. */
export const listRows: readonly BenchRow[] = [
  {
    name: 'app-first-rows',
    what: 'opening the list of Tasks for the first time in a window, click to first rows',
    goal: { kind: 'at-most', value: 1000 },
    cannotRun: noBrowser,
    run: async (options) => {
      const samples = await onBoth(options, 'ms', async (filled) => [await firstRows(filled)]);
      const figure = median(ofSide(samples, largest(options)));
      return {
        unit: 'ms',
        samples,
        against: smallest(options),
        figure,
        meaning: `ms with ${largest(options)}`,
      };
    },
  },
  {
    name: 'app-keystroke',
    what: 'a letter typed into the search of the list of Tasks to the rows it finds, 95th percentile',
    goal: { kind: 'at-most', value: 100 },
    cannotRun: noBrowser,
    run: async (options) => {
      const hurried: string[] = [];
      const samples = await onBoth(options, 'ms', async (filled) => {
        await firstRows(filled);
        const values = await lettersToRows(filled);
        hurried.push(`${filled.side}: ${(await typedAtOnce(filled)).toFixed(0)} ms`);
        return values;
      });
      const figure = p95(ofSide(samples, largest(options)));
      const small = p95(ofSide(samples, smallest(options)));
      return {
        unit: 'ms',
        samples,
        against: smallest(options),
        figure,
        meaning: `ms with ${largest(options)}; ${small.toFixed(0)} ms with a tenth of them`,
        remarks: [`the whole name in one go, last letter to its row: ${hurried.join('; ')}`],
      };
    },
  },
];

const smallest = (options: RunOptions) => sidesOf(options).map(sideOf)[0] ?? '';
const largest = (options: RunOptions) => sidesOf(options).map(sideOf).at(-1) ?? '';

async function firstRows({ page }: Filled): Promise<number> {
  await page.evaluate(() => {
    window.location.hash = '';
  });
  await page.reload();
  await page.locator('.today-columns').waitFor();
  const link = page.getByRole('link', { name: 'Tasks', exact: true });
  return await timeTo(page, FIRST_ROWS, () => link.click());
}

/** Types the name of one Task and takes it back, each letter once the one before is answered. */
async function lettersToRows({ page, name }: Filled): Promise<number[]> {
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.focus();
  const values: number[] = [];
  for (const letter of name.toLowerCase()) {
    const key = letter === ' ' ? 'Space' : letter;
    values.push(await timeTo(page, ROWS_FOUND, () => page.keyboard.press(key)));
  }
  for (const _ of name) values.push(await timeTo(page, ROWS_FOUND, () => page.keyboard.press('Backspace')));
  return values;
}

async function typedAtOnce({ page, name }: Filled): Promise<number> {
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  const only = { ...ROWS_FOUND, shown: '[role="grid"][aria-rowcount="2"] .task-name' };
  return await timeTo(page, only, () => page.keyboard.type(name, { delay: 30 }));
}
