import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { say } from '../../../contract/say.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import type { folderVerbs } from '../../../contract/verbs/folders.ts';
import type { Finding } from '../../../contract/views/folder.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { notMovedInPractice, tryMoving, tryOverlap, tryReading } from '../../../core/folders/rule-preview.ts';
import { newId } from '../../../core/ids.ts';
import { purposeHash } from '../../../core/ledger/tables/dedup-keys.ts';
import { submissionById } from '../../../core/ledger/tables/submissions.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { isPractice } from '../../../core/stations/belonging.ts';
import { folderRulesView } from '../../../core/views/folder-rules-view.ts';
import { taskTypeFinding, triedFinding } from '../../../core/views/task-type-finding.ts';
import type { AppContext } from '../context.ts';
import { carryOutFor, type Handlers, planFor } from './handlers.ts';
import { listPlaces } from './places.ts';

export const foldersHandlers: Handlers<keyof typeof folderVerbs> = {
  'folders.list': (_, context) => {
    const { ledger, station } = context.engine();
    return folderRulesView(ledger, station.settings);
  },
  'folders.preview': ({ rule, anew }, context) => {
    refuseRelative(rule);
    return context.engine().engine.intake.preview(rule, anew);
  },
  'folders.test': async ({ rule }, context) => {
    refuseRelative(rule);
    const { ledger, station } = context.engine();
    const overlap = await tryOverlap(rule, station.settings.folders, {
      clock: context.clock,
      spoolDir: station.paths.spool,
      own: station.folder,
    });
    return [
      await tryReading(rule),
      // `tryMoving` writes a test file into the folder, so `tryOverlap` must first show that a rule may watch the folder.
      ...(rule.after === 'move' && overlap.state === 'ok'
        ? [isPractice(station.settings.environment) ? notMovedInPractice() : await tryMoving(rule)]
        : []),
      overlap,
      taskTypeFinding(ledger, rule.taskType),
    ];
  },
  'task-types.try': ({ task_type: taskType }, context, caller) => tryTaskType(context, caller, taskType),
  'folders.save': async ({ rule, replaces }, context, { actor }) => {
    refuseRelative(rule);
    await context.saveSettings((settings) => {
      const others = settings.folders.filter(({ id }) => id !== replaces);
      if (replaces !== null && others.length === settings.folders.length) throw unknownFolder();
      if (others.some(({ id }) => id === rule.id)) {
        throw new PlainError(
          'folder.id-taken',
          say('folders.anotherFolderShortName', { id: rule.id }),
          say('folders.chooseDifferentShortName'),
        );
      }
      const folders =
        replaces === null
          ? [...settings.folders, rule]
          : settings.folders.map((old) => (old.id === replaces ? rule : old));
      return { ...settings, folders };
    }, actor);
    const { ledger, station } = context.engine();
    const [view] = folderRulesView(ledger, { folders: [rule], environment: station.settings.environment });
    if (view === undefined) throw unknownFolder();
    return view;
  },
  'folders.remove': async ({ folder }, context, { actor }) => {
    await context.saveSettings((settings) => {
      const folders = settings.folders.filter(({ id }) => id !== folder);
      if (folders.length === settings.folders.length) throw unknownFolder();
      return { ...settings, folders };
    }, actor);
    return null;
  },
  'folders.no-other-station': ({ folder }, context, caller) =>
    carryOutFor(context, caller, { verb: 'no-other-station', folder }),
  'folders.pause': ({ folder }, context, caller) => carryOutFor(context, caller, { verb: 'pause', folder }),
  'folders.resume': ({ folder }, context, caller) => carryOutFor(context, caller, { verb: 'resume', folder }),
  'folders.rescan': ({ folder }, context, caller) => carryOutFor(context, caller, { verb: 'rescan', folder }),
  'folders.decide-backlog': ({ folder, decision }, context, caller) => {
    if (context.station().settings.folders.every(({ id }) => id !== folder)) throw unknownFolder();
    const planned = planFor(context, caller, [{ verb: 'decide-backlog', folder, decision }]);
    if (planned.plans.length === 0) throw decisionPlanned();
    return planned;
  },
  'folders.decide-offer': ({ folder, decision }, context, caller) => {
    const rule = context.station().settings.folders.find(({ id }) => id === folder);
    if (rule === undefined) throw unknownFolder();
    const asked = { verb: 'decide-offer', folder, decision, purpose: purposeHash(rule) } as const;
    const planned = planFor(context, caller, [asked]);
    if (planned.plans.length === 0) throw decisionPlanned();
    return planned;
  },
  'places.list': ({ path }, context) =>
    listPlaces(path, () => context.station().settings.folders.map((folder) => folder.path)),
};

function refuseRelative({ path }: FolderRule): void {
  if (isAbsolute(path)) return;
  throw new PlainError(
    'folder.not-absolute',
    say('folders.pathFolderIncomplete'),
    say('folders.enterWholePath'),
  );
}

function unknownFolder(): PlainError {
  return new PlainError(
    'folder.unknown',
    say('folders.folderNoLongerWatched'),
    say('folders.refreshListFolders'),
  );
}

function decisionPlanned(): PlainError {
  return new PlainError(
    'folder.decision-planned',
    say('folders.carriesEarlierDecisionAbout'),
    say('folders.decideAgain'),
  );
}

const TEST_TIMEOUT_MS = 20_000;
const POLL_MS = 100;
const FILE_NAME = 'clearfolder-test.txt';

// Sends a document without patient data as a Task of `taskType`, and returns the service's response as a finding.
async function tryTaskType(
  context: AppContext,
  { actor }: { readonly actor: string },
  taskType: string,
): Promise<Finding> {
  const { clock, random } = context;
  const { engine, ledger } = context.engine();
  // The random id makes each test document different, so that no test counts as a duplicate.
  const text = `This is a test by Clearfolder to check whether the service accepts the task type. The test has no patient data.\n${newId(clock, random)}\n`;
  const content = Buffer.from(text);
  const { id: drop } = engine.drops.open();
  const send = async () => {
    await engine.drops.addStream(drop, { path: FILE_NAME, size: content.length }, Readable.from([content]));
    return await engine.drops.send(drop, {
      grouping: 'each',
      taskType,
      requestSpec: {},
      name: 'Clearfolder test',
      duplicates: true,
      test: true,
      notBefore: clock.now(),
      onQueued: (queued, at) =>
        appendAudit(ledger, { at, actor, action: 'submission.added', subject: queued }),
    });
  };
  const [id] = await send().catch(async (error: unknown) => {
    await engine.drops.discard(drop).catch(() => undefined);
    throw error;
  });
  if (id === undefined) throw new Error('a drop was sent without a submission');
  context.changed();
  const begun = clock.monotonic();
  for (;;) {
    const row = submissionById(ledger, id);
    if (row === null) throw new Error('a submission that was just queued is not there');
    if (row.ended_at !== null || clock.monotonic() - begun > TEST_TIMEOUT_MS) {
      // No list shows a test, so the outbox must not send the test later without a person's knowledge.
      if (row.state === 'rejected' || row.state === 'queued') await engine.outbox.withdraw(id);
      context.changed();
      return triedFinding(row);
    }
    await clock.sleep(POLL_MS);
  }
}
