import { beforeEach, expect, it, vi } from 'vitest';
import { ACCOUNT_STATES, NOTHING_FOUND } from '../../../src-main/contract/views/common.ts';
import { filesToSend } from '../../../src-main/contract/views/open-counts.ts';
import type { Attention, Connection, Overview } from '../../../src-main/contract/views/overview.ts';
import { sentenceOf } from '../../../src-renderer/features/today/sentence.ts';
import { AT, accountOf, outboxRowOf, overviewOf, problemOf } from '../../support/overview-sample.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00') });
  return () => vi.useRealTimers();
});

const said = (changes: Partial<Overview> = {}, connection: Partial<Connection> = {}, up = true) => {
  const { text, tail } = sentenceOf(overviewOf(changes, connection), up);
  return tail === null ? text : `${text} ${tail}`;
};

const waiting = (count: number): Attention => ({ kind: 'waiting', count, longest_since: AT });
const held = (count: number): Attention => ({
  kind: 'held',
  count,
  problem: problemOf('file.late-for-group'),
});
const unfit = (count: number): Attention => ({ kind: 'held', count, problem: problemOf('file.empty') });
const undecided = (count: number): Attention => ({
  kind: 'backlog',
  folder: 'scans',
  count,
  causes: [{ cause: 'before', count }],
});
const rejected = (count: number, subject: 'answer' | 'folder' = 'answer'): Attention => ({
  kind: 'rejected',
  count,
  problem: { ...problemOf('service.invalid'), subject },
});

it('a record that cannot be written is never all out, whatever the counts are', () => {
  const unwritable: Attention = { kind: 'unwritable', problem: problemOf('ledger.unwritable') };
  const cannot = 'Clearfolder cannot write to its disk, so documents are not sent. As of 14:32.';
  expect(said({ attention: [unwritable] })).toBe(`214 of 214 files to send are out. ${cannot}`);
  expect(said({ attention: [unwritable], files_unrecorded: 5 })).toBe(
    `214 of 219 files to send are out; 5 files are not recorded yet. ${cannot}`,
  );
});

it('a rejected Task without documents, which no count of files has, is not out', () => {
  const without = { ...rejected(1), problem: { ...problemOf('service.invalid'), subject: 'drop' } } as const;
  expect(said({ attention: [without] })).toBe(
    '214 of 214 files to send are out; 1 item was rejected. Last checked 14:32.',
  );
});

