import { create } from 'zustand';
import type { AccountState, OutboxStateView } from '../../src-main/contract/views/common.ts';

/** The files to show. `folder` is the id of a folder rule, or null for all; `drops` limits the files to drops. */
export interface FilesWanted {
  readonly folder: string | null;
  readonly drops: boolean;
  readonly states: readonly AccountState[];
}

interface Panels {
  /** The filter with which the outbox panel opens; null while the panel is closed. */
  readonly outbox: readonly OutboxStateView[] | null;
  readonly files: FilesWanted | null;
  readonly palette: boolean;
  readonly keys: boolean;
}

const NONE: Panels = { outbox: null, files: null, palette: false, keys: false };

/** The panel over the screen. At most one panel is open. */
export const usePanels = create<Panels>(() => NONE);

/** Opens the outbox, filtered by `states`. An empty list means all states. */
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

export function closePanels(): void {
  usePanels.setState(NONE);
}
