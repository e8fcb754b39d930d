import type { EvaluateTask } from './reading/evaluation.ts';

/** The options of the embedded service. Only the folder and the reader are required. */
export interface PracticeOptions {
  /** The folder of the database and the documents, created if missing. Tasks survive a restart. */
  readonly dataDir: string;
  /** 0, the default, selects any free port. The host is always 127.0.0.1. */
  readonly port?: number;
  readonly evaluate: EvaluateTask;
  readonly clock?: () => Date;
  /** The time that a Task stays pending and in processing, in milliseconds. */
  readonly pace?: Pace;
  /** The maximum number of Tasks in processing. */
  readonly capacity?: number;
  /** The maximum number of pending Tasks. Further Tasks are deferred. */
  readonly pendingCap?: number;
  /** The maximum number of an organization's deferred Tasks. Further Tasks are refused with 429. */
  readonly deferredCap?: number;
  readonly tokenDays?: number;
  readonly linkSeconds?: number;
  readonly exchangeLimit?: ExchangeLimit;
  /** The provisioned task types of the first organization, used when that organization is created. */
  readonly taskTypes?: readonly string[];
  /** The secret of the first organization, used when that organization is created; generated if left out. */
  readonly apiSecret?: string;
  /** Whether Tasks that a stop interrupted in pending or processing continue after a start. */
  readonly resumeOnStart?: boolean;
  /** The reaction to an update with data, or with a request to resume, of a frozen Task (docs/service.md 4.5 leaves this open). */
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

/** Adds the defaults of all options except the secret, which is used only for creating the first organization. */
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
