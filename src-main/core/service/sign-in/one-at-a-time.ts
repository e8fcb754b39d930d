/** Runs tasks strictly one after another, in the order they came; a failed one does not stop the next. */
export interface OneAtATime {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Whether anything runs or waits. */
  readonly busy: boolean;
}

export function oneAtATime(): OneAtATime {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run: (task) => {
      waiting += 1;
      const result = tail.then(task).finally(() => {
        waiting -= 1;
      });
      tail = result.catch(() => undefined);
      return result;
    },
    get busy() {
      return waiting > 0;
    },
  };
}
