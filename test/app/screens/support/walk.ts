import type { Page } from 'playwright';
import { violationsOf } from '../../support/accessible.ts';
import { still } from '../../support/still.ts';
import { faultsInAllSizes } from './layout.ts';
import { type Stop, show } from './stops.ts';

/** What axe finds, and what is cut or out of reach in any size. */
export const look = async (page: Page) => [...(await violationsOf(page)), ...(await faultsInAllSizes(page))];

/**
 * Goes to each stop in turn and does `lookAt` there once the page is still; all that went wrong is told together. Nothing moves
 * by itself meanwhile, so that no stop waits for a transition.
 */
export async function walk(
  page: Page,
  stops: readonly Stop[],
  lookAt: (page: Page) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, place, open, close } of stops) {
    try {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (place !== undefined) await show(page, place);
      await open?.(page);
      await still(page);
      for (const one of await lookAt(page)) found.push(`${name}: ${one}`);
      await close?.(page);
    } catch (error) {
      throw new Error(`at "${name}"`, { cause: error });
    }
  }
  return found;
}
