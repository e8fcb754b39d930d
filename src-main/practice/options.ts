import type { EvaluateTask } from './reading/evaluation.ts';

export interface PracticeOptions {
  /** The folder of the database and the documents. Created if missing. */
  readonly dataDir: string;
  /** The TCP port on 127.0.0.1. The default 0 selects a free port. */
  readonly port?: number;
  readonly evaluate: EvaluateTask;
  readonly clock?: () => Date;
  readonly pace?: Pace;
  readonly capacity?: number;
  /** The maximum number of pending Tasks. Above this number, the service defers a new Task. */
  readonly pendingCap?: number;
  /** The maximum number of deferred Tasks of an organization. Above this number, the service refuses a new Task with 429. */
  readonly deferredCap?: number;
  readonly tokenDays?: number;
  readonly linkSeconds?: number;
  readonly exchangeLimit?: ExchangeLimit;
  /** The task types that the first organization may use. Only the creation of the first organization uses `taskTypes`. */
  readonly taskTypes?: readonly string[];
  /** The api_secret of the first organization, random by default. Only the creation of the first organization uses `apiSecret`. */
  readonly apiSecret?: string;
  /** Whether processing of pending and processing Tasks continues after a restart. */
  readonly resumeOnStart?: boolean;
  /** Whether a frozen Task refuses or takes an update with data or with `should_resume`. docs/service.md 4.5 leaves the behavior open. */
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

/** Adds the default values, and leaves out `apiSecret`, because only the creation of the first organization uses `apiSecret`. */
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
