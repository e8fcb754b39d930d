import { secretElsewhere } from '../../core/installation/api-secret.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { untilAskedToStop } from '../headless/process.ts';
import { runEngine } from '../headless/run-engine.ts';
import type { Terminal } from './terminal.ts';

/**
 * `run`: watches, submits and tracks with nobody looking, until SIGTERM. What it prints may land in a system log, so there
 * are no names of files, Tasks or patients in it (I11).
 */
export async function runHeadless(terminal: Terminal, choice: StationChoice): Promise<void> {
  const stop = untilAskedToStop();
  const running = await runEngine(choice, { samples: false });
  const { settings, secrets } = running.station;
  const watched = `${settings.folders.length} watched ${settings.folders.length === 1 ? 'folder' : 'folders'}`;
  terminal.out(
    `Clearfolder runs: environment "${settings.environment}", ${watched}, secrets in ${secrets.describe()}.`,
  );
  if (settings.folders.length === 0) {
    terminal.err(
      'No folder is watched, so Clearfolder sends only files that you submit by hand. Add a folder under "folders" in the settings.',
    );
  }
  if (settings.environment !== 'practice' && (await running.station.credentials.readSecret()) === null) {
    const elsewhere = await secretElsewhere(running.station);
    terminal.err(
      elsewhere === null
        ? 'No api_secret is set, so Clearfolder cannot send anything yet. Set the api_secret with: clearfolder secret set'
        : `${elsewhere.message} ${elsewhere.next}`,
    );
  }
  await stop;
  terminal.out(
    'Clearfolder is stopping: open requests end first. A second Ctrl+C or SIGTERM stops Clearfolder immediately.',
  );
  await running.stop();
  terminal.out('Clearfolder has stopped. Documents that are not sent yet are sent after the next start.');
}
