/** The documents of the scene `front`, by their names. */
export const FILES = {
  /** In the folder whose files are archived. */
  moved: 'alpha.pdf',
  /** The same, in a subfolder. */
  nested: 'beta.pdf',
  /** The bytes of `moved` under another name. */
  again: 'gamma.pdf',
  junk: 'Thumbs.db',
  /** Two pages of one packet. */
  packet: ['page-one.pdf', 'page-two.pdf'],
  byCommand: 'delta.pdf',
  byDrop: 'epsilon.pdf',
  answer: 'zeta.pdf',
} as const;

/** The documents of the scene `desk`, by their names. */
export const DESK_FILES = {
  /** In the folder whose files are archived; the same bytes come `again`. */
  first: 'first.pdf',
  again: 'again.pdf',
  /** Older than the rule of the folder: one is left out, the other is sent. */
  old: { out: 'old-out.pdf', sent: 'old-sent.pdf' },
  packet: 'packet.pdf',
  /** Comes into the packet's folder after the packet was sent. */
  late: 'late.pdf',
  /** Comes into a folder that is paused. */
  paused: 'paused.pdf',
  undone: 'undone.pdf',
  /** Queued from a folder, taken back and saved again; then the other page comes. */
  recalled: 'recalled.pdf',
  recalledToo: 'recalled-too.pdf',
  /** Given twice; its bytes are scanned as `twinKept` and as `twinGone`, which is removed. */
  twin: 'twin.pdf',
  twinKept: 'twin-kept.pdf',
  twinGone: 'twin-gone.pdf',
  /** Older than the rule of their folder; the files change before a person decides. */
  moving: {
    removed: 'removed.pdf',
    renamed: 'renamed.pdf',
    renamedTo: 'renamed-to.pdf',
    changed: 'changed.pdf',
  },
  /** The new bytes of `changed`. */
  changedTo: 'changed-to.pdf',
  /** Lies on a share that is mounted late. */
  mounted: 'mounted.pdf',
  retyped: 'retyped.pdf',
  /** Its Task is superseded by that of `newer`. */
  frozen: 'frozen.pdf',
  newer: 'newer.pdf',
  answer: 'answer.pdf',
} as const;

/** The tracking interval, before and after the settings change in the scene `desk`. */
export const TRACKING_SECONDS = { before: 5, after: 6 } as const;

/** The new time of the touched file in the scene `desk`, in seconds. */
export const TOUCHED_AT = 1_760_000_000;

/** Below the root of a scene: whether its share is mounted. */
export const MOUNTED = 'share-is-mounted';
/** While this file lies in the root, the service refuses the connection of each create, so that a person has time to take documents back. */
export const NO_CREATES = 'creates-are-refused';

export const PIN = '402817';

/** What a Task with `needs` waits for, beside a second document. */
export const ANSWER_DATA = { member_id: 'M-4711' } as const;
