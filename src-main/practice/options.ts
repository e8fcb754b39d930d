import type { EvaluateTask } from './reading/evaluation.ts';

export interface PracticeOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly evaluate: EvaluateTask;
  readonly clock?: () => Date;
  readonly pace?: Pace;
  readonly capacity?: number;
  /** The maximum number of pending Tasks. While this many Tasks are pending, a new Task becomes deferred. */
  readonly pendingCap?: number;
  /** The maximum number of deferred Tasks of an organization. The service refuses further Tasks with 429. */
  readonly deferredCap?: number;
  readonly tokenDays?: number;
  readonly linkSeconds?: number;
  readonly exchangeLimit?: ExchangeLimit;
  /** The task types of the first organization. Used only when the service creates this organization. */
  readonly taskTypes?: readonly string[];
  /** The api_secret of the first organization, random by default. Used only when the service creates this organization. */
  readonly apiSecret?: string;
  /** Whether the service, after a restart, processes the Tasks that were pending or processing. */
  readonly resumeOnStart?: boolean;
  /**
   * The reaction of the service to a client that updates a frozen Task with data or with `should_resume`. docs/service.md 4.5 does not
   * define the reaction.
   * - `refused`: The service refuses the update with status 409.
   * - `taken`: The service stores the update, and the Task continues to wait.
   */
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

/** Returns the options with defaults. `apiSecret` is left out, because only the creation of the first organization needs the api_secret. */
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
