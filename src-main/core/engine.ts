import type { Language } from '../contract/say.ts';
import type { FolderRule, Settings } from '../contract/settings.ts';
import { isDraft } from '../contract/views/drop.ts';
import type { Overview } from '../contract/views/overview.ts';
import { answerAsTask } from './answering/answer-as-task.ts';
import { createAuditMarkUpdates, noteRestored } from './audit/audit-mark.ts';
import { createCallbacks } from './callbacks.ts';
import type { Clock, Random } from './clock.ts';
import { createDropSessions, type DropSessions } from './drops/drop-sessions.ts';
import { endAll } from './end-all.ts';
import { createFetchDocument } from './fetch-document.ts';
import { type Coordinate, createIntake, type Intake } from './folders/folders.ts';
import type { IntakePace } from './folders/pace.ts';
import type { WatchFolder } from './folders/watch/watcher.ts';
import { proveClock } from './housekeeping/clock-proof.ts';
import { createExternalCopies } from './housekeeping/external-copies.ts';
import { createMaintenance } from './housekeeping/maintenance.ts';
import { createTextReader } from './housekeeping/read-texts.ts';
import { followSecretChanges } from './installation/api-secret.ts';
import { followRequests, type RequestTargets } from './installation/carry-out-requests.ts';
import { createListening } from './installation/listening.ts';
import { keepSecretOrganisation } from './installation/organisation-guard.ts';
import { takeNewStamp } from './installation/station-stamps.ts';
import { keepLastWord } from './last-word.ts';
import { type CopyLedger, copyLedger } from './ledger/backup/copy-ledger.ts';
import { takeUpLedger } from './ledger/backup/detect-restore.ts';
import { createCommitter } from './ledger/db/group-commit.ts';
import type { Ledger } from './ledger/db/ledger.ts';
import type { EngineRequest, RequestOutcome } from './ledger/tables/engine-requests.ts';
import type { Stamps } from './ledger/tables/stamps.ts';
import { recordTask, setDetailsDue } from './ledger/tasks/tasks.ts';
import { createLedgerRecovery } from './ledger-recovery.ts';
import { writeLockStanding } from './lock/lock-state.ts';
import type { Log } from './log/events.ts';
import { createMilestones } from './outbox/milestones.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { createHealthPublisher } from './publish-health.ts';
import type { ServiceClient } from './service/service-client.ts';
import { createSpool, type Spool, type SpoolOptions } from './spool/spool.ts';
import { sharesWork } from './stations/own-health.ts';
import { createRecordCheck } from './tracking/record-check.ts';
import { createServiceProbe } from './tracking/service-probe.ts';
import { createTracker, type Tracker } from './tracking/tracker.ts';
import { healthOf } from './views/health-view.ts';
import type { EngineStanding } from './views/overview/connection.ts';
import { overviewView } from './views/overview/overview-view.ts';

export interface EngineParts {
  readonly settings: Settings;
  readonly station: { readonly id: string; readonly name: string };
  readonly ledger: Ledger;
  readonly ledgerKey: string;
  readonly spoolDir: string;
  /** The private folder for documents that Clearfolder downloads from the service. */
  readonly documentsDir: string;
  readonly backupsDir: string;
  readonly client: ServiceClient;
  /**
   * Returns the current api_secret; absent in practice mode. The engine stores only the id of the organization of the api_secret
   * (`keepSecretOrganisation`).
   */
  readonly readSecret?: () => Promise<string | null>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly version: string;
  /** Returns the language of the texts in files for people. By default, English. */
  readonly language?: () => Language;
  /** True if the previous ledger was lost. Files that are already in a folder are then held until a person decides. */
  readonly forceBacklogAsk: boolean;
  /** Whether a folder rule was first used in another environment. Without this function, no rule counts as used in another environment. */
  readonly isFromElsewhere?: (rule: FolderRule) => boolean;
  readonly pace?: {
    readonly intake?: Partial<IntakePace>;
    readonly outboxPollMs?: number;
    readonly auditMs?: number;
    readonly healthMs?: number;
    readonly watch?: WatchFolder;
  };
  /** Whether the engine asks the service also while no Task is open, so that a wrong api_secret is known before a document goes out. */
  readonly asksWhenQuiet?: boolean;
  /** Creates the coordinator of the stations. Absent if the settings name no database of the stations. */
  readonly coordinate?: Coordinate;
  /** Returns the passphrase for the copies in the folder that `settings.copies` names. If null, only the station's key opens the copies. */
  readonly copiesPassphrase?: () => Promise<string | null>;
  /** Writes the stamps of this station into the secret store (`newSubmissionId`). Absent in tests. */
  readonly storeStamps?: (stamps: Stamps) => Promise<void>;
  /** Copies the ledger for a backup. By default, the copy is made in this thread. */
  readonly copy?: CopyLedger;
  /**
   * Called after each chunk that is read while a file is copied into the spool. If `onPiece` throws, the copy fails with the same error.
   */
  readonly onPiece?: SpoolOptions['onChunk'];
  /** Whether the lock and the ledger are still those that this engine opened. Asked before each create. Absent in tests. */
  readonly holdsDataFolder?: () => boolean;
}

