import type { EvaluateTask } from './reading/evaluation.ts';

/** How the embedded service is set up. Everything but the folder and the reader has a default. */
export interface PracticeOptions {
  /** Folder that holds the database and the documents; made if missing. Tasks survive a restart here. */
  readonly dataDir: string;
  /** 0, the default, takes any free port. The host is always 127.0.0.1. */
  readonly port?: number;
  readonly evaluate: EvaluateTask;
  readonly clock?: () => Date;
  /** Milliseconds a Task stays pending, and is processed. */
  readonly pace?: Pace;
  /** Tasks processed at a time. */
  readonly capacity?: number;
  /** Pending Tasks beyond which a create is parked as deferred. */
  readonly pendingCap?: number;
  /** Deferred Tasks of one organisation beyond which a create is refused with 429. */
  readonly deferredCap?: number;
  readonly tokenDays?: number;
  readonly linkSeconds?: number;
  readonly exchangeLimit?: ExchangeLimit;
  /** Provisioned types of the first organisation; applied when that organisation is first made. */
  readonly taskTypes?: readonly string[];
  /** Secret of the first organisation when it is first made; generated and kept when not given. */
  readonly apiSecret?: string;
  /** Whether Tasks caught in pending or processing by a stop go on after a start. */
  readonly resumeOnStart?: boolean;
  /**
   * What update does with data for a frozen Task, or when it is to resume: docs/service.md 4.5 does not say. Taken,
   * it stays as it is.
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

/** Fills in the defaults of every option except the secret, which only seeds the first organisation. */
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
