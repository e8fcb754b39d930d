import type {
  DownloadLink,
  EventReceipt,
  OrgSettings,
  TaskDetails,
  TaskPage,
  UploadResult,
} from './schemas.ts';

/** A file to send: the copy in the spool, never the original file of the person (I3). */
export interface UploadPart {
  readonly spoolPath: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  /** The SHA-256 of the file, as hexadecimal digits. A copy with another SHA-256 is not sent (I3). */
  readonly sha256: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called while the request body is sent, with the number of bytes sent so far. */
  readonly onProgress?: (sentBytes: number) => void;
  /**
   * Called when the request body and the token are ready. If the result is false, the call ends as `called-off`. If the result is true and
   * the request does not start within 15 seconds, `mayStart` is called again.
   */
  readonly mayStart?: () => Promise<boolean>;
  /**
   * Called before a create is repeated with another token after a 401 or 403 (docs/service.md 7). Only the result true allows the repeat.
   * Without `mayRepeat`, a create is not repeated. Other calls are always repeated.
   */
  readonly mayRepeat?: () => Promise<boolean>;
  /** Called with the fingerprint of the token of the request when a response arrives. Equal tokens have equal fingerprints. */
  readonly onSigned?: (by: string) => void;
}

export interface DownloadOptions extends CallOptions {
  /** The uuid of the original of an alias (docs/service.md 2.2), by which the service may name the document too. */
  readonly original?: string | null;
  /** The path of the temporary file that receives the bytes. By default, the client chooses a name in the folder of the target. */
  readonly part?: string;
  /** Called after the download. Must call `place`, which renames the temporary file. If `placing` rejects, that file is deleted. */
  readonly placing?: (place: () => Promise<void>) => Promise<void>;
  /** Returns the number of free bytes on the disk of a folder; by default, asks the operating system. */
  readonly free?: (folder: string) => Promise<number>;
}

/** The fields of a create request (docs/service.md 4.2). */
export interface CreateTask {
  readonly taskType: string;
  readonly uploads: readonly UploadPart[];
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly externalId: string;
  readonly name: string | null;
  readonly callbackTemplate: string | null;
}

/** The filters of a list request (docs/service.md 4.4). Dates are sent unchanged, with the precision of the service. */
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

/** The fields of an update request (docs/service.md 4.5). A missing field is not sent. */
export interface TaskChange {
  readonly name?: string;
  readonly cleared?: boolean;
  readonly externalId?: string;
  readonly newDataItem?: Readonly<Record<string, unknown>>;
}

/** The calls of docs/service.md 4. A call without a usable response rejects with a `ServiceError`. */
export interface ServiceClient {
  /** Exchanges the api_secret for a token if no valid token is stored (docs/service.md 4.1). Returns the organization. */
  signIn(options?: CallOptions): Promise<OrgSettings>;
  /** Gets the token for the next call, and signs in if necessary. A caller awaits `ready` before the caller records that a call begins. */
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
  getDownloadLink(
    taskUuid: string,
    dataItemUuid: string,
    options?: Pick<DownloadOptions, keyof CallOptions | 'original'>,
  ): Promise<DownloadLink>;
  /** Downloads a data item (docs/service.md 4.7) as `target`, through a temporary file. Never overwrites a file. */
  downloadItem(
    taskUuid: string,
    dataItemUuid: string,
    target: string,
    options?: DownloadOptions,
  ): Promise<{ fileName: string; size: number; sha256: string }>;
  /** Returns the SHA-256 of the bytes of a file item (docs/service.md 4.7). The bytes are not stored. */
  itemSha256(taskUuid: string, dataItemUuid: string, options?: CallOptions): Promise<string>;
  logEvent(
    taskUuid: string,
    event: string,
    extraData: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<EventReceipt>;
  /** Whether the last request ended without a response, or an open GET request has waited too long for a response (`watchContact`). */
  isSilent(): boolean;
  /** Returns the wall clock of the service (`Contact.serviceTime`); null before the first response of this process. */
  serviceTime(): number | null;
  /** Returns by how much the wall clock is ahead of the service (`Contact.clockAheadMs`); null before the first response of this process. */
  clockAheadMs(): number | null;
  /** Must be called after a person set the api_secret. Calls that failed as `auth-refused` are then possible again. */
  reloadCredentials(): Promise<void>;
  /** Must be called when a person asks to check again. The next call then exchanges a refused api_secret once more, whatever the wait. */
  forgetRefusal(): Promise<void>;
  /** Ends every running call: as `unknown` if the request of the call has begun, otherwise as `not-sent`. Later calls fail. */
  close(): Promise<void>;
}

/** The credentials of one environment. A caller must name the origin, so that no client gets those of another origin (I9). */
export interface OriginCredentials {
  /** Returns the credentials of `origin` (`originOf`); an empty store if no credentials were set for this origin. */
  boundTo(origin: string): CredentialStore;
}

/** The store of the api_secret and the token (I9), for one environment and one origin. */
export interface CredentialStore {
  readSecret(): Promise<string | null>;
  readToken(): Promise<StoredToken | null>;
  writeToken(token: StoredToken | null): Promise<void>;
  /** Returns the fingerprint of the api_secret that the service refused, so that a restart causes no second try; null without a refusal. */
  readRefused(): Promise<string | null>;
  writeRefused(fingerprint: string | null): Promise<void>;
  /** Returns the pause that the service demanded by Retry-After, which survives a restart; null without a pause. */
  readWait(): Promise<StoredWait | null>;
  writeWait(wait: StoredWait | null): Promise<void>;
}

/** The start and end of a pause in milliseconds since the epoch. */
export interface StoredWait {
  readonly since: number;
  readonly until: number;
}

export interface StoredToken {
  readonly token: string;
  readonly obtainedAt: number;
  /** The fingerprint of the api_secret that was exchanged for the token. After a change of the api_secret, the token is not used. */
  readonly secretFingerprint: string;
  readonly orgSettings: OrgSettings;
}
