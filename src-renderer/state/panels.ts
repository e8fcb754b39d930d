import type { AccountState, OutboxStateView } from '../../src-main/contract/views/common.ts';
import { forgottenStore } from './store.ts';

/**
 * The files that the files panel shows. `folder` is the id of a folder rule; null means all folders and drops. If `drops` is true, only
 * files that a person added are shown. If `states` is empty, files in all states are shown.
 */
export interface FilesWanted {
  readonly folder: string | null;
  readonly drops: boolean;
  readonly states: readonly AccountState[];
}

interface Panels {
  /** The filter of the outbox panel when the panel opens; null while the panel is closed. */
  readonly outbox: readonly OutboxStateView[] | null;
  readonly files: FilesWanted | null;
  readonly palette: boolean;
  readonly keys: boolean;
  /** Whether the help is open. If the outbox panel or the files panel is open, the panel stays open below the help. */
  readonly help: boolean;
  /** The id of the drop to which a typed document is added; `new` for a new drop; null while the panel is closed. */
  readonly typing: string | null;
  readonly connect: boolean;
  /** Whether the dialog that adds a watched folder is open. */
  readonly addFolder: boolean;
  /** The id of the folder about whose held files the dialog asks; null while the dialog is closed. */
  readonly backlog: string | null;
}

const NONE: Panels = {
  outbox: null,
  files: null,
  palette: false,
  keys: false,
  help: false,
  typing: null,
  connect: false,
  addFolder: false,
  backlog: null,
};

/** The panels over the screen. At most one panel is open; the help can be open in addition. */
export const usePanels = forgottenStore<Panels>(NONE);

/** Opens the outbox panel with the rows in `states`. An empty list means all states. */
export function openOutbox(states: readonly OutboxStateView[] = []): void {
  usePanels.setState({ ...NONE, outbox: states });
}

export function openFiles(files: FilesWanted): void {
  usePanels.setState({ ...NONE, files });
}

export function openPalette(): void {
  usePanels.setState({ ...NONE, palette: true });
}

export function openKeys(): void {
  usePanels.setState({ ...NONE, keys: true });
}

export function openHelp(): void {
  usePanels.setState({ help: true });
}

export function closeHelp(): void {
  usePanels.setState({ help: false });
}

export function openTyping(drop: string | null): void {
  usePanels.setState({ ...NONE, typing: drop ?? 'new' });
}

export function openConnect(): void {
  usePanels.setState({ ...NONE, connect: true });
}

export function openAddFolder(): void {
  usePanels.setState({ ...NONE, addFolder: true });
}

export function openBacklog(folder: string): void {
  usePanels.setState({ ...NONE, backlog: folder });
}

export function closePanels(): void {
  usePanels.setState(NONE);
}
