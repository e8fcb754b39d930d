import type { VerbOutput } from '../../src-main/contract/verbs/index.ts';
import { t } from '../strings/translate.ts';

const ENDED = ['completed', 'failed', 'invalid'];

/** Whether `status` is a final status (docs/service.md 3). */
export function isEnded(status: string): boolean {
  return ENDED.includes(status);
}

/** Returns the notice that appears after a person undid an edit. `withdrawn` is 0 if the edit was already sent. */
export function undoneText({ withdrawn }: VerbOutput<'outbox.withdraw'>): string {
  return t(withdrawn === 0 ? 'task.tooLate' : 'task.tookBack');
}
