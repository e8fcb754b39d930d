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
        title: t('Choose a folder'),
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
      const options = { title: t('Save'), defaultPath };
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
        message:
          changes.length === 1
            ? t('Allow this change?')
            : t('Allow these {count} changes?', { count: changes.length }),
        detail: `${changes.map((change) => said(describeRedirect(change))).join('\n')}\n\n${t('Allow only if you asked for this change.')}`,
        buttons: [t('Cancel'), t('Allow')],
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
      openDialog({ title: t('Add documents'), properties: ['openFile', 'multiSelections'] }),
    /** Until `done` aborts, shows that the program quits after the uploads. Resolves only if the person chooses "Quit now". */
    async quitting(uploads: number, done: AbortSignal): Promise<void> {
      await show({
        message:
          uploads === 1 ? t('Quitting after 1 upload') : t('Quitting after {uploads} uploads', { uploads }),
        detail: t(
          'You can quit now without losing documents: at its next start, Clearfolder asks the service which documents arrived.',
        ),
        buttons: [t('Quit now')],
        signal: done,
      });
      if (done.aborted) await new Promise(() => undefined);
    },
    staysOpen: (inTray: boolean) =>
      show({
        message: t('Clearfolder is still running'),
        detail: inTray
          ? t(
              'Clearfolder sends documents and watches folders without a window. To open the window, click the Clearfolder icon near the clock, or start Clearfolder again. To stop, choose Quit.',
            )
          : t(
              'Clearfolder sends documents and watches folders without a window. To open the window, start Clearfolder again. To stop, choose Quit.',
            ),
        buttons: ['OK'],
      }),
    crashedOften: () =>
      show({
        type: 'warning',
        message: t('The Clearfolder window failed several times'),
        detail: t(
          'Your documents are safe: Clearfolder is still sending and watching. If the window fails again, tell your administrator.',
        ),
        buttons: [t('Open window')],
      }),
  };
}

export function showStartError(dialog: Pick<Dialog, 'showErrorBox'>, error: unknown): void {
  const { message, next } = describeFailure(error).said;
  dialog.showErrorBox(
    t('Clearfolder could not start'),
    `${printable(said(message))}\n\n${t('What to do: {next}', { next: printable(said(next)) })}`,
  );
}
