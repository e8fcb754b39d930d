import type { Page } from 'playwright';

interface Focused {
  /** Tells one stop of the Tab key from another. */
  readonly key: string;
  readonly words: string;
  /** Why the focus cannot be seen; null where it can. */
  readonly unseen: string | null;
}

/** Where the focus stands and whether one sees it: a ring around it (or around what it stands for) that nothing cuts off. */
function focused(page: Page): Promise<Focused | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return null;
    const known = Reflect.get(window, 'focusNumbers');
    const numbers: WeakMap<Element, number> = known instanceof WeakMap ? known : new WeakMap();
    Reflect.set(window, 'focusNumbers', numbers);
    if (!numbers.has(at)) {
      const next = Number(Reflect.get(window, 'focusNext') ?? 0) + 1;
      Reflect.set(window, 'focusNext', next);
      numbers.set(at, next);
    }
    const words = `<${at.tagName.toLowerCase()} class="${at.getAttribute('class') ?? ''}"> ${(at.getAttribute('aria-label') ?? at.textContent ?? '').slice(0, 40)}`;

    const active = document.getElementById(at.getAttribute('aria-activedescendant') ?? '');
    // The input of a choice or switch is out of sight; its label shows it.
    const label = at.matches('[type="radio"], [type="checkbox"]') ? at.closest('label') : null;
    const stands = [label ?? at, active, at.closest('.palette-field')].filter((one) => one !== null);
    /** How wide a ring there is, outside (positive offset) or inside the box. */
    const ringed = stands.flatMap((element) => {
      const { outlineStyle, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(element);
      const width = Number.parseFloat(outlineWidth);
      if (outlineStyle !== 'none' && width >= 2)
        return [{ element, out: width + Number.parseFloat(outlineOffset) }];
      return boxShadow === 'none' ? [] : [{ element, out: 0 }];
    });
    const first = ringed[0];
    let unseen: string | null = first === undefined ? 'no ring' : null;
    if (first !== undefined) {
      const box = first.element.getBoundingClientRect();
      const ring = {
        left: box.left - first.out,
        top: box.top - first.out,
        right: box.right + first.out,
        bottom: box.bottom + first.out,
      };
      if (box.width < 4 || box.height < 4) unseen = 'it has no size';
      let edges = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
      for (let up = first.element.parentElement; up !== null; up = up.parentElement) {
        if (getComputedStyle(up).overflowX === 'visible') continue;
        const edge = up.getBoundingClientRect();
        edges = {
          left: Math.max(edges.left, edge.left),
          top: Math.max(edges.top, edge.top),
          right: Math.min(edges.right, edge.right),
          bottom: Math.min(edges.bottom, edge.bottom),
        };
      }
      const sides = {
        left: ring.left >= edges.left - 1,
        top: ring.top >= edges.top - 1,
        right: ring.right <= edges.right + 1,
        bottom: ring.bottom <= edges.bottom + 1,
      };
      // Three sides of a ring show where one is; of something taller than what it scrolls in, two.
      const seen = Object.values(sides).filter(Boolean).length;
      const big = box.height > window.innerHeight / 3;
      if (seen < (big ? 2 : 3)) unseen ??= `its ring is cut: ${JSON.stringify(sides)}`;
      const inside =
        box.right > edges.left && box.left < edges.right && box.bottom > edges.top && box.top < edges.bottom;
      if (!inside) unseen = 'it is out of sight';
    }
    return { key: String(numbers.get(at)), words, unseen };
  });
}

/** Goes through what shows now with the Tab key until it comes round; gives each stop, and whether it came round. */
export async function tabThrough(page: Page, most = 150): Promise<{ stops: Focused[]; roundTrip: boolean }> {
  const stops: Focused[] = [];
  const seen = new Set<string>();
  let repeats = 0;
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at === null) {
      if (stops.length > 0) return { stops, roundTrip: true };
      continue;
    }
    // The parts of a date are stops of their own within one field.
    if (at.key === stops.at(-1)?.key) {
      repeats += 1;
      if (repeats > 6) return { stops, roundTrip: stops.length === 1 };
      continue;
    }
    repeats = 0;
    if (seen.has(at.key)) return { stops, roundTrip: stops[0]?.key === at.key };
    seen.add(at.key);
    stops.push(at);
  }
  return { stops, roundTrip: false };
}
