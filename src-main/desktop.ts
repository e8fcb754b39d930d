import './hosts/headless/threads.ts';
import { join } from 'node:path';
import * as electron from 'electron';
import { languageOf } from './contract/say.ts';
import { showStartError } from './hosts/desktop/dialogs.ts';
import { apiSecretOfParent, desktopChoice, prepareDesktop } from './hosts/desktop/prepare-desktop.ts';
import { runDesktop } from './hosts/desktop/run-desktop.ts';
import { showService } from './hosts/desktop/service-window.ts';
import {
  connectOverSlowLines,
  endOnStrayErrors,
  guardProcess,
  tellLossBy,
  whenAskedToStop,
} from './hosts/headless/process.ts';
import { setLanguage, t } from './hosts/language.ts';

const { app, dialog } = electron;
const out = join(import.meta.dirname, '..');
const icons = join(out, '..', 'resources', 'icons');

const env = guardProcess();
connectOverSlowLines();
endOnStrayErrors((text) => process.stderr.write(text));
whenAskedToStop(() => app.quit());
tellLossBy((text) => dialog.showErrorBox(t('desktop.stopped'), text));
// The code above `whenReady` awaits nothing: `prepareDesktop` must run before the `ready` event, and Electron does not wait for a promise.
const choice = desktopChoice(process.argv.slice(1), env);
const handed = choice.handedSecret ? apiSecretOfParent(process) : Promise.resolve(null);
const ownFolder = prepareDesktop(electron, choice);
if (ownFolder === null) app.quit();
else {
  app
    .whenReady()
    .then(() => {
      setLanguage(languageOf(app.getLocale()));
      return handed;
    })
    .then((apiSecret) =>
      runDesktop(
        electron,
        apiSecret === null ? choice : { ...choice, station: { ...choice.station, apiSecret } },
        {
          entry: import.meta.filename,
          preload: join(out, 'preload', 'preload.cjs'),
          renderer: join(out, 'renderer'),
          icons,
        },
        ownFolder,
      ),
    )
    .catch(async (error: unknown) => {
      if (await showService(electron, error, choice, join(icons, 'app-256.png'))) return;
      showStartError(dialog, error);
      app.exit(1);
    });
}
