import { join } from 'node:path';
import type { AppEvent, Place } from '../../contract/events.ts';
import type { RedirectQuestion } from '../../contract/redirect.ts';
import type { AppInfo } from '../../contract/views/settings-view.ts';
import { type Clock, systemClock, systemRandom } from '../../core/clock.ts';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import { actor } from '../../core/installation/actor.ts';
import { onceBegun, type StationChoice } from '../../core/installation/open-station.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { VERSION } from '../version.ts';
import type { App } from './app.ts';
import { createLookAudit } from './audit-verbs.ts';
import type { AppContext } from './context.ts';
import { createDispatch } from './dispatch.ts';
import { createDocuments } from './documents.ts';
import { HANDLERS } from './handlers/index.ts';
import { createSettingsKeeper, refuseOpenDrops } from './keep-settings.ts';
import { createDrafts } from './lock/drafts.ts';
import type { ComputerPorts } from './lock/lock.ts';
import { redactEvent } from './lock/redact.ts';
import { setLock } from './lock/set-lock.ts';
import { createStationLock } from './lock/station-lock.ts';
import { createMadeFiles } from './made-files.ts';
import { createFeed } from './overview-feed.ts';
import { createOverviewSource } from './overview-source.ts';
import { openPreferences } from './preferences.ts';
import type { AskPerson } from './redirect/ask-person.ts';
import { createConfirmations } from './redirect/confirmations.ts';
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
  person,
  computer = { proof: null, idleMs: () => 0 },
  clock = systemClock,
}: {
  choice: StationChoice;
  host: AppInfo['host'];
  samples: boolean;
  /** How a person is asked before documents go elsewhere. */
  person: AskPerson;
  computer?: ComputerPorts;
  clock?: Clock;
}): Promise<App> {
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
  const user = actor();
  /** The change that waits for a person; pages may be told only while the station is unlocked. */
  let question: RedirectQuestion | null = null;
  const tellQuestion = () => {
    feed.tell({ kind: 'confirm', question });
  };
  const { lock, pins, audit } = await createStationLock({
    supervisor,
    clock,
    computer,
    user,
    onFault: faultIn('lock'),
    onChange: (state) => {
      feed.tell({ kind: 'lock', lock: state });
      // What is told from now on says more, or less, than before.
      feed.tellOverview();
      tellQuestion();
    },
  });
  const confirmations = createConfirmations({
    person,
    lock,
    pins,
    clock,
    audit,
    onChange: (next) => {
      question = next;
      tellQuestion();
    },
  });
  // Also while no engine runs: what is recorded is shown then, too.
  const looks = createLookAudit(supervisor.ledger, clock, faultIn('audit'));
  const made = createMadeFiles(() => join(supervisor.station().paths.dir, 'documents'), lock.locked);
  const context: AppContext = {
    choice: onceBegun(choice),
    clock,
    random: systemRandom,
    info: {
      version: VERSION,
      host,
      platform: `${process.platform} ${process.arch}`,
      runtime: runtime(),
      user,
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
    lock,
    setLock: (wanted, who) =>
      setLock(wanted, who, { lock, pins, confirmations, audit, saveSettings: context.saveSettings }),
    confirmations,
    drafts: createDrafts(),
    saveSettings: (settings, who = user) => keep(settings, who),
    preferences: {
      read: preferences.read,
      save: async (wanted) => {
        const kept = await preferences.save(wanted);
        feed.tell({ kind: 'preferences', preferences: kept });
        return kept;
      },
    },
    changed,
    made,
  };
  const keep = createSettingsKeeper({ context, supervisor });
  const documents = createDocuments(context);
  await documents.removeLeftovers();

  return {
    call: createDispatch(HANDLERS, context, { audit: looks.verb, onFault: faultIn('verb') }),
    subscribe: (listener: (event: AppEvent) => void) => {
      try {
        if (!lock.locked()) looks.look(user, 'list.viewed', 'app.overview');
      } catch (error) {
        // The first screen is where a full disk is said.
        faultIn('audit')(describeError(error));
      }
      const told = (event: AppEvent) => {
        const shown = lock.locked() ? redactEvent(event) : event;
        if (shown !== null) listener(shown);
      };
      const end = feed.subscribe(told);
      told({ kind: 'lock', lock: lock.state() });
      told({ kind: 'confirm', question });
      return end;
    },
    addDropStream: async (drop, file, stream) => {
      try {
        const value = await context.engine().engine.drops.addStream(drop, file, stream);
        looks.look(context.info.user, 'drop.files-added', drop);
        // What was on its way when it was locked arrives; it is seen once it is unlocked.
        return { ok: true, value: lock.locked() ? { ...value, files: [] } : value };
      } catch (error) {
        return { ok: false, error: describeFailure(error) };
      } finally {
        changed();
      }
    },
    readDocument: documents.read,
    saveDocument: documents.save,
    locked: lock.locked,
    lock: (why) => {
      if (lock.inForce()) lock.now(user, why);
      return lock.locked();
    },
    readMade: made.read,
    saveMade: made.save,
    go: (place: Place) => feed.tell({ kind: 'go', place }),
    woke: () => {
      void lock.look();
      const standing = supervisor.standing();
      if (standing.state !== 'running') return;
      const { engine } = standing.running;
      engine.outbox.wake();
      engine.tracker.lookSoon();
      void engine.intake.wake().catch(() => undefined);
    },
    stop: async () => {
      confirmations.stop();
      await lock.stop();
      looks.stop();
      await feed.stop();
      await probe.stop();
      await documents.stop();
      await made.stop();
      await supervisor.stop();
    },
  };
}

function runtime(): string {
  const electron = process.versions['electron'];
  return electron === undefined ? `Node ${process.version}` : `Electron ${electron}`;
}
