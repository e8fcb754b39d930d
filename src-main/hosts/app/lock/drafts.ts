import type { Typed } from '../../../contract/views/lock.ts';

/** What is typed into answers, for as long as the program runs. In memory alone: it is patient data that nobody has sent (I11). */
export function createDrafts() {
  let typed: Typed = {};
  return {
    keep: (wanted: Typed): void => {
      typed = wanted;
    },
    kept: (): Typed => typed,
  };
}
