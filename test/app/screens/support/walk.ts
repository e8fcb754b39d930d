import type { Page } from 'playwright';
import type { Stop } from './stops.ts';

/** Goes to each stop in turn and does `look` there; all that went wrong is told together. */
export async function walk(
  page: Page,
  stops: readonly Stop[],
  look: (where: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open, close } of stops) {
    try {
      await open(page);
      for (const one of await look(name)) found.push(`${name}: ${one}`);
      await close?.(page);
    } catch (error) {
      throw new Error(`at "${name}"`, { cause: error });
    }
  }
  return found;
}
