import type { Page } from 'playwright';
import { still } from '../../support/still.ts';

/**
 * What is wrong with how the page stands now, in words: the page scrolls sideways, things to press overlap or lie where nobody
 * can get them, or a text is cut without saying elsewhere what it says.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth > window.innerWidth + 1) faults.push(`the page is ${root.scrollWidth} px wide`);
    if (root.scrollHeight > window.innerHeight + 1) faults.push(`the page is ${root.scrollHeight} px high`);

    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]');
    const top: ParentNode = [...dialogs].at(-1) ?? document;
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${JSON.stringify((element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 50))}`;
    const clips = (style: CSSStyleDeclaration) =>
      style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    const isSticky = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).position === 'sticky' || isSticky(element.parentElement));
    const isHidden = (element: Element) =>
      element.closest('.visually-hidden, .shell-skip, [hidden], svg') !== null ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) ||
      isClipped(element);

    /** What of a box its scrolling and cutting ancestors leave to see; null where nothing. */
    const seen = (element: Element, box: DOMRect) => {
      let { left, top: above, right, bottom } = box;
      const fixed = (one: Element) => getComputedStyle(one).position === 'fixed';
      for (let at = element; at.parentElement !== null && !fixed(at); at = at.parentElement) {
        const parent = at.parentElement;
        if (!clips(getComputedStyle(parent))) continue;
        const edge = parent.getBoundingClientRect();
        left = Math.max(left, edge.left);
        above = Math.max(above, edge.top);
        right = Math.min(right, edge.right);
        bottom = Math.min(bottom, edge.bottom);
      }
      return right - left > 1 && bottom - above > 1 ? { left, top: above, right, bottom } : null;
    };

    // Things to press: none over another, none out of reach.
    const pressable =
      'button, a[href], input, select, textarea, [role="button"], [role="tab"], [role="option"], [role="menuitem"], label';
    const shown: { element: Element; box: NonNullable<ReturnType<typeof seen>> }[] = [];
    for (const element of top.querySelectorAll(pressable)) {
      if (isHidden(element) || element.closest('.notices') !== null) continue;
      const whole = element.getBoundingClientRect();
      if (whole.width === 0) continue;
      let scrolls = false;
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { overflowY, overflowX } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowY) || /auto|scroll/.test(overflowX)) scrolls = true;
      }
      const outside =
        whole.left < -1 ||
        whole.top < -1 ||
        whole.right > window.innerWidth + 1 ||
        whole.bottom > window.innerHeight + 1;
      if (outside && !scrolls) faults.push(`out of reach: ${name(element)}`);
      const isInline = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (!isInline && !element.matches('label, input') && (whole.width < 23.5 || whole.height < 23.5)) {
        faults.push(
          `too small to press, ${Math.round(whole.width)} x ${Math.round(whole.height)}: ${name(element)}`,
        );
      }
      const box = seen(element, whole);
      if (box !== null) shown.push({ element, box });
    }
    for (const [index, one] of shown.entries()) {
      for (const other of shown.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        // What stays in sight while the rest scrolls lies over the rest on purpose, and so does the button of a field.
        if (isSticky(one.element) !== isSticky(other.element)) continue;
        const field = one.element.closest('.select-combo, .search-field');
        if (field?.contains(other.element) === true) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 1 && down > 1) faults.push(`overlap: ${name(one.element)} and ${name(other.element)}`);
      }
    }

    // Parts that scroll sideways: only those made for it.
    for (const element of top.querySelectorAll('*')) {
      const { overflowX } = getComputedStyle(element);
      if (
        !/auto|scroll/.test(overflowX) ||
        element.matches('.json-scroll, .vtable, .pdf-view, input, textarea')
      )
        continue;
      if (element.scrollWidth > element.clientWidth + 1) {
        faults.push(`scrolls sideways, ${element.scrollWidth} in ${element.clientWidth}: ${name(element)}`);
      }
    }

    // Texts: none cut unless a title says all of it.
    const texts = document.createTreeWalker(
      top instanceof Document ? top.body : (top as Node),
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode() !== null) {
      const node = texts.currentNode;
      const parent = node.parentElement;
      const words = (node.textContent ?? '').trim();
      if (parent === null || words === '' || isHidden(parent)) continue;
      if (parent.closest('.notices, [aria-hidden="true"]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width === 0) continue;
        for (let at: Element | null = parent; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.position === 'fixed') break;
          const edge = at.getBoundingClientRect();
          const wide = rect.right > edge.right + 2 || rect.left < edge.left - 2;
          const high = rect.bottom > edge.bottom + 3 || rect.top < edge.top - 3;
          const cut =
            (/hidden|clip/.test(style.overflowX) && wide) || (/hidden|clip/.test(style.overflowY) && high);
          if (/auto|scroll/.test(style.overflowX) && !cut && /auto|scroll/.test(style.overflowY)) break;
          if (!cut) continue;
          const title =
            parent.closest('[title]')?.getAttribute('title') ??
            at.querySelector('[title]')?.getAttribute('title') ??
            '';
          if (!title.includes(words))
            faults.push(`cut: ${JSON.stringify(words.slice(0, 60))} in ${name(at)}`);
          break;
        }
      }
      range.detach();
    }
    return [...new Set(faults)];
  });
}

/** The sizes a window has, and the text in it: 200 % at the end. */
export const SIZES = [
  { width: 1024, height: 700, rem: 16 },
  { width: 1920, height: 1080, rem: 16 },
  { width: 1280, height: 800, rem: 32 },
] as const;

/** `layoutFaults` in every size; the window has its usual size again afterwards. */
export async function faultsInAllSizes(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  const found: string[] = [];
  for (const { width, height, rem } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate((px) => document.documentElement.style.setProperty('font-size', `${px}px`), rem);
    await still(page);
    for (const fault of await layoutFaults(page)) found.push(`${width} x ${height}, ${rem} px: ${fault}`);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  if (usual !== null) await page.setViewportSize(usual);
  return found;
}
