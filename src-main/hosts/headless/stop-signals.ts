import { systemClock } from '../../core/clock.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One Ctrl+C arrives up to three times: from the terminal, through npm and through the bootstrap. */
const SAME_PRESS_MS = 300;

/** Resolves when the process is asked to end; a second time ends it at once, whatever it does. */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const now = systemClock.monotonic();
        if (askedAt === null) {
          askedAt = now;
          resolve();
        } else if (now - askedAt > SAME_PRESS_MS) {
          // The system's own way, because process.exit waits for whatever hangs.
          for (const name of SIGNALS) process.removeAllListeners(name);
          process.kill(process.pid, signal);
        }
      });
    }
  });
}
