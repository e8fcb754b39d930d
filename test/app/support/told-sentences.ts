import type { Page } from 'playwright';

/** From now on notes everything that the sentence of Today says; the answer gives all of it, in order. */
export async function toldSentences(page: Page): Promise<() => Promise<readonly string[]>> {
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => {
    const told = [element.textContent];
    const root = element.parentElement ?? element;
    new MutationObserver(() => {
      // Not what is said aloud beside it, which follows once the sentence has come to rest.
      const text = root.querySelector('h1')?.textContent ?? '';
      if (told.at(-1) !== text) told.push(text);
    }).observe(root, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { told });
  });
  return () =>
    page.evaluate(() => {
      const told: unknown = Reflect.get(window, 'told');
      return Array.isArray(told) ? told.map(String) : [];
    });
}
