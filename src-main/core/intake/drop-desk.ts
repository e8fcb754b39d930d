import type { Drop, DropGrouping } from '../../contract/views/drop.ts';
import type { NewFile } from '../ledger/sent-files.ts';

/** How the ready files of a drop go out. */
export interface DropRequest {
  readonly grouping: DropGrouping;
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  /** Whether documents that were sent before go again. */
  readonly duplicates: boolean;
  /** Nothing is sent before this time (milliseconds since the epoch): until then it can be taken back. */
  readonly notBefore: number;
}

/**
 * Files given by hand, between the hand and the outbox: copied into the spool at once (I3), looked through, and queued only
 * when a person says so. What was not sent is forgotten with the process; the person's own files are never touched (I4).
 * Everything throws a PlainError `drop.unknown` for a drop that is not open any more.
 */
export interface DropDesk {
  open(): Drop;
  list(): Drop[];
  get(id: string): Drop;
  /** Adds files and folders (absolute paths), each copied; what cannot go is in the drop with its reason. */
  addPaths(id: string, paths: readonly string[]): Promise<Drop>;
  /** Adds one file that has no path here; `path` is relative, as it was dropped. */
  addStream(
    id: string,
    file: { readonly path: string; readonly size: number },
    stream: AsyncIterable<Uint8Array>,
  ): Promise<Drop>;
  removeFile(id: string, index: number): Promise<Drop>;
  /** Queues submissions and closes the drop; gives their ids. All or nothing. */
  send(id: string, request: DropRequest): Promise<string[]>;
  /** Gives the ready files to `keep`, inside one transaction, and closes the drop if that did not throw. */
  handOver(id: string, keep: (files: readonly NewFile[]) => void): Promise<void>;
  discard(id: string): Promise<void>;
}