it.each<[string, Partial<Overview>, Partial<Connection>]>([
  ['Everything that should have gone out is out: 214 documents. Last checked 14:32.', {}, {}],
  [
    'Everything that should have gone out is out: 1 document. Last checked 14:32.',
    { account: accountOf({ accepted: 1 }) },
    {},
  ],
  [
    'Everything that should have gone out is out: 3 documents. Last checked 14:32.',
    { account: accountOf({ accepted: 3, ignored: 9, duplicate: 2, withdrawn: 1 }) },
    {},
  ],
  [
    'Everything that should have gone out is out: 214 documents. 3 Tasks are waiting for you. Last checked 14:32.',
    { attention: [waiting(3)] },
    {},
  ],
  [
    'Everything that should have gone out is out: 214 documents. 2 Tasks are set aside, 1 Task is given up. Last checked 14:32.',
    { tasks_set_aside: 2, tasks_given_up: 1 },
    {},
  ],
  [
    '214 of 214 files to send are out. 1 Task is given up. The service cannot be reached; last checked 14:32.',
    { tasks_given_up: 1 },
    { state: 'unreachable', problem: problemOf('service.unreachable') },
  ],
  [
    'Everything that should have gone out is out: 214 documents. 2 Tasks have a code that is not approved. Last checked 14:32.',
    { attention: [{ kind: 'not-approved', count: 2 }] },
    {},
  ],
  [
    'Everything that should have gone out is out: 214 documents. 1 corrected Task has an open follow-up, 2 Tasks have a code that is not approved. Last checked 14:32.',
    {
      attention: [
        { kind: 'corrected-patient', count: 1, task: 'task-1' },
        { kind: 'not-approved', count: 2 },
      ],
    },
    {},
  ],
  [
    'Everything that should have gone out is out: 214 documents. 1 Task is waiting for you, 1 Task has a code that is not approved, 3 Tasks failed or had nothing relevant. Last checked 14:32.',
    {
      attention: [waiting(1), { kind: 'not-approved', count: 1 }, { kind: 'ended-badly', count: 3 }],
    },
    {},
  ],
  [
    '214 of 216 files to send are out; 2 files are on hold. 1 Task may have documents of different patients, 1 Task is waiting for you. Last checked 14:32.',
    {
      attention: [held(2), { kind: 'wrong-patient', count: 1, task: 'task-1' }, waiting(1)],
      account: accountOf({ accepted: 214, held: 2 }),
    },
    {},
  ],
  [
    '214 of 215 files to send are out; 1 file is on hold. 2 Tasks have a code that is not approved. Last checked 14:32.',
    {
      attention: [held(1), { kind: 'not-approved', count: 2 }],
      account: accountOf({ accepted: 214, held: 1 }),
    },
    {},
  ],
  [
    '214 of 216 files to send are out; 2 files are on hold. 3 Tasks are waiting for you. Last checked 14:32.',
    { attention: [waiting(3), held(2)], account: accountOf({ accepted: 214, held: 2 }) },
    {},
  ],
  [
    '0 of 5 files to send are out; 1 file could not be sent, 1 file is still being saved, 3 documents are being sent. Last checked 14:32.',
    {
      attention: [rejected(1, 'folder')],
      account: accountOf({ rejected: 1, queued: 2, sending: 1, settling: 1 }),
    },
    {},
  ],
  [
    '5 of 6 files to send are out; 1 document is not confirmed by the service yet. Last checked 14:32.',
    { account: accountOf({ accepted: 5, unconfirmed: 1 }) },
    {},
  ],
  [
    '5 of 6 files to send are out; 1 document is not sent yet. Last checked 14:32.',
    {
      account: accountOf({ accepted: 5, queued: 1 }),
      sending: { count: 1, rows: [outboxRowOf(problemOf('service.unreachable'))] },
    },
    {},
  ],
  [
    '214 of 214 files to send are out; 2 items were rejected. Last checked 14:32.',
    { attention: [rejected(2)], answers_not_out: 2 },
    {},
  ],
  [
    '5 of 6 files to send are out; 1 file could not be sent, 2 items were rejected, 1 answer is not sent yet. Last checked 14:32.',
    {
      attention: [rejected(1, 'folder'), rejected(2)],
      account: accountOf({ accepted: 5, rejected: 1 }),
      answers_not_out: 3,
    },
    {},
  ],
  [
    '2 of 5 files to send are out; 1 file is on hold, 40 files need your decision, 2 files are empty or incomplete. Last checked 14:32.',
    {
      attention: [undecided(40), held(1), unfit(2)],
      account: accountOf({ accepted: 2, held: 43 }),
    },
    {},
  ],
  [
    '214 of 214 files to send are out; 1 folder cannot be reached. Last checked 14:32.',
    {
      folders_unreachable: 1,
      attention: [{ kind: 'folder', folder: 'scans', problem: problemOf('folder.missing') }],
    },
    {},
  ],
  [
    '214 of 214 files to send are out; 1 folder needs attention. Last checked 14:32.',
    { attention: [{ kind: 'folder', folder: 'scans', problem: problemOf('folder.emptied') }] },
    {},
  ],
  [
    '214 of 214 files to send are out; 1 answer is not sent yet. Last checked 14:32.',
    { answers_not_out: 1, sending: { count: 1, rows: [] } },
    {},
  ],
  [
    '214 of 216 files to send are out; 2 files are still being saved, 3 files are handled by another station. Last checked 14:32.',
    { account: accountOf({ accepted: 214, settling: 4, queued: 1 }), others_to_send: 3, others_settling: 2 },
    {},
  ],
  [
    '1 file is handled by another station. Last checked 14:32.',
    { account: accountOf({ queued: 1 }), others_to_send: 1, sending: { count: 1, rows: [] } },
    {},
  ],
  ['214 of 214 files to send are out; 1 folder is paused. Last checked 14:32.', { folders_paused: 1 }, {}],
  [
    '214 of 214 files to send are out; 1 folder is being checked. Last checked 14:32.',
    { folders_unseen: 1 },
    {},
  ],
  [
    '214 of 214 files to send are out; 1 change is being sent. Last checked 14:32.',
    { sending: { count: 1, rows: [] } },
    {},
  ],
  [
    '214 of 214 files to send are out; 1 draft is not sent yet. Last checked 14:32.',
    { attention: [{ kind: 'drop', count: 1 }] },
    {},
  ],
  [
    '214 of 215 files to send are out; 1 file is missing from the counts. Last checked 14:32.',
    { account: { ...accountOf({ accepted: 214 }), found: 215 } },
    {},
  ],
  ['Nothing has been sent yet. Last checked 14:32.', { account: NOTHING_FOUND, tasks_known: 0 }, {}],
  ['Nothing left to send. Last checked 14:32.', { account: accountOf({ ignored: 2, duplicate: 1 }) }, {}],
  [
    '214 of 214 files to send are out. The service has not confirmed everything yet.',
    {},
    { confirmed_at: null },
  ],
  [
    '214 of 214 files to send are out. The service has not confirmed everything yet. As of 14:32.',
    {},
    { problem: problemOf('tracking.rows') },
  ],
  [
    '214 of 214 files to send are out. Clearfolder is starting. It has not asked the service about your documents yet. As of 14:32.',
    {},
    { state: 'starting' },
  ],
  [
    '214 of 214 files to send are out. Clearfolder has stopped: nothing is sent or checked. As of 14:32.',
    {},
    { state: 'stopped' },
  ],
  [
    '214 of 214 files to send are out. Clearfolder cannot send anything: the secret (API key) is missing.',
    {},
    { state: 'needs-secret', confirmed_at: null, problem: problemOf('auth.no-secret') },
  ],
  [
    '214 of 214 files to send are out. Clearfolder cannot send anything: the service rejects the secret (API key). As of 14:32.',
    {},
    { state: 'needs-secret', problem: problemOf('auth.refused') },
  ],
  [
    '0 of 2 files to send are out; 2 files wait until the service has answered. The service cannot be reached.',
    { account: accountOf({ settling: 2 }), compared: false },
    { state: 'unreachable', confirmed_at: null },
  ],
  [
    '0 of 1 file to send is out; 1 file waits until the service has answered. Clearfolder cannot send anything: the secret (API key) is missing.',
    { account: accountOf({ settling: 1 }), compared: false },
    { state: 'needs-secret', confirmed_at: null, problem: problemOf('auth.no-secret') },
  ],
  ['The service cannot be reached. As of 14:32.', { account: NOTHING_FOUND }, { state: 'unreachable' }],
  [
    '0 of 2 files to send are out; 2 documents are not sent yet. 1 Task is waiting for you. The service cannot be reached; last checked 14:32.',
    { attention: [waiting(1)], account: accountOf({ queued: 2 }) },
    { state: 'unreachable' },
  ],
  [
    '0 of 2 files to send are out; 2 documents are not sent yet. The service cannot be reached.',
    { account: accountOf({ queued: 2 }) },
    { state: 'unreachable', confirmed_at: null },
  ],
])('the one sentence says: %s', (sentence, changes, connection) => {
  expect(said(changes, connection)).toBe(sentence);
});

