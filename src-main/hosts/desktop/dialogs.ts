import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { BrowserWindow, MessageBoxOptions, OpenDialogOptions } from 'electron';
import { printable } from '../../contract/printable.ts';
import { describeRedirect } from '../../contract/redirect.ts';
import type { AskPerson } from '../app/confirmations.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { said, t } from '../language.ts';
import type { ElectronMain } from './electron-main.ts';
import type { PathDialogs } from './page-channel.ts';

type Dialog = ElectronMain['dialog'];

/** Creates the native dialogs over the window. `isChosen`: whether a person has chosen the folder in these dialogs since the start. */
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

  const show = async (options: MessageBoxOptions): Promise<void> => {
    await dialog.showMessageBox({ type: 'info', title: 'Clearfolder', ...options });
  };

  const paths: PathDialogs = {
    async chooseFolder() {
      const [chosen] = await openDialog({
        title: t('desktop.chooseFolder'),
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
      const options = { title: t('desktop.save'), defaultPath };
      const over = window();
      const { canceled, filePath } = await (over === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(over, options));
      if (canceled || filePath === '') return null;
      lastTarget = dirname(filePath);
      return filePath;
    },
  };

  // Asks a person to allow changes of where documents go (redirects). The dialog is native, so that no page can answer the dialog (I9).
  const person: AskPerson = {
    kind: 'dialog',
    async ask(changes, signal) {
      const options: MessageBoxOptions = {
        type: 'warning',
        title: 'Clearfolder',
        message: t('desktop.allowChanges', { count: changes.length }),
        detail: `${changes.map((change) => said(describeRedirect(change))).join('\n')}\n\n${t('desktop.allowAskedChange')}`,
        buttons: [t('desktop.cancel'), t('desktop.allow')],
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
      openDialog({ title: t('desktop.addDocuments'), properties: ['openFile', 'multiSelections'] }),
    /** Until `done` aborts, shows that the program quits after the uploads. Resolves only if the person chooses "Quit now". */
    async quitting(uploads: number, done: AbortSignal): Promise<void> {
      await show({
        message: t('desktop.quittingAfterUploads', { uploads }),
        detail: t('desktop.quitNowWithoutLosing'),
        buttons: [t('desktop.quitNow')],
        signal: done,
      });
      if (done.aborted) await new Promise(() => undefined);
    },
    staysOpen: (inTray: boolean) =>
      show({
        message: t('desktop.stillRunning'),
        detail: inTray
          ? t('desktop.sendsDocumentsWatchesFolders')
          : t('desktop.sendsDocumentsWatchesFoldersWithout'),
        buttons: ['OK'],
      }),
    crashedOften: () =>
      show({
        type: 'warning',
        message: t('desktop.windowFailedSeveralTimes'),
        detail: t('desktop.documentsSafe'),
        buttons: [t('desktop.openWindow')],
      }),
  };
}

export function showStartError(dialog: Pick<Dialog, 'showErrorBox'>, error: unknown): void {
  const { message, next } = describeFailure(error).said;
  dialog.showErrorBox(
    t('desktop.cannotStart'),
    `${printable(said(message))}\n\n${t('common.whatToDo1', { next: printable(said(next)) })}`,
  );
}
