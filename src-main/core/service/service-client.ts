import type {
  DownloadLink,
  EventReceipt,
  OrgSettings,
  TaskDetails,
  TaskPage,
  UploadResult,
} from './schemas.ts';

/** A file to send: always the frozen copy in the spool, never the user's own file (I3). */
export interface UploadPart {
  readonly spoolPath: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called as bytes of the request body leave, with the running total. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Asked when all but the sending is done (turn, body, token): false ends the call as `called-off`. A yes holds for 15 seconds. */
  readonly mayStart?: () => Promise<boolean>;
  /** Hears with which token the call was answered: the same text for the same token, and nothing of the token itself. */
  readonly onSigned?: (by: string) => void;
}

export interface DownloadOptions extends CallOptions {
  /** The temporary name; one beside the target where none is given. */
  readonly part?: string;
  /** Does something before the document has its name, then gives it (`place`), or rejects: then nothing is left of it. */
  readonly placing?: (place: () => Promise<void>) => Promise<void>;
  /** Gives the free bytes of the disk of a folder; asks the system where it is not given. */
  readonly free?: (folder: string) => Promise<number>;
}

/** docs/service.md 4.2. */
export interface CreateTask {
  readonly taskType: string;
  readonly uploads: readonly UploadPart[];
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly externalId: string;
  readonly name: string | null;
  readonly callbackTemplate: string | null;
}

/** docs/service.md 4.4. Dates are sent as given, so that the service's own precision survives. */
export interface ListQuery {
  readonly status?: readonly string[];
  readonly taskType?: readonly string[];
  readonly cleared?: boolean;
  readonly selectedDate?: 'created' | 'latest_status_change' | 'cleared';
  /** Exclusive: newer than this. */
  readonly dateFrom?: string;
  /** Inclusive: up to and including this. */
  readonly dateTo?: string;
  readonly orderBy?: 'created' | 'latest_status_change' | 'cleared' | 'name' | 'id' | 'external_id';
  readonly sortAscending?: boolean;
  readonly offset?: number;
  readonly length?: number;
}

/** docs/service.md 4.5. Only the fields given are sent. */
export interface TaskChange {
  readonly name?: string;
  readonly cleared?: boolean;
  readonly externalId?: string;
  readonly newDataItem?: Readonly<Record<string, unknown>>;
}

/** The calls of docs/service.md 4. Every one rejects with a `ServiceError`. */
export interface ServiceClient {
  /**
   * docs/service.md 4.1: makes sure a working token is held; one exchange in flight, ever. Gives what the service
   * says of the organisation.
   */
  signIn(options?: CallOptions): Promise<OrgSettings>;
  createTask(task: CreateTask, options?: CallOptions): Promise<TaskDetails>;
  getTask(reference: { uuid: string } | { externalId: string }, options?: CallOptions): Promise<TaskDetails>;
  listTasks(query: ListQuery, options?: CallOptions): Promise<TaskPage>;
  updateTask(
    uuid: string,
    change: TaskChange,
    options?: CallOptions & { shouldResume?: boolean },
  ): Promise<TaskDetails>;
  uploadFiles(uuid: string, uploads: readonly UploadPart[], options?: CallOptions): Promise<UploadResult>;
  getDownloadLink(taskUuid: string, dataItemUuid: string, options?: CallOptions): Promise<DownloadLink>;
  /**
   * docs/service.md 4.7: asks for a fresh link, streams to a temporary name beside `target`, then renames. Never
   * overwrites.
   */
  downloadItem(
    taskUuid: string,
    dataItemUuid: string,
    target: string,
    options?: DownloadOptions,
  ): Promise<{ fileName: string; size: number; sha256: string }>;
  /** docs/service.md 4.7: the SHA-256 of a file item's bytes, of which nothing is kept. */
  itemSha256(taskUuid: string, dataItemUuid: string, options?: CallOptions): Promise<string>;
  logEvent(
    taskUuid: string,
    event: string,
    extraData: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<EventReceipt>;
  /** Reads the api_secret again: call it when the secret was set. Ends the silence after `auth-refused` if it is another one. */
  reloadCredentials(): Promise<void>;
  /** Ends every call in flight (their outcome is then `unknown`) and takes no more. */
  close(): Promise<void>;
}

/**
 * The credentials of one environment, each kept with the origin that it was set for. Only what is bound to an origin can be
 * read, so that no client can be built with the credentials of another origin (I9).
 */
export interface OriginCredentials {
  /** What was set for this origin (see `originOf`); an origin that nothing was set for has no credentials. */
  boundTo(origin: string): CredentialStore;
}

/** Where the client finds its credentials and keeps its token (I9). One environment and one origin each. */
export interface CredentialStore {
  readSecret(): Promise<string | null>;
  readToken(): Promise<StoredToken | null>;
  writeToken(token: StoredToken | null): Promise<void>;
  /** Fingerprint of the api_secret that the service refused, so that a restart does not try it again. */
  readRefused(): Promise<string | null>;
  writeRefused(fingerprint: string | null): Promise<void>;
  /** How long the service wants no exchange (docs/service.md 5.4, Retry-After), so that a restart keeps to it. */
  readWait(): Promise<StoredWait | null>;
  writeWait(wait: StoredWait | null): Promise<void>;
}

/** Milliseconds since the epoch. With `since`, a wall clock that was set back cannot make the wait longer than it was. */
export interface StoredWait {
  readonly since: number;
  readonly until: number;
}

export interface StoredToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly obtainedAt: number;
  /** Which api_secret it was exchanged for; a token of another secret is not used. */
  readonly secretFingerprint: string;
  readonly orgSettings: OrgSettings;
}
