/** The words for the status of a Task and for its verdicts. Screens and exports show the same words. */
export const OUTCOME_TEXTS = {
  'status.pending': 'Queued at the service',
  'status.deferred': 'Queued at the service',
  'status.processing': 'Being checked',
  'status.waiting': 'Waiting for you',
  'status.completed': 'Decided',
  'status.failed': 'Failed at the service',
  'status.invalid': 'Nothing relevant found',
  'status.gone': 'Gone from the service',
  'status.denied': 'Status unknown',
  'status.answered': 'Answered',
  'status.set-aside': 'Set aside',
  'status.given-up': 'Given up',
  'verdict.approved': 'Approved',
  'verdict.not-approved': 'Not approved',
  'verdict.none.loaded': 'No verdict',
  'verdict.none.not_loaded': 'Not loaded yet',
  'verdict.none.as_of': 'Not loaded yet',
  'verdict.none.deleted': 'Deleted (no longer kept)',
} as const;

export type OutcomeTexts = Readonly<Record<keyof typeof OUTCOME_TEXTS, string>>;

const isKnown = (key: string): key is keyof OutcomeTexts => Object.hasOwn(OUTCOME_TEXTS, key);

/** Returns the words for a status of a Task. A status that this program does not know is returned unchanged (I7). */
export function statusText(status: string, texts: OutcomeTexts): string {
  const key = `status.${status}`;
  return isKnown(key) ? texts[key] : status;
}
