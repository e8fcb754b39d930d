export type Status = 'pending' | 'processing' | 'waiting' | 'completed' | 'failed' | 'invalid' | 'deferred';

export type ModelItem = {
  uuid: string;
  group: string;
  tag: string;
  name: string | null;
  data_format?: string | null;
  created: string;
  data_type: string;
  data?: unknown;
  medical_records?: object[] | null;
  alias?: string | null;
};

/** A Task as the service shows it (docs/service.md 2.1). */
type Details = {
  readonly uuid: string;
  external_id: string | null;
  task_type: string;
  /** Any text: a later service may know other statuses. */
  status: string;
  name: string;
  cleared: string | null;
  created: string;
  latest_status_change: string;
  category: string | null;
  data_items: ModelItem[];
  issues: { key: string; message: string; [extra: string]: unknown }[];
  verdicts: { code: string; approved: boolean; issues: number[] }[];
  interceptions: Record<string, unknown[]> | null;
  verdict_summaries: { code: string; conclusion: string }[];
};

/** A Task with what the service does not show of it. */
export type ModelTask = Details & {
  /** The place among all Tasks, by which `order_by=id` sorts. */
  readonly id: number;
  /** The external_id of its create; anybody may change it since. */
  readonly bornAs: string | null;
  /** The moment, in milliseconds, from which reads find the Task. */
  visibleFrom: number;
  /** The Task that took this one's place (docs/service.md 3). */
  frozenTo: string | null;
  /** How often an upload or an update made the Task go on. */
  resumes: number;
  /**
   * What a resuming update does, always answered with 200: it moves the Task; moves the Task, while the answer shows the
   * Task waiting; leaves the Task waiting; or leaves the Task waiting and drops the data.
   */
  resuming: 'moves' | 'moves-later' | 'stays' | 'drops';
};

/** What processing finds out about a Task. */
export type Outcome = Partial<
  Pick<Details, 'issues' | 'verdicts' | 'verdict_summaries' | 'category' | 'name' | 'interceptions'>
>;

export function detailsOf(task: ModelTask): Details {
  const { id, bornAs, visibleFrom, frozenTo, resumes, resuming, ...details } = task;
  return details;
}

/** The TaskSummary of a Task (docs/service.md 2.7). */
export function summaryOf(task: ModelTask) {
  const { uuid, task_type, status, name, cleared, created, latest_status_change, external_id } = task;
  return { uuid, task_type, status, name, cleared, created, latest_status_change, external_id };
}
