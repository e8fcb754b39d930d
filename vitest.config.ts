import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    pool: 'forks',
    // Many tests wait for real time to pass (undo, settling, timeouts): a worker for each core would leave it idle.
    maxWorkers: Math.max(4, availableParallelism()),
    // A busy machine may take ten times as long as an idle one; what waits for a condition says itself what never came.
    testTimeout: 300_000,
    hookTimeout: 240_000,
    // A condition may come late on a busy machine; that is no fault.
    expect: { poll: { timeout: 90_000 } },
  },
});
