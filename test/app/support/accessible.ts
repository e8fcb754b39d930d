import axe from 'axe-core';
import type { Page } from 'playwright';
import { z } from 'zod';

/** The rules whose outcome the colour scheme can change. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string() })),
  }),
);

/** Returns a sentence for each fault that axe finds in the page: all rules in light, the rules about colours in dark. */
export async function violationsOf(page: Page): Promise<string[]> {
  return [
    ...(await violationsIn(page, 'light', {})),
    ...(await violationsIn(page, 'dark', { runOnly: OF_COLOURS })),
  ];
}

/** Like `violationsOf`, without the rules about colours, whose outcome no language changes. */
export function violationsOfTexts(page: Page): Promise<string[]> {
  const rules = Object.fromEntries(OF_COLOURS.map((id) => [id, { enabled: false }]));
  return violationsIn(page, 'light', { rules });
}

async function violationsIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  options: axe.RunOptions,
): Promise<string[]> {
  // Without motion, so that axe never reads a colour in the middle of a transition.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const found = await runAxe(page, options);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${colorScheme}, ${id}: ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** An open dialog or menu hides the page behind from everybody, so axe reads the dialog or menu alone. */
const TOP = '[role="dialog"], [role="alertdialog"], [role="menu"]';

async function runAxe(page: Page, options: axe.RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const context = `[...document.querySelectorAll('${TOP}')].at(-1) ?? document`;
  const run = `axe.run(${context}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`;
  return violationsSchema.parse(await page.evaluate(`${run}.then(({ violations }) => violations)`));
}
