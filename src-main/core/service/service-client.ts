import type {
  DownloadLink,
  EventReceipt,
  OrgSettings,
  TaskDetails,
  TaskPage,
  UploadResult,
} from './schemas.ts';

/** A file to send: the copy in the spool, never the person's own file (I3). */
export interface UploadPart {
  readonly spoolPath: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called as bytes of the request body are sent, with the running total. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Called when body and token are ready. If the result is false, the call ends as `called-off`; if true, it must start within 15 s. */
  readonly mayStart?: () => Promise<boolean>;
  /** Gets the fingerprint of the token of an answered call. Equal tokens have equal fingerprints. */
  readonly onSigned?: (by: string) => void;
}

export interface DownloadOptions extends CallOptions {
  /** The temporary name. By default, the client chooses a name beside the target. */
  readonly part?: string;
  /** Runs after the download and calls `place`, which gives the document its name. A rejection deletes the temporary file. */
  readonly placing?: (place: () => Promise<void>) => Promise<void>;
  /** Returns the free bytes on the disk of a folder; by default from the system. */
  readonly free?: (folder: string) => Promise<number>;
}

/** The fields of docs/service.md 4.2. */
export interface CreateTask {
  readonly taskType: string;
  readonly uploads: readonly UploadPart[];
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly externalId: string;
  readonly name: string | null;
  readonly callbackTemplate: string | null;
}

/** The filters of docs/service.md 4.4. Dates are sent as given, in the precision of the service. */
export interface ListQuery {
  readonly status?: readonly string[];
  readonly taskType?: readonly string[];
  readonly cleared?: boolean;
  readonly selectedDate?: 'created' | 'latest_status_change' | 'cleared';
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly orderBy?: 'created' | 'latest_status_change' | 'cleared' | 'name' | 'id' | 'external_id';
  readonly sortAscending?: boolean;
  readonly offset?: number;
  readonly length?: number;
}

/** The fields of docs/service.md 4.5. A missing field is not sent. */
export interface TaskChange {
  readonly name?: string;
  readonly cleared?: boolean;
  readonly externalId?: string;
  readonly newDataItem?: Readonly<Record<string, unknown>>;
}

/** The calls of docs/service.md 4. Every call rejects with a `ServiceError`. */
export interface ServiceClient {
  /** Gets a token with at most one token exchange at a time (docs/service.md 4.1). Returns the service's data about the organization. */
  signIn(options?: CallOptions): Promise<OrgSettings>;
  /** Gets the token of the next call, and signs in if necessary. A caller waits for this promise before it records that a call begins. */
  ready(options?: CallOptions): Promise<void>;
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
   * Downloads a data item (docs/service.md 4.7) through a new link to a temporary name beside `target`, and gives the complete file its
   * name. Never overwrites a file.
   */
  downloadItem(
    taskUuid: string,
    dataItemUuid: string,
    target: string,
    options?: DownloadOptions,
  ): Promise<{ fileName: string; size: number; sha256: string }>;
  /** Returns the SHA-256 of a file item's bytes (docs/service.md 4.7). The bytes are not stored. */
  itemSha256(taskUuid: string, dataItemUuid: string, options?: CallOptions): Promise<string>;
  logEvent(
    taskUuid: string,
    event: string,
    extraData: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<EventReceipt>;
  /** Whether the service gave no response to the last request, or has given none for too long (`watchContact`). */
  isSilent(): boolean;
  /** Reads the api_secret again after a person set it. A different api_secret ends the pause after `auth-refused`. */
  reloadCredentials(): Promise<void>;
  /** Ends every running call with the outcome `unknown`, and refuses further calls. */
  close(): Promise<void>;
}

/** The credentials of one environment by origin. A reader names the origin, so that no client gets another origin's credentials (I9). */
export interface OriginCredentials {
  /** Returns the credentials of this origin (`originOf`); an empty store if no credentials were set for the origin. */
  boundTo(origin: string): CredentialStore;
}

/** The client's credentials and its stored token (I9), for one environment and one origin. */
export interface CredentialStore {
  readSecret(): Promise<string | null>;
  readToken(): Promise<StoredToken | null>;
  writeToken(token: StoredToken | null): Promise<void>;
  /** Returns the fingerprint of the refused api_secret, so that a restart does not try the same api_secret again. */
  readRefused(): Promise<string | null>;
  writeRefused(fingerprint: string | null): Promise<void>;
  /** Returns the pause that the service demanded (docs/service.md 5.4, Retry-After). The store keeps the pause through a restart. */
  readWait(): Promise<StoredWait | null>;
  writeWait(wait: StoredWait | null): Promise<void>;
}

/** A pause in milliseconds since the epoch. A `since` in the future shows that the clock was set back. */
export interface StoredWait {
  readonly since: number;
  readonly until: number;
}

export interface StoredToken {
  readonly token: string;
  readonly obtainedAt: number;
  /** The fingerprint of the api_secret that the token belongs to. The token of another api_secret is not used. */
  readonly secretFingerprint: string;
  readonly orgSettings: OrgSettings;
}
