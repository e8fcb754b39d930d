interface QuitPorts {
  readonly app: {
    on(name: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
    quit(): void;
    exit(code: number): void;
  };
  /** Waits for running uploads and releases the data folder. */
  readonly drain: () => Promise<void>;
  readonly uploads: () => number;
  /** Shows that the program quits after the uploads, until `done` aborts. Resolves when the person wants to quit at once. */
  readonly explain: (uploads: number, done: AbortSignal) => Promise<void>;
  readonly boundMs: number;
}

/** Delays quitting until the uploads have ended, but for at most `boundMs` milliseconds. The next start continues unfinished uploads. */
export function drainBeforeQuitting({ app, drain, uploads, explain, boundMs }: QuitPorts) {
  let state: 'running' | 'draining' | 'drained' = 'running';

  const end = async () => {
    const done = new AbortController();
    const drained = drain().then(
      () => true,
      () => false,
    );
    const count = uploads();
    const impatient = count === 0 ? never : explain(count, done.signal).then(() => false);
    const clean = await Promise.race([drained, impatient, after(boundMs)]);
    state = 'drained';
    done.abort();
    if (clean) app.quit();
    else app.exit(0);
  };

  app.on('before-quit', (event) => {
    if (state === 'drained') return;
    event.preventDefault();
    if (state === 'draining') return;
    state = 'draining';
    void end();
  });
  return { begun: () => state !== 'running' };
}

const never = new Promise<false>(() => undefined);

const after = (ms: number) =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
