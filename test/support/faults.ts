import type { Random } from './random.ts';
import { type Matcher, matches } from './routes.ts';

interface Answer {
  status: number;
  /** An object goes out as JSON; a string as it is, as HTML unless `headers` say otherwise. */
  body?: string | object;
  headers?: Readonly<Record<string, string>>;
}

/** What can be done to one request. "Forwarded" means handed to the real service. */
export type Fault =
  /** The connection dies when the request's head has arrived; nothing is forwarded. */
  | { kind: 'dropBefore' }
  /** The whole body is taken, nothing is forwarded, the connection dies. */
  | { kind: 'dropAfterRequest' }
  /** The service took the request and answered; the connection dies without a byte of that. */
  | { kind: 'dropAfterCommit' }
  /** The connection dies when the body has been taken; the service gets the request `ms` later. */
  | { kind: 'commitLate'; ms: number }
  /** Forwarded twice, as by a gateway that repeats a request; answered as the service answered the second one. */
  | { kind: 'repeat' }
  /** Forwarded; the answer's head and at most its first `bytes` bytes arrive (never all), then a reset. */
  | { kind: 'cutBody'; bytes: number }
  /** Forwarded at once; the answer is held back for `ms`. */
  | { kind: 'delay'; ms: number }
  /** Never answered while the service is open; with `commit` the request is forwarded first. */
  | { kind: 'hang'; commit?: boolean }
  /** Answered without forwarding. */
  | ({ kind: 'status' } & Answer)
  /** Forwarded, and answered with something else than the service said. */
  | ({ kind: 'statusAfterCommit' } & Answer);

/** When a scripted fault strikes. */
export interface FaultTerms {
  /** Strikes this often, then no more. No limit if not given. */
  times?: number;
  /** Lets this many matching requests through first. */
  after?: number;
  /** Strikes with this chance from 0 to 1; needs `random`. */
  probability?: number;
  random?: Random;
}

/** A scripted fault, to be taken back. */
export interface ScriptedFault {
  readonly hits: number;
  remove(): void;
}

interface Rule {
  matcher: Matcher;
  fault: Fault;
  terms: FaultTerms;
  seen: number;
  hits: number;
}

/** The script of a fault service: the oldest rule that is due strikes; every rule counts every request it matches. */
export class FaultScript {
  #rules: Rule[] = [];

  on(matcher: Matcher, fault: Fault, terms: FaultTerms = {}): ScriptedFault {
    if (terms.probability !== undefined && terms.random === undefined) {
      throw new Error('A fault with a probability needs a random source, so that a run can be repeated.');
    }
    const rule: Rule = { matcher, fault, terms, seen: 0, hits: 0 };
    this.#rules.push(rule);
    return {
      get hits() {
        return rule.hits;
      },
      remove: () => {
        this.#rules = this.#rules.filter((other) => other !== rule);
      },
    };
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault for this request, counted as having struck; null for none. */
  take(method: string, path: string): Fault | null {
    let chosen: Rule | null = null;
    for (const rule of this.#rules) {
      if (!matches(rule.matcher, method, path)) continue;
      rule.seen += 1;
      if (chosen === null && isDue(rule)) chosen = rule;
    }
    if (chosen === null) return null;
    chosen.hits += 1;
    return chosen.fault;
  }
}

function isDue({ terms, seen, hits }: Rule): boolean {
  if (seen <= (terms.after ?? 0) || hits >= (terms.times ?? Number.POSITIVE_INFINITY)) return false;
  if (terms.probability === undefined || terms.random === undefined) return true;
  return terms.random() < terms.probability;
}
