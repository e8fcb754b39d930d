import type { AccountState } from '../../src-main/contract/views/common.ts';
import { t } from '../strings/translate.ts';
import { Chip, type Tone } from './chip.tsx';

const TONES: Readonly<Record<AccountState, Tone>> = {
  ignored: 'plain',
  settling: 'info',
  held: 'warn',
  queued: 'plain',
  sending: 'info',
  unconfirmed: 'warn',
  accepted: 'ok',
  rejected: 'bad',
  duplicate: 'plain',
  withdrawn: 'plain',
};

/** How far a file, or something on its way to the service, has come. */
export function StateChip({ state }: { readonly state: AccountState }) {
  return <Chip tone={TONES[state]}>{t(`state.${state}`)}</Chip>;
}
