import type { EvaluateTask } from './reading/evaluation.ts';

export interface PracticeOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly evaluate: EvaluateTask;
  readonly clock?: () => Date;
  readonly pace?: Pace;
  readonly capacity?: number;
  /** The maximum number of pending Tasks. While this number is reached, the service defers new Tasks. */
  readonly pendingCap?: number;
  /** The maximum number of deferred Tasks of an organization. While this number is reached, the service refuses new Tasks with 429. */
  readonly deferredCap?: number;
  readonly tokenDays?: number;
  readonly linkSeconds?: number;
  readonly exchangeLimit?: ExchangeLimit;
  /** The task types of the first organization; used only when the service creates that organization. */
  readonly taskTypes?: readonly string[];
  /** The api_secret of the first organization, random by default; used only when the service creates that organization. */
  readonly apiSecret?: string;
  /** Whether processing of pending and processing Tasks continues after a restart. */
  readonly resumeOnStart?: boolean;
  /** Whether a frozen Task refuses or accepts an update with data or with `should_resume`, which docs/service.md 4.5 does not define. */
  readonly frozenUpdates?: 'refused' | 'taken';
}

export interface Pace {
  readonly startMs: number;
  readonly processMs: number;
}

export interface ExchangeLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

export type PracticeSettings = Required<Omit<PracticeOptions, 'apiSecret'>>;

/** Adds the default values. `apiSecret` is left out, because only the creation of the first organization uses the api_secret. */
export function settingsOf(options: PracticeOptions): PracticeSettings {
  const { apiSecret: _seed, ...given } = options;
  return {
    port: 0,
    clock: () => new Date(),
    pace: { startMs: 400, processMs: 800 },
    capacity: 4,
    pendingCap: 200,
    deferredCap: 10_000,
    tokenDays: 365,
    linkSeconds: 60,
    exchangeLimit: { attempts: 120, windowSeconds: 60 },
    taskTypes: ['prior-auth', 'intake', 'coverage', 'engagement'],
    resumeOnStart: true,
    frozenUpdates: 'refused',
    ...given,
  };
}
