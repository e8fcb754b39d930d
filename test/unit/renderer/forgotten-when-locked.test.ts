import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What need not be forgotten by `forgetEverything`, and why. */
const ELSEWHERE = {
  // Forgets by itself, as it is told of the lock.
  useLive: 'state/live.ts',
  // Ids of places alone (I11), for the way back after the lock.
  usePlace: 'state/place.ts',
  // Needed while files are still on their way; the page is loaded anew once they are not.
  useUploads: 'state/uploads.ts',
  // Whether the page was let in.
  useBrowserSession: 'host/browser-session.ts',
};

/** What puts a store back that has more than `setState` to it. */
const BY_FUNCTION = { usePanels: 'closePanels', useDrafts: 'forgetTyped' };

test('whatever a page keeps is forgotten when it is locked: a new store has to say how', () => {
  const forget = readFileSync('src-renderer/app/app.tsx', 'utf8');
  const stores = globSync('src-renderer/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/export const (use\w+) = create</g)].map(([, name]) => ({
      name: name ?? '',
      path,
    })),
  );
  expect(stores.length).toBeGreaterThan(8);
  const kept = stores.filter(({ name, path }) => {
    const elsewhere = Object.entries(ELSEWHERE).some(
      ([store, file]) => store === name && path.endsWith(file),
    );
    const by = Object.entries(BY_FUNCTION).find(([store]) => store === name)?.[1] ?? `${name}.setState(`;
    return !elsewhere && !forget.includes(by);
  });
  expect(kept).toEqual([]);
  expect(forget).toContain('useSettingsDrafts.setState(');
});
