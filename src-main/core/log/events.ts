/**
 * Every line the log can hold, by name and with its fields. A field that is not here cannot be logged
 * (docs/architecture.md 7, I11): no file names, paths, Task names, external ids, URLs, headers or bodies. `ref` is
 * the tail of a random id.
 */
export interface LogEvents {
  'engine.started': { environment: string; version: string };
  'engine.stopped': { reason: string };
  'engine.fault': { where: string; error: string };
  'folder.reachable': { folder: string; reachable: boolean };
  'folder.watching': { folder: string; mode: string };
  'folder.scanned': { folder: string; files: number; changed: number; ms: number };
  'file.held': { folder: string; code: string };
  'lease.changed': { folder: string; mine: boolean };
  'submission.queued': { ref: string; files: number; bytes: number };
  'submission.sending': { ref: string; attempt: number };
  'submission.ended': { ref: string; state: string; code: string | null };
  'message.ended': { ref: string; kind: string; state: string; code: string | null };
  'lane.paused': { lane: string; code: string; seconds: number };
  'lane.resumed': { lane: string };
  'service.call': { call: string; status: number | null; outcome: string; ms: number };
  'service.signed-in': { outcome: string };
  'tracking.cycle': { requests: number; changed: number; ms: number };
  'ledger.backup': { outcome: string };
}

/** Writes one typed event. Never throws: a full disk must not stop the outbox. */
export type Log = <K extends keyof LogEvents>(event: K, fields: LogEvents[K]) => void;

/** For parts that run without a log, such as reading verbs and tests. */
export const silentLog: Log = () => undefined;
