import type { BenchRow } from '../row.ts';
import { bundleRow } from './app-bundle.ts';
import { idleRow } from './app-idle.ts';
import { listRows } from './app-list.ts';
import { questionsRow } from './app-questions.ts';
import { scrollRow } from './app-scroll.ts';
import { startRow } from './app-start.ts';

/** The app as people have it, in a real Chromium on the built program. */
export const appRows: readonly BenchRow[] = [
  ...listRows,
  questionsRow,
  scrollRow,
  startRow,
  bundleRow,
  idleRow,
];
