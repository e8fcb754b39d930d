import { expect, test } from 'vitest';
import { isEverythingOut } from '../../../../src-main/contract/views/open-counts.ts';
import type { Overview } from '../../../../src-main/contract/views/overview.ts';
import { stationLine } from '../../../../src-main/hosts/desktop/tray.ts';
import { sentenceOf } from '../../../../src-renderer/features/today/sentence.ts';
import { outboxRowOf } from '../../../support/overview-sample.ts';
import { ATTENTION, accountWith, CANARY, connectionIn, overview, problem } from './canary-overview.ts';

const timeOf = (iso: string) => iso.slice(11, 16);
const line = (change: Parameters<typeof overview>[0]) => stationLine(overview(change), timeOf);

test('I10: each of the four states is said with its counts and the time it was confirmed', () => {
  expect(line({ account: accountWith({ found: 2, accepted: 2 }) })).toEqual({
    state: 'all-sent',
    attention: 0,
    text: 'All documents are sent. Last checked 14:32.',
  });
  expect(line({ account: accountWith({ found: 3, queued: 2, sending: 1 }) })).toMatchObject({
    state: 'working',
    text: 'Documents being sent: 3. Last checked 14:32.',
  });
  expect(line({ attention: [ATTENTION.waiting(3), ATTENTION.folder()] })).toMatchObject({
    state: 'needs-attention',
    attention: 4,
    text: '4 items need attention. Last checked 14:32.',
  });
  expect(line({ connection: connectionIn('unreachable') }).state).toBe('cannot-work');
});

test('the worst state wins', () => {
  const both = { account: accountWith({ found: 5, sending: 5 }), attention: [ATTENTION.rejected(1)] };
  expect(line(both).state).toBe('needs-attention');
  for (const state of ['unreachable', 'needs-secret', 'stopped'] as const)
    expect(line({ ...both, connection: connectionIn(state) }).state).toBe('cannot-work');
});

test('nothing is called sent while a file, an answer or a folder is not known to be', () => {
  for (const state of ['settling', 'queued', 'sending', 'unconfirmed'] as const)
    expect(line({ account: accountWith({ found: 1, [state]: 1 }) }).state).toBe('working');
  expect(line({ answers_not_out: 1 }).state).toBe('working');
  expect(
    line({ account: accountWith({ found: 1, settling: 1 }), others_to_send: 1, others_settling: 1 }),
  ).toMatchObject({
    state: 'working',
    text: 'Files handled by another station: 1. Last checked 14:32.',
  });
  expect(line({ folders_paused: 1 }).state).toBe('needs-attention');
  expect(line({ folders_unseen: 1 }).state).toBe('working');
  expect(line({ folders_unreachable: 1 })).toMatchObject({
    state: 'needs-attention',
    text: '1 item needs attention. Last checked 14:32.',
  });
  expect(line({ connection: connectionIn('starting') }).state).toBe('working');
});

test.each<[string, Partial<Overview>, string]>([
  ['nothing was sent yet', {}, 'all-sent: Nothing left to send'],
  [
    'the service told something only in part',
    { connection: connectionIn('connected', problem) },
    'working: The service has not confirmed everything yet',
  ],
  [
    'the service told nothing yet',
    { connection: { ...connectionIn('connected'), confirmed_at: null } },
    'working: The service has not confirmed everything yet',
  ],
  ['a change is on its way', { sending: { count: 1, rows: [] } }, 'working: Changes being sent: 1'],
  [
    'an answer is on its way',
    { sending: { count: 1, rows: [] }, answers_not_out: 1 },
    'working: Answers not sent yet: 1',
  ],
  [
    'a file has no state',
    { account: accountWith({ found: 3, accepted: 2 }) },
    'needs-attention: 1 item needs attention',
  ],
  [
    'a Task is denied',
    { attention: [{ kind: 'denied', count: 1, problem }] },
    'needs-attention: 1 item needs attention',
  ],
])(
  'I10: the tray says that everything is out where Today does, and nowhere else: %s',
  (_name, change, said) => {
    const { state, text } = line(change);
    expect(`${state}: ${text.split('. ')[0]}`).toBe(said);
    expect(isEverythingOut(overview(change))).toBe(state === 'all-sent');
  },
);

test('the tray counts the same documents and files as the sentence of Today', () => {
  const change = { account: accountWith({ found: 7, settling: 2, queued: 1, sending: 3, unconfirmed: 1 }) };
  expect(sentenceOf(overview(change), true).text).toContain(
    '2 files are still being saved, 4 documents are being sent, 1 document is not confirmed',
  );
  expect(line(change).text).toBe(
    'Files still being saved: 2. Documents being sent: 4. Documents not confirmed yet: 1. Last checked 14:32.',
  );
  const uncompared = { ...change, compared: false };
  expect(sentenceOf(overview(uncompared), true).text).toContain(
    '2 files wait until the service has answered',
  );
  expect(line({ ...uncompared, state: 'fine' }).text).toContain('Files that wait for the service: 2.');
  const heldUp = { ...change, sending: { count: 1, rows: [outboxRowOf(problem)] } };
  expect(line(heldUp).text).toContain('Documents not sent yet: 4.');
});

test('I11: the words hold no name', () => {
  const worst = { attention: [ATTENTION.folder(), ATTENTION.held(2)], connection: connectionIn('stopped') };
  expect(line(worst).text).not.toContain(CANARY);
  expect(line({ ...worst, connection: connectionIn('connected') }).text).not.toContain(CANARY);
});