it('the one sentence dates what a window shows that lost its engine', () => {
  expect(said({ recorded: false }, {}, false)).toBe(
    'This window is disconnected from Clearfolder and shows the state of 14:32.',
  );
  expect(said({ attention: [waiting(2)] }, {}, false)).toBe(
    '214 of 214 files to send are out. 2 Tasks are waiting for you. This window is disconnected from Clearfolder and shows the state of 14:32.',
  );
});

it('the one sentence knows nothing before the engine said anything', () => {
  expect(sentenceOf(null, true).text).toBe('Connecting to Clearfolder…');
  expect(sentenceOf(null, false).text).toContain(
    'This window cannot reach Clearfolder, so it shows nothing yet',
  );
});

it('I1: never says that everything is out where anything says otherwise', () => {
  const states: Connection['state'][] = ['starting', 'connected', 'unreachable', 'needs-secret', 'stopped'];
  const failure = { code: 'x', message: 'x', next: 'x' };
  const attentions: Attention[] = [
    { kind: 'engine-stopped', failure },
    { kind: 'folder', folder: 'scans', problem: problemOf('folder.missing') },
    { kind: 'drop', count: 1 },
    undecided(1),
    rejected(1),
  ];
  let yes = 0;
  for (const state of states)
    for (const up of [true, false])
      for (const confirmed_at of [AT, null])
        for (const problem of [null, problemOf('tracking.rows')])
          for (const open of [null, ...ACCOUNT_STATES])
            for (const off of [0, 1])
              for (const notSeen of ['folders_unseen', 'folders_paused', null] as const)
                for (const unreachable of [0, 1])
                  for (const answers of [0, 1])
                    for (const attention of [null, ...attentions]) {
                      const account = accountOf({
                        accepted: 9,
                        ...(open === null || open === 'accepted' ? {} : { [open]: 9 }),
                      });
                      const overview = overviewOf(
                        {
                          account: { ...account, found: account.found + off },
                          folders_unreachable: unreachable,
                          ...(notSeen === null ? {} : { [notSeen]: 1 }),
                          answers_not_out: answers,
                          attention: attention === null ? [] : [attention],
                        },
                        { state, confirmed_at, problem },
                      );
                      const settled =
                        open === null || ['accepted', 'ignored', 'duplicate', 'withdrawn'].includes(open);
                      const fine =
                        up &&
                        state === 'connected' &&
                        confirmed_at !== null &&
                        problem === null &&
                        settled &&
                        notSeen === null &&
                        off + unreachable + answers === 0 &&
                        attention === null;
                      const { text } = sentenceOf(overview, up);
                      if (/^Everything that should/.test(text) !== fine)
                        expect.fail(`${text} ${JSON.stringify(overview)}`);
                      // The files that are not out are the files that the sentence goes on to name.
                      const { out, all } = filesToSend(overview);
                      // A file that waits for a decision is no file to send.
                      const waits = open === 'held' && attention?.kind === 'backlog' ? 1 : 0;
                      expect([out, all]).toEqual([account.accepted, 9 + (settled ? 0 : 9) - waits + off]);
                      if (fine) yes += 1;
                    }
  expect(yes).toBe(5);
});

it('a sentence about sent documents has no green sign while a person must decide', () => {
  const toneOf = (attention: Overview['attention']) => sentenceOf(overviewOf({ attention }), true).tone;
  expect(toneOf([])).toBe('ok');
  expect(toneOf([{ kind: 'twin', count: 1, task: 'task-1' }])).toBe('warn');
  expect(toneOf([{ kind: 'record', problem: problemOf('ledger.behind') }])).toBe('warn');
});
