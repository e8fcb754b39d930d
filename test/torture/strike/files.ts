/** The documents of the scenario, by their names. */
export const FILES = {
  /** In the folder whose files are moved after they were sent. */
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

/** What a Task with `needs` waits for, beside a second document. */
export const ANSWER_DATA = { member_id: 'M-4711' } as const;
