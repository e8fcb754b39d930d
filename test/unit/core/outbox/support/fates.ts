import type { CallName, Fate, ModelCall } from '../../../../support/service-model/scripted-service.ts';

export const LOST = { kind: 'unknown', cause: 'reset' } as const;
/** What is late by this much never arrives. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** The first such call gets no answer: it was taken at once, late by so much, or never. */
export function loseFirst(lost: CallName, lateMs?: number): (made: ModelCall) => Fate {
  let losses = 1;
  return ({ call }) => {
    if (call !== lost || losses-- <= 0) return { do: 'answer' };
    return { do: 'lose', failure: LOST, ...(lateMs === undefined ? {} : { lateMs }) };
  };
}

/** Each call of this kind meets the fate; the service answers all other calls. */
export function only(kind: CallName, fate: Fate): (made: ModelCall) => Fate {
  return ({ call }) => (call === kind ? fate : { do: 'answer' });
}