export interface Engine {
  readonly intake: Intake;
  readonly answers: RequestTargets['answers'];
  readonly outbox: Outbox;
  readonly tracker: Tracker;
  readonly spool: Spool;
  readonly drops: DropSessions;
  standing(): EngineStanding;
  /** Asks the service now whether it answers and accepts the api_secret. Rejects with the error of the request. */
  askService(): Promise<void>;
  /** Returns the overview of the running engine. */
  overview(): Overview;
  /** Stores a person's request as a row (I5), and carries the request out. `ended` resolves once the outcome is stored. */
  request(asked: EngineRequest, actor: string): { readonly ended: Promise<RequestOutcome> };
  /**
   * Must be called after this or another process has committed rows for the engine or changed a secret, so that the engine reads them.
   * `task`: a Task that a person opened. The engine fetches the details of the Task, even if the stored details are recent.
   */
  look(task: string | null): void;
  /**
   * Replaces the folder rules without interrupting running requests. The queued files of a removed rule are still sent.
   *
   * @throws PlainError if rules overlap; nothing has changed then
   */
  applyFolders(rules: readonly FolderRule[]): Promise<void>;
  /** Starts all parts. If a part cannot start, stops the parts that were started. @throws the error of the part that cannot start */
  start(): Promise<void>;
  /** Stops all parts. Waits for the running requests to the service. The next start continues all other work. */
  stop(): Promise<void>;
}

/**
 * Creates the parts of the engine, and starts and stops them in order. A part that receives work, such as the outbox, starts before the
 * part that passes the work on, such as the intake.
 */
