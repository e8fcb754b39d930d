import type { AppEvent, Place } from '../../contract/events.ts';
import type { AppInfo } from '../../contract/views/settings-view.ts';
import { systemClock, systemRandom } from '../../core/clock.ts';
import { dataPlace, surroundings } from '../../core/data-folder/data-place.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';
import { actor } from '../../core/station/actor.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { inPlainWords } from '../headless/in-plain-words.ts';
import { VERSION } from '../version.ts';
import type { App } from './app.ts';
import { createLookAudit } from './audit-verbs.ts';
import type { AppContext } from './context.ts';
import { createDispatch } from './dispatch.ts';
import { createDocuments } from './documents.ts';
import { HANDLERS } from './handlers/index.ts';
import { createSettingsKeeper, refuseOpenDrops } from './keep-settings.ts';
import { createFeed } from './overview-feed.ts';
import { createOverviewSource } from './overview-source.ts';
import { openPreferences } from './preferences.ts';
import { createServiceProbe } from './service-probe.ts';
import { createSupervisor, STARTING } from './supervisor.ts';

/**
 * The program behind its windows: one engine, every verb, every event. It runs also while the engine cannot start, and says
 * why. `samples` fills and watches the practice folder where the settings watch nothing.
 *
 * @throws PlainError `data.in-use` where another Clearfolder serves the data folder: nothing is left running then
 */
export async function createApp({
  choice,
  host,
  samples,
}: {
  choice: StationChoice;
  host: AppInfo['host'];
  samples: boolean;
}): Promise<App> {
  const clock = systemClock;
  let changes = 0;
  const changed = () => {
    changes += 1;
  };
  const supervisor = createSupervisor({ choice, samples, clock, onChange: changed });
  try {
    await supervisor.restart();
  } catch (error) {
    if (error instanceof PlainError && error.code === 'data.in-use') {
      await supervisor.stop();
      throw error;
    }
  }
  const preferences = openPreferences(dataPlace(choice.data, surroundings()));
  const probe = createServiceProbe({
    standing: supervisor.standing,
    clock,
    onChange: changed,
    onBack: () => {
      const standing = supervisor.standing();
      if (standing.state === 'running') standing.running.engine.outbox.serviceIsBack();
    },
  });
  const source = createOverviewSource({ supervisor, probe, clock, changes: () => changes });
  const faultIn = (where: string) => (error: string) => {
    const standing = supervisor.standing();
    if (standing.state === 'running') standing.running.log('engine.fault', { where, error });
  };
  const feed = createFeed(source, clock, faultIn('overview'));
  // Also while no engine runs: what is recorded is shown then, too.
  const looks = createLookAudit(supervisor.ledger, clock);
  const context: AppContext = {
    choice,
    clock,
    random: systemRandom,
    info: {
      version: VERSION,
      host,
      platform: `${process.platform} ${process.arch}`,
      runtime: runtime(),
      user: actor(),
      started_at: new Date(clock.now()).toISOString(),
    },
    engine: () => {
      const standing = supervisor.standing();
      if (standing.state === 'running') return standing.running;
      const { message, next } = standing.state === 'stopped' ? standing.failure : STARTING;
      throw new PlainError('engine.stopped', message, next);
    },
    station: supervisor.station,
    overview: feed.current,
    askService: () => probe.ask(context.engine().client),
    restartEngine: async () => {
      refuseOpenDrops(supervisor);
      await supervisor.restart();
    },
    saveSettings: (settings, who = actor()) => keep(settings, who),
    preferences: {
      read: preferences.read,
      save: async (wanted) => {
        const kept = await preferences.save(wanted);
        feed.tell({ kind: 'preferences', preferences: kept });
        return kept;
      },
    },
    changed,
  };
  const keep = createSettingsKeeper({ context, supervisor });
  const documents = createDocuments(context);
  await documents.removeLeftovers();

  return {
    call: createDispatch(HANDLERS, context, { audit: looks.verb, onFault: faultIn('verb') }),
    subscribe: (listener: (event: AppEvent) => void) => {
      try {
        looks.look(context.info.user, 'list.viewed', 'app.overview');
      } catch (error) {
        // The first screen is where a full disk is said.
        faultIn('audit')(describeError(error));
      }
      return feed.subscribe(listener);
    },
    addDropStream: async (drop, file, stream) => {
      try {
        const value = await context.engine().engine.drops.addStream(drop, file, stream);
        looks.look(context.info.user, 'drop.files-added', drop);
        return { ok: true, value };
      } catch (error) {
        return { ok: false, error: inPlainWords(error) };
      } finally {
        changed();
      }
    },
    readDocument: documents.read,
    saveDocument: documents.save,
    go: (place: Place) => feed.tell({ kind: 'go', place }),
    woke: () => {
      const standing = supervisor.standing();
      if (standing.state !== 'running') return;
      const { engine } = standing.running;
      engine.outbox.wake();
      engine.tracker.lookSoon();
      void engine.intake.rescan().catch(() => undefined);
    },
    stop: async () => {
      await feed.stop();
      await probe.stop();
      await documents.stop();
      await supervisor.stop();
    },
  };
}

function runtime(): string {
  const electron = process.versions['electron'];
  return electron === undefined ? `Node ${process.version}` : `Electron ${electron}`;
}
