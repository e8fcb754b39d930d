import { assertNever } from '../../src-main/contract/assert-never.ts';
import type { Attention, Overview } from '../../src-main/contract/views/overview.ts';

// Returns how many things in an entry of `attention` need a person. A backlog of many files counts as one thing.
function weightOf(attention: Attention): number {
  switch (attention.kind) {
    case 'engine-stopped':
    case 'unwritable':
    case 'secret':
    case 'network':
    case 'clock':
    case 'copies':
    case 'callbacks':
    case 'stations':
    case 'record':
    case 'folder':
    case 'unreadable':
    case 'upkeep':
    case 'backlog':
      return 1;
    case 'failed-act':
    case 'twin':
    case 'waiting':
    case 'wrong-patient':
    case 'corrected-patient':
    case 'denied':
    case 'held':
    case 'rejected':
    case 'stuck':
    case 'not-approved':
    case 'ended-badly':
    case 'drop':
      return attention.count;
    default:
      return assertNever(attention);
  }
}

export function needsCount({ attention }: Overview): number {
  return attention.reduce((sum, one) => sum + weightOf(one), 0);
}

export function waitingCount({ attention }: Overview): number {
  return attention.reduce((sum, one) => (one.kind === 'waiting' ? sum + one.count : sum), 0);
}

export function refusedCount({ attention }: Overview): number {
  return attention.reduce((sum, one) => (one.kind === 'rejected' ? sum + one.count : sum), 0);
}

export function secretTrouble(code: string | undefined): 'no' | 'refused' | 'foreign' {
  if (code === 'auth.other-organisation') return 'foreign';
  return code === 'auth.refused' ? 'refused' : 'no';
}
