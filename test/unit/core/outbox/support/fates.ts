import {
  type CallName,
  type Fate,
  type ModelCall,
  refused,
} from '../../../../support/service-model/scripted-service.ts';

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

/** Each call of this kind meets the fate, or each about this submission; the service answers all other calls. */
export function only(kind: CallName, fate: Fate, of?: string): (made: ModelCall) => Fate {
  return ({ call, externalId }) =>
    call === kind && (of === undefined || externalId === of) ? fate : { do: 'answer' };
}

/** The call is refused by an answer with this status, in the words of the service where there are any. */
export function failing(status: number, detail: string | null = null, retryAfterMs: number | null = null) {
  return { do: 'fail', failure: refused(status, detail, retryAfterMs) } as const;
}

/** The call does not get to the service. */
export const UNSENT = { do: 'fail', failure: { kind: 'not-sent', cause: 'ECONNREFUSED' } } as const;
