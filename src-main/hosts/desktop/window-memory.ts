import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

export const MIN_SIZE = { width: 1024, height: 700 };
/** As much of a window must be on a screen for a person to take hold of it. */
const GRIP = { width: 200, height: 60 };

const memorySchema = z.object({
  bounds: z
    .object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
    .nullable()
    .catch(null),
  maximized: z.boolean().catch(false),
  /** That closing the window does not end the program was said. */
  explained: z.boolean().catch(false),
});
export type WindowMemory = z.infer<typeof memorySchema>;

/** What is remembered of the window from one run to the next, in a small file. Losing it harms nothing. */
export function createWindowMemory(file: string) {
  let memory = read(file);
  return {
    get: (): WindowMemory => memory,
    keep(change: Partial<WindowMemory>): void {
      memory = { ...memory, ...change };
      try {
        writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch {
        // The window opens in its usual place next time.
      }
    },
  };
}

/** Where to open the window: where it was, if enough of that is on a screen that is there now; else null. */
export function visibleBounds(bounds: Rectangle | null, screens: readonly Rectangle[]): Rectangle | null {
  if (bounds === null) return null;
  const width = Math.max(bounds.width, MIN_SIZE.width);
  const height = Math.max(bounds.height, MIN_SIZE.height);
  const seen = screens.some((screen) => {
    const right = Math.min(bounds.x + width, screen.x + screen.width);
    const across = right - Math.max(bounds.x, screen.x);
    // The title bar is what is taken hold of.
    const bottom = Math.min(bounds.y + GRIP.height, screen.y + screen.height);
    const down = bottom - Math.max(bounds.y, screen.y);
    return across >= GRIP.width && down >= GRIP.height;
  });
  return seen ? { x: bounds.x, y: bounds.y, width, height } : null;
}

function read(file: string): WindowMemory {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return memorySchema.parse({});
  }
}
