interface QuitPorts {
  /** Of Electron's app. */
  readonly app: {
    on(name: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
    quit(): void;
    exit(code: number): void;
  };
  /** Lets uploads under way end and gives the data folder free. */
  readonly drain: () => Promise<void>;
  /** How many uploads are under way. */
  readonly uploads: () => number;
  /** Says that they end first; resolves when the person wants to end at once. */
  readonly explain: (uploads: number, done: AbortSignal) => Promise<void>;
  readonly boundMs: number;
}

/** Makes quitting wait for uploads under way: for a time, and as long as the person wants. Nothing is lost either way. */
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
