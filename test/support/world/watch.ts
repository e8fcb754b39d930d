import type { WatchFolder } from '../../../src-main/core/folders/watch/watcher.ts';
import type { TestClock } from '../clock.ts';
import type { Share } from './share.ts';

const PROBE_ANSWER_MS = 20_000;

/** The operating system's reports about changes of shares, in simulated time. `shareAt`: the share behind a watched path. */
export function createWatch(clock: TestClock, shareAt: (root: string) => Share | undefined): WatchFolder {
  return (root, { onHint, onProbe, onDoubt, onReady }) => {
    const share = shareAt(root);
    let open = true;
    share?.watchers.add(onHint);
    share?.floods.add(onDoubt);
    // A living watcher sees each probe file soon.
    const answer = () => {
      if (!open) return;
      onProbe();
      clock.after(PROBE_ANSWER_MS, answer);
    };
    answer();
    clock.after(0, onReady);
    return {
      close: () => {
        open = false;
        share?.watchers.delete(onHint);
        share?.floods.delete(onDoubt);
      },
    };
  };
}
