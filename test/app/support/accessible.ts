import axe from 'axe-core';
import type { Page } from 'playwright';
import { z } from 'zod';

/** While a dialog is open the page behind the dialog is hidden from everybody, with its landmarks and headings. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'page-has-heading-one'];

/** The rules whose outcome the colour scheme can change. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string() })),
  }),
);

const SCHEMES = ['light', 'dark'] as const;

/** Returns a sentence for each fault that axe finds in the page: all rules in light, the rules about colours in dark. */
export async function violationsOf(
  page: Page,
  schemes: readonly (typeof SCHEMES)[number][] = SCHEMES,
): Promise<string[]> {
  const covered = (await page.locator('[role="dialog"], [role="alertdialog"]').count()) > 0;
  const rules = Object.fromEntries((covered ? OF_WHOLE_PAGES : []).map((id) => [id, { enabled: false }]));
  const found: string[] = [];
  for (const colorScheme of schemes) {
    // Without motion, so that axe never reads a colour in the middle of a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const { id, nodes } of await runAxe(
      page,
      colorScheme === 'light' ? { rules } : { runOnly: OF_COLOURS },
    )) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme}, ${id}: ${target.join(' ')}: ${failureSummary}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}

async function runAxe(page: Page, options: axe.RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const run = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`;
  return violationsSchema.parse(await page.evaluate(`${run}.then(({ violations }) => violations)`));
}
