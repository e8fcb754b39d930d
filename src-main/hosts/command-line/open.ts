import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/station/actor.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { inPlainWords } from '../command-line/failure.ts';
import { runEngine } from '../headless/run-engine.ts';
import { untilAskedToStop } from '../headless/stop-signals.ts';
import { createAccount } from './account.ts';
import type { Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 400;

/** `open`: the engine with a live account on the terminal of the person who started it, until Ctrl+C. */
export async function openAccount(terminal: Terminal, choice: StationChoice): Promise<void> {
  const stop = untilAskedToStop();
  const running = await runEngine(choice, { samples: true });
  try {
    const { settings } = running.station;
    terminal.out(
      settings.environment === 'practice'
        ? 'Clearfolder, practice mode: nothing leaves this machine, and every patient is invented.'
        : `Clearfolder, environment "${settings.environment}", as ${actor()}.`,
    );
    for (const folder of settings.folders) terminal.out(`Watching ${folder.path}`);
    const answers = join(running.station.folder.practice, 'answers');
    if (settings.environment === 'practice' && existsSync(answers))
      terminal.out(`Documents that answer Tasks which wait: ${answers}`);
    terminal.out(
      'Put documents into a watched folder and they go out by themselves. Ctrl+C stops. "clearfolder VERB" below is "npm start -- VERB" in a second terminal.\n',
    );
    const newLines = createAccount(running.ledger, settings.folders, () =>
      new Date(systemClock.now()).toLocaleTimeString(),
    );
    const ended = new AbortController();
    void stop.then(() => ended.abort());
    while (!ended.signal.aborted) {
      try {
        for (const line of newLines()) terminal.out(line);
      } catch (error) {
        // What cannot be shown must not stop what is sent.
        terminal.err(inPlainWords(error).message);
      }
      await systemClock.sleep(LOOK_EVERY_MS, ended.signal);
    }
    terminal.out('Stopping: requests under way end first. Ctrl+C again ends at once; nothing is lost.');
  } finally {
    await running.stop();
  }
}
