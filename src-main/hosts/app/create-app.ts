import { join } from 'node:path';
import pLimit from 'p-limit';
import type { AppEvent, Place } from '../../contract/events.ts';
import type { RedirectQuestion } from '../../contract/redirect.ts';
import type { AppInfo } from '../../contract/views/settings-view.ts';
import { type Clock, systemClock, systemRandom } from '../../core/clock.ts';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import { openPreferences } from '../../core/data-folder/preferences.ts';
import { actor } from '../../core/installation/actor.ts';
import { onceBegun, type StationChoice } from '../../core/installation/open-station.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { errorOf, PlainError } from '../../core/plain-error.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { VERSION } from '../version.ts';
import type { App } from './app.ts';
import { createViewAudit } from './audit-views.ts';
import { type AskPerson, createConfirmations } from './confirmations.ts';
import { createConnecting } from './connecting.ts';
import type { AppContext } from './context.ts';
import { createDispatch } from './dispatch.ts';
import { createDocuments } from './documents.ts';
import { HANDLERS } from './handlers/index.ts';
import { refuseOpenDrops, saveSettings } from './keep-settings.ts';
import { type ComputerPorts, createStationLock } from './lock/lock.ts';
import { redactEvent } from './lock/redact.ts';
import { setLock } from './lock/set-lock.ts';
import { createUserAdmin } from './lock/set-users.ts';
import { createMadeFiles } from './made-files.ts';
import { createFeed } from './overview-feed.ts';
import { createOverviewSource } from './overview-source.ts';
import { createSupervisor, STARTING } from './supervisor.ts';

/**
 * Creates the program behind the windows. Without an engine, the app runs and shows why the engine cannot start. If `samples` is true
 * and the settings have no folder, practice mode watches a folder of sample packets.
 * @throws PlainError `data.in-use` if another Clearfolder process uses the data folder
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
  person: AskPerson;
  computer?: ComputerPorts;
  clock?: Clock;
}): Promise<App> {
  const electron = process.versions['electron'];
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
  const source = createOverviewSource({ supervisor, clock, changes: () => changes });
  const faultIn = (where: string) => (error: string) =>
    supervisor.running()?.log('engine.fault', { where, error });
  const feed = createFeed(source, clock, faultIn('overview'));
  const user = actor();
  // The open question about a change that redirects documents, or null.
  let question: RedirectQuestion | null = null;
  const sendQuestion = () => feed.send({ kind: 'confirm', question });
  const { lock, pins, users, audit } = await createStationLock({
    supervisor,
    clock,
    computer,
    user,
    onFault: faultIn('lock'),
    onChange: (state) => {
      feed.send({ kind: 'lock', lock: state });
      // Pages need the overview again, without names or with names, although its revision has not changed.
      feed.sendOverview();
      sendQuestion();
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
      sendQuestion();
    },
  });
  const views = createViewAudit(supervisor.ledger, clock, faultIn('audit'));
  const made = createMadeFiles(() => join(supervisor.station().paths.dir, 'documents'), lock.locked);
  const saveInTurn = pLimit(1);
  const context: AppContext = {
    choice: onceBegun(choice),
    clock,
    random: systemRandom,
    info: {
      version: VERSION,
      host,
      platform: `${process.platform} ${process.arch}`,
      runtime: electron === undefined ? `Node ${process.version}` : `Electron ${electron}`,
      user,
      started_at: new Date(clock.now()).toISOString(),
    },
    engine: () => {
      const state = supervisor.state();
      if (state.state === 'running') return state.running;
      throw errorOf({ ...(state.state === 'stopped' ? state.failure : STARTING), code: 'engine.stopped' });
    },
    running: supervisor.running,
    station: supervisor.station,
    overview: feed.current,
    askService: () => context.engine().engine.askService(),
    restartEngine: async () => {
      refuseOpenDrops(supervisor);
      await supervisor.restart();
    },
    lock,
    setLock: (wanted, who) =>
      setLock(wanted, who, { lock, pins, confirmations, audit, saveSettings: context.saveSettings }),
    users: createUserAdmin({ lock, users, account: user, audit }),
    confirmations,
    drafts: { typed: {} },
    connecting: createConnecting(),
    saveSettings: (settings, who = lock.actingAs(user), confirmed = []) =>
      saveInTurn(() => saveSettings(settings, { actor: who, confirmed }, context, supervisor)),
    preferences: {
      read: preferences.read,
      save: async (wanted) => {
        const kept = await preferences.save(wanted);
        feed.send({ kind: 'preferences', preferences: kept });
        return kept;
      },
    },
    changed,
    made,
  };
  const documents = createDocuments(context);
  await documents.removeLeftovers();

  return {
    call: createDispatch(HANDLERS, context, { audit: views.verb, onFault: faultIn('verb') }),
    subscribe: (listener: (event: AppEvent) => void) => {
      try {
        if (!lock.locked()) views.addView(lock.actingAs(user), 'list.viewed', 'app.overview');
      } catch (error) {
        // On a full disk, the audit entry cannot be written. The page still gets the overview, because the overview reports the full disk.
        faultIn('audit')(describeError(error));
      }
      const send = (event: AppEvent) => {
        const shown = lock.locked() ? redactEvent(event) : event;
        if (shown !== null) listener(shown);
      };
      const end = feed.subscribe(send);
      send({ kind: 'lock', lock: lock.state() });
      send({ kind: 'confirm', question });
      return end;
    },
    addDropStream: async (drop, file, stream) => {
      try {
        const value = await context.engine().engine.drops.addStream(drop, file, stream);
        views.addView(lock.actingAs(user), 'drop.files-added', drop);
        // The station may lock while a file arrives. The drop has the file, but the response must not contain file names.
        return { ok: true, value: lock.locked() ? { ...value, files: [] } : value };
      } catch (error) {
        return { ok: false, error: describeFailure(error) };
      } finally {
        changed();
      }
    },
    readDocument: (task, item, { actor: account }, purpose) =>
      documents.read(task, item, { actor: lock.actingAs(account) }, purpose),
    saveDocument: (task, item, target, { actor: account }) =>
      documents.save(task, item, target, { actor: lock.actingAs(account) }),
    locked: lock.locked,
    lock: (why) => {
      if (lock.inForce()) lock.now(user, why);
      return lock.locked();
    },
    readMade: made.read,
    saveMade: made.save,
    settings: () => supervisor.station().settings,
    running: supervisor.running,
    log: (event, fields) => supervisor.running()?.log(event, fields),
    go: (place: Place) => feed.send({ kind: 'go', place }),
    woke: () => {
      void lock.check();
      const engine = supervisor.running()?.engine;
      engine?.outbox.wake();
      engine?.tracker.lookSoon();
      void engine?.intake.wake().catch(() => undefined);
    },
    stop: async () => {
      confirmations.stop();
      await lock.stop();
      views.stop();
      await feed.stop();
      await documents.stop();
      await made.stop();
      await supervisor.stop();
    },
  };
}
