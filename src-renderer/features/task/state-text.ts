import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import { t } from '../../strings/translate.ts';

/** How far something a person sent has come. */
export function stateText(state: OutboxStateView): string {
  return t(`state.${state}`);
}