export async function createEngine(parts: EngineParts): Promise<Engine> {
  const { settings, ledger, client, clock, random, log, pace = {} } = parts;
  const { restored } = takeUpLedger(ledger, clock.now(), () => noteRestored(ledger, clock.now()));
  // After a crash, the ledger may still have the state of the PIN lock from an app that no longer runs.
  writeLockStanding(ledger, null);
  if (restored) log('ledger.backup', { outcome: 'an older copy was put back' });
  const spool = createSpool({ dir: parts.spoolDir, clock, ...(parts.onPiece && { onChunk: parts.onPiece }) });
  const commit = createCommitter(ledger);
  const recordCheck = createRecordCheck({
    ...{ ledger, client, clock, log },
    taskTypes: () => new Set(rulesNow.map(({ taskType }) => taskType)),
    holdFolders: (change) => intake.restartAfter(change),
    takeNewStamp: () => takeNewStamp(ledger, parts.station.id, settings.environment, parts.storeStamps),
    onDone: () => {
      intake.reconsider();
      outbox.wake();
    },
  });
  const tracker = createTracker({
    ledger,
    commit,
    client,
    clock,
    random,
    log,
    recordCheck,
    seconds: settings.tracking.seconds,
    scope: settings.tracking.scope,
    onBack: () => {
      outbox.serviceIsBack();
      void callbacks.learn();
    },
  });
  const noteSecret = async (): Promise<void> =>
    keepSecretOrganisation(ledger, (await parts.readSecret?.().catch(() => null)) ?? null);
  const drops = createDropSessions({
    ledger,
    spool,
    clock,
    random,
    onQueued: () => outbox.wake(),
    log,
    fetch: createFetchDocument(client, parts.documentsDir),
  });
  const intake = await createIntake({
    ledger,
    spool,
    commit,
    rules: settings.folders,
    clock,
    random,
    log,
    station: parts.station,
    environment: settings.environment,
    ...(parts.coordinate && { coordinate: parts.coordinate }),
    ...(parts.isFromElsewhere && { isFromElsewhere: parts.isFromElsewhere }),
    ...(parts.language && { language: parts.language }),
    forceBacklogAsk: parts.forceBacklogAsk,
    isCompared: () => recordCheck.isDone(),
    onQueued: () => outbox.wake(),
    spoolNamesHeld: drops.spoolNames,
    ...(pace.intake && { pace: pace.intake }),
    ...(pace.watch && { watch: pace.watch }),
  });
  const outbox = createOutbox({
    ledger,
    commit,
    client,
    spool,
    guard: {
      ...intake.guard,
      mayCreate: async (submission) =>
        parts.holdsDataFolder?.() !== false && (await intake.guard.mayCreate(submission)),
    },
    recordTask: (details, options) => {
      recordTask(ledger, details, { ...options, seenAt: clock.now() });
      tracker.lookSoon();
    },
    isCompared: () => recordCheck.isDone(),
    milestones: settings.sending.milestones,
    clock,
    random,
    log,
    concurrency: settings.sending.concurrency,
    idleTimeoutSeconds: settings.sending.idleTimeoutSeconds,
    quarantineSeconds: settings.sending.quarantineSeconds,
    ...(pace.outboxPollMs && { pollMs: pace.outboxPollMs }),
  });
  const milestones = settings.sending.milestones
    ? [createMilestones({ ...{ ledger, client, clock, random, log }, lanes: outbox.lanes })]
    : [];
  const { id, name } = parts.station;
  const about = { environment: settings.environment, station: { id, name } };
  const clockProof = () => proveClock(clock, client.serviceTime);
  const maintenance = createMaintenance({
    ledger,
    ledgerKey: parts.ledgerKey,
    backupsDir: parts.backupsDir,
    about,
    ...(parts.copy && { copy: parts.copy }),
    retentionDays: settings.retention.days,
    clockProof,
    clock,
    random,
    log,
  });
  const textReader = createTextReader(ledger, clock, log);
  const { copies } = settings;
  const externalCopies =
    // Practice mode writes nothing outside its own folder (I13).
    copies === null || settings.environment === 'practice'
      ? null
      : createExternalCopies({
          copies,
          ledger,
          ledgerKey: parts.ledgerKey,
          workDir: parts.backupsDir,
          about,
          copy: parts.copy ?? copyLedger,
          passphrase: parts.copiesPassphrase ?? (() => Promise.resolve(null)),
          watched: () => settings.folders,
          clockProof,
          clock,
          log,
        });
  const auditMark = createAuditMarkUpdates({
    ledger,
    clock,
    log,
    ...(pace.auditMs && { everyMs: pace.auditMs }),
  });
  const credentialsChanged = async (): Promise<void> => {
    await noteSecret();
    await outbox.credentialsChanged();
    void callbacks.learn();
  };
  const checkAgain = async (): Promise<void> => {
    await outbox.checkAgain();
    tracker.lookSoon();
  };
  const hearSecretChanges = followSecretChanges(ledger, clock, async () => {
    await credentialsChanged();
    tracker.lookSoon();
  });
  const answers: Engine['answers'] = {
    asTask: (id, taskType, kept) => answerAsTask({ ledger, spool, clock, random }, id, taskType, kept),
  };
  const requests = followRequests({
    ledger,
    clock,
    intake,
    outbox: { ...outbox, checkAgain },
    answers,
  });
  const listening = createListening({
    clock,
    log,
    listeners: [hearSecretChanges, requests.carryOutNew],
  });
  const callbacks = createCallbacks({
    ...{ settings, ledger, client, clock, log },
    onCallback: () => tracker.lookSoon(),
  });
  const probe = createServiceProbe({
    ...{ client, tracker, clock },
    onBack: () => {
      outbox.serviceIsBack();
      // Before the first look of a run, no Task is created.
      if (!recordCheck.isDone()) tracker.lookSoon();
    },
  });
  let rulesNow: readonly FolderRule[] = settings.folders;
  const standing = (): EngineStanding => ({
    tracking: probe.complete(tracker.status()),
    lanes: outbox.lanes(),
    silent: client.isSilent(),
    clockAheadMs: client.clockAheadMs(),
    compared: recordCheck.isDone(),
    unwritable: ledger.trouble.code(),
    filesUnrecorded: intake.unrecorded(),
    lookedThrough: intake.lookedThrough,
  });
  const overview = (): Overview =>
    overviewView({
      now: clock.now(),
      revision: 0,
      station: name,
      environment: settings.environment,
      rules: rulesNow,
      copies: copies?.folder ?? null,
      ledger,
      engine: { ...standing(), underway: outbox.sending() },
      failure: null,
      drops: drops.list().filter(isDraft).length,
    });
  const health = createHealthPublisher({
    ...{ ledger, clock, random, log },
    ...(pace.healthMs && { everyMs: pace.healthMs }),
    isShared: () => sharesWork(ledger, settings, rulesNow),
    health: () =>
      healthOf({
        ...{ overview: overview(), ledger, rules: rulesNow },
        ...{ version: parts.version, lookedThrough: intake.lookedThrough },
      }),
    publish: intake.publish,
  });
  const recovery = createLedgerRecovery(ledger, intake, clock);
  const word = keepLastWord(ledger, clock, () => overview().state);
  // `stop` stops only the parts that were started. Stopping an outbox that was never started would record a clean end that did not happen.
  const started = new Set<{ stop(): Promise<void> }>();

  async function stopStarted(): Promise<void> {
    const inOrder = [
      health,
      recovery,
      intake,
      outbox,
      tracker,
      ...milestones,
      maintenance,
      textReader,
      ...(externalCopies ? [externalCopies] : []),
      probe,
      word,
      listening,
      auditMark,
    ];
    await endAll([
      ...inOrder.map((part) => async () => {
        if (started.delete(part)) await part.stop();
      }),
      () => requests.stop(),
      () => drops.close(),
      () => callbacks.stop(),
      () => client.close(),
    ]);
  }

  return {
    answers,
    intake,
    outbox: { ...outbox, credentialsChanged, checkAgain },
    tracker,
    spool,
    drops,
    standing,
    askService: probe.ask,
    overview,
    request: (asked, actor) => {
      const added = requests.add(asked, actor);
      listening.look();
      return added;
    },
    look: (task) => {
      if (task !== null) {
        setDetailsDue(ledger, task, true);
        tracker.lookSoon();
      }
      outbox.wake();
      listening.look();
    },
    applyFolders: async (rules) => {
      await intake.setRules(rules);
      rulesNow = rules;
      callbacks.setRules(rules);
    },
    start: async () => {
      await callbacks.start();
      await noteSecret();
      try {
        for (const part of [
          auditMark,
          outbox,
          tracker,
          intake,
          ...milestones,
          maintenance,
          textReader,
          ...(externalCopies ? [externalCopies] : []),
          listening,
          ...(parts.asksWhenQuiet ? [probe, word] : []),
          health,
          recovery,
        ]) {
          await part.start();
          started.add(part);
        }
      } catch (error) {
        await stopStarted();
        throw error;
      }
      log('engine.started', { environment: settings.environment, version: parts.version });
    },
    stop: async () => {
      await stopStarted();
      log('engine.stopped', { reason: 'asked' });
    },
  };
}
