import { create } from 'zustand';
import type { AccountState, OutboxStateView } from '../../src-main/contract/views/common.ts';

/** Which files to show: those of a folder, of the drops, or (folder null, drops false) all. */
export interface FilesWanted {
  readonly folder: string | null;
  readonly drops: boolean;
  readonly states: readonly AccountState[];
}

interface Panels {
  /** The outbox over the screen, with the states it begins with; null while it is put away. */
  readonly outbox: readonly OutboxStateView[] | null;
  readonly files: FilesWanted | null;
  readonly palette: boolean;
  readonly keys: boolean;
}

const NONE: Panels = { outbox: null, files: null, palette: false, keys: false };

/** What lies over the screen. View state; at most one of them is open. */
export const usePanels = create<Panels>(() => NONE);

/** Shows the outbox, beginning with what stands in these states; with everything where none is named. */
export function openOutbox(states: readonly OutboxStateView[] = []): void {
  usePanels.setState({ ...NONE, outbox: states });
}

/** Shows the files behind a count. */
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
