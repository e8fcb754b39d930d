import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

/** While a dialog is open the page behind it is hidden from everybody, its landmarks and headings too. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'page-has-heading-one'];

/**
 * What axe finds on what the page shows now, in light and in dark, in words. `noOtherPage` where the browser of the page may not
 * open a second one, in which axe otherwise puts together what it found.
 */
export async function violationsOf(page: Page, { noOtherPage = false } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion: a colour that is still on its way to another is not what anybody reads.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const covered = (await page.locator('[role="dialog"], [role="alertdialog"]').count()) > 0;
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(noOtherPage)
      .disableRules(covered ? OF_WHOLE_PAGES : [])
      .analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme}, ${id}: ${target.join(' ')}: ${failureSummary}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return found;
}
