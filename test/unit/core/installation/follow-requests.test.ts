import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  type FollowedRequests,
  followRequests,
  type RequestTargets,
} from '../../../../src-main/core/installation/carry-out-requests.ts';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import {
  addRequest,
  type EngineRequest,
  openRequests,
  requestOutcome,
} from '../../../../src-main/core/ledger/tables/engine-requests.ts';
import { createFiles } from '../../../../src-main/core/ledger/tables/files.ts';
import { clockWithWaits } from '../../../support/clock.ts';
import { testLedger } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';

/** Nothing is waited for as long as in use. */
const hasty = clockWithWaits((ms) => Math.min(ms, 50));

let ledger: Ledger;
/** What was begun, in order; what reads the folder `share` hangs until it is let go. */
let begun: string[];
let hung: PromiseWithResolvers<void>;
let requests: FollowedRequests;

beforeEach(() => {
  ledger = testLedger();
  begun = [];
  hung = Promise.withResolvers();
  onTestFinished(async () => {
    hung.resolve();
    await requests.stop();
  });
  requests = follow();
});

const folderOf = (file: number) => createFiles(ledger).byId(file)?.folder_id ?? null;

async function reads(what: string, folder: string | null | undefined): Promise<void> {
  begun.push(what);
  if (folder === 'share') await hung.promise;
}

function follow(): FollowedRequests {
  const kept = (done: () => void = () => undefined) => ledger.transaction(done);
  const atOnce = (what: string) => (id?: string) => void begun.push(`${what} ${id ?? ''}`.trim());
  const intake: RequestTargets['intake'] = {
    rescan: (folder) => reads(`rescan ${folder}`, folder),
    pause: (folder, done) => {
      begun.push(`pause ${folder}`);
      kept(done);
    },
    resume: () => undefined,
    noOtherStation: async (_folder, done) => kept(done),
    decideBacklog: (folder, decision, done) => {
      kept(done);
      return reads(`backlog ${folder} ${String(decision)}`, folder);
    },
    decideOffer: async (folder, { decision }, done) => {
      kept(done);
      await reads(`offer ${folder} ${decision}`, folder);
    },
    decideFile: async (file, decision, _actor, done) => {
      await reads(`decide ${file} ${String(decision)}`, folderOf(file));
      kept(done);
    },
    sendAnyway: async (file, done) => {
      await reads(`send-anyway ${file}`, folderOf(file));
      kept(done);
    },
  };
  const outbox = {
    retry: atOnce('retry'),
    retryAll: () => begun.push('retry-all'),
    withdraw: async (id: string, done?: () => void) => {
      atOnce('withdraw')(id);
      kept(done);
    },
    sendAgainAnyway: atOnce('send-again'),
    checkAgain: async () => undefined,
    dueTime: hasty.now,
  };
  return followRequests({
    ledger,
    clock: hasty,
    intake,
    outbox,
    answers: {
      asTask: async (id, _taskType, done) => {
        atOnce('as-task')(id);
        kept(done);
      },
    },
  });
}

const ask = (asked: EngineRequest) => addRequest(ledger, asked, 'clerk', 1);
const addFile = (folderId: string | null, name: string) =>
  createFiles(ledger).insert(
    {
      folderId,
      path: name,
      nameKey: name,
      groupKey: null,
      size: 1,
      mtimeMs: 1,
      ctimeMs: null,
      inode: name,
      fate: { state: 'held', problem: { code: 'file.late-for-group', detail: null } },
    },
    1,
  );
const isDone = (seq: number) => requestOutcome(ledger, seq)?.ok === true;

test('I8: what a hung folder keeps from being done holds up no other request, of that folder or another', async () => {
  const file = addFile('share', 'a.pdf');
  const waiting = [
    ask({ verb: 'rescan', folder: 'share' }),
    ask({ verb: 'decide-file', file, decision: 'send' }),
  ];
  const others = [
    ask({ verb: 'pause', folder: 'share' }),
    ask({ verb: 'withdraw', submission: 'S1' }),
    ask({ verb: 'retry', submission: 'S2' }),
    ask({ verb: 'rescan', folder: 'here' }),
    ask({ verb: 'decide-file', file: addFile('here', 'b.pdf'), decision: 'send' }),
    ask({ verb: 'send-anyway', file: addFile(null, '/dropped/c.pdf') }),
  ];
  // It is to be looked again, for what could not be written down of what is under way.
  expect(await requests.carryOutNew()).toBe(true);
  await until(() => others.every(isDone));
  expect(waiting.map(isDone)).toEqual([false, false]);
  // Nothing is begun twice, and what comes later is begun too.
  const before = begun.length;
  const later = ask({ verb: 'retry-all' });
  await requests.carryOutNew();
  expect(begun.slice(before)).toEqual(['retry-all']);
  expect(isDone(later)).toBe(true);
  hung.resolve();
  await until(() => waiting.every(isDone));
  expect(await requests.carryOutNew()).toBe(false);
});

test('what is decided about the files of a folder is done in the order in which it was asked', async () => {
  const [file, other] = [addFile('share', 'a.pdf'), addFile('share', 'b.pdf')];
  ask({ verb: 'decide-backlog', folder: 'share', decision: 'send' });
  ask({ verb: 'decide-file', file, decision: 'send' });
  const last = ask({ verb: 'decide-file', file: other, decision: 'leave-out' });
  await requests.carryOutNew();
  await until(() => begun.length === 2);
  // The walk that follows a decision about all of them holds up no decision about one.
  expect(begun).toEqual(['backlog share send', `decide ${file} send`]);
  hung.resolve();
  await until(() => isDone(last));
  expect(begun.at(-1)).toBe(`decide ${other} leave-out`);
});

test('I5: what could not be written down of a request that nobody waited for is told, and the request carried out again', async () => {
  const seq = ask({ verb: 'rescan', folder: 'here' });
  ledger.db.exec(`CREATE TRIGGER cut BEFORE UPDATE ON request BEGIN SELECT RAISE(ABORT, 'cut off'); END`);
  await requests.carryOutNew();
  await until(async () => {
    try {
      await requests.carryOutNew();
      return false;
    } catch (error) {
      expect(String(error)).toContain('cut off');
      return true;
    }
  });
  expect(openRequests(ledger)).toHaveLength(1);
  ledger.db.exec('DROP TRIGGER cut');
  await requests.carryOutNew();
  await until(() => isDone(seq));
});

test('an end waits a few seconds for what is under way, and begins nothing more', async () => {
  const file = addFile('share', 'a.pdf');
  ask({ verb: 'decide-file', file, decision: 'send' });
  ask({ verb: 'send-anyway', file });
  await requests.carryOutNew();
  await requests.stop();
  hung.resolve();
  await until(() => openRequests(ledger).length === 1);
  expect(begun).toEqual([`decide ${file} send`]);
  // The next start takes the other one up.
  requests = follow();
  await requests.carryOutNew();
  await until(() => openRequests(ledger).length === 0);
  expect(begun.at(-1)).toBe(`send-anyway ${file}`);
});
