import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { BrowserWindow, MessageBoxOptions, OpenDialogOptions } from 'electron';
import { printable } from '../../contract/printable.ts';
import { redirectWords } from '../../contract/redirect.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { AskPerson } from '../app/redirect/ask-person.ts';
import { inPlainWords } from '../headless/in-plain-words.ts';
import type { ElectronMain } from './electron-main.ts';
import type { PathDialogs } from './page-extras.ts';

type Dialog = ElectronMain['dialog'];

/** The system's own dialogs over the window, and what they ask. Folders chosen are remembered while the program runs. */
export function createDialogs(dialog: Dialog, window: () => BrowserWindow | null) {
  let lastFolder = homedir();
  let lastTarget: string | null = null;
  const chosenFolders = new Set<string>();

  const openDialog = async (options: OpenDialogOptions) => {
    const over = window();
    const { canceled, filePaths } = await (over === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(over, options));
    return canceled ? [] : filePaths;
  };

  const paths: PathDialogs = {
    async chooseFolder() {
      const [chosen] = await openDialog({
        title: 'Choose a folder',
        defaultPath: lastFolder,
        properties: ['openDirectory', 'createDirectory'],
      });
      if (chosen === undefined) return null;
      lastFolder = chosen;
      chosenFolders.add(resolve(chosen));
      return chosen;
    },
    isChosen: (path) => chosenFolders.has(path),
    async chooseTarget(proposed) {
      const defaultPath = lastTarget === null ? proposed : join(lastTarget, basename(proposed));
      const options = { title: 'Save', defaultPath };
      const over = window();
      const { canceled, filePath } = await (over === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(over, options));
      if (canceled || filePath === '') return null;
      lastTarget = dirname(filePath);
      return filePath;
    },
  };

  /** A page cannot answer this question (I9). */
  const person: AskPerson = {
    kind: 'dialog',
    async ask(changes, signal) {
      const options: MessageBoxOptions = {
        type: 'warning',
        title: 'Clearfolder',
        message: changes.length === 1 ? 'Allow this change?' : `Allow these ${changes.length} changes?`,
        detail: `${changes.map((change) => redirectWords(change)).join('\n')}\n\nAllow this only if you asked for it.`,
        buttons: ['Cancel', 'Allow'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal,
      };
      const over = window();
      const { response } = await (over === null
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(over, options));
      return response === 1;
    },
    isChosen: paths.isChosen,
  };

  return {
    person,
    paths,
    chooseDocuments: () =>
      openDialog({ title: 'Add documents', properties: ['openFile', 'multiSelections'] }),
    /** Resolves when the person wants to end at once. */
    async quitting(uploads: number, done: AbortSignal): Promise<void> {
      await dialog.showMessageBox({
        type: 'info',
        title: 'Clearfolder',
        message: `Quitting: ${uploads} ${uploads === 1 ? 'upload ends' : 'uploads end'} first`,
        detail:
          'Nothing is lost if you quit now: Clearfolder asks the service at its next start what arrived.',
        buttons: ['Quit now'],
        signal: done,
      });
      if (done.aborted) await new Promise(() => undefined);
    },
    async staysOpen(inTray: boolean): Promise<void> {
      await dialog.showMessageBox({
        type: 'info',
        title: 'Clearfolder',
        message: 'Clearfolder goes on sending and watching without its window',
        detail: `To see it again, ${inTray ? 'use its icon near the clock, or ' : ''}start Clearfolder once more. To end it, choose Quit.`,
        buttons: ['OK'],
      });
    },
    async crashedOften(): Promise<void> {
      await dialog.showMessageBox({
        type: 'warning',
        title: 'Clearfolder',
        message: 'The window of Clearfolder failed several times',
        detail: 'Sending and watching go on. If it happens again, tell your administrator.',
        buttons: ['Open it again'],
      });
    },
  };
}

/** Says in words what kept the program from starting; it comes before there is any window. */
export function showStartError(dialog: Pick<Dialog, 'showErrorBox'>, error: unknown): void {
  const { message, next } = error instanceof PlainError ? error : inPlainWords(error);
  dialog.showErrorBox(
    'Clearfolder could not start',
    `${printable(message)}\n\nWhat to do: ${printable(next)}`,
  );
}
