import { type FileCalls, type OpenFile, threadedCalls } from '../../src-main/core/share-io/file-calls.ts';

/** A share that can be made to hang: from then on no call into it comes back before it answers again. */
export function shareCalls() {
  const counts = { underWay: 0, most: 0 };
  let hang = Promise.withResolvers<void>();
  hang.resolve();
  const into = async <T>(call: () => Promise<T>): Promise<T> => {
    counts.underWay += 1;
    counts.most = Math.max(counts.most, counts.underWay);
    try {
      await hang.promise;
      return await call();
    } finally {
      counts.underWay -= 1;
    }
  };
  const opened = (file: OpenFile): OpenFile => ({
    read: (...args) => into(() => file.read(...args)),
    write: (...args) => into(() => file.write(...args)),
    stat: (options) => into(() => file.stat(options)),
    sync: () => into(() => file.sync()),
    close: () => into(() => file.close()),
  });
  const calls: FileCalls = {
    lstat: (path) => into(() => threadedCalls.lstat(path)),
    list: (folder) => into(() => threadedCalls.list(folder)),
    open: async (path, flags, mode) => opened(await into(() => threadedCalls.open(path, flags, mode))),
    freeBytes: (folder) => into(() => threadedCalls.freeBytes(folder)),
    run: (work) => into(work),
  };
  return {
    calls,
    /** Calls that are not answered now, and the most that there were at a time. */
    counts,
    hang: () => {
      hang = Promise.withResolvers();
    },
    answer: () => hang.resolve(),
  };
}
