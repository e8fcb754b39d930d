import { expect, test } from 'vitest';
import { stationLine } from '../../../../src-main/hosts/desktop/station-state.ts';
import { ATTENTION, accountWith, CANARY, connectionIn, overview } from './canary-overview.ts';

const timeOf = (iso: string) => iso.slice(11, 16);
const line = (change: Parameters<typeof overview>[0]) => stationLine(overview(change), timeOf);

test('I10: each of the four states is said with its counts and the time it was confirmed', () => {
  expect(line({})).toEqual({
    state: 'all-sent',
    attention: 0,
    words: 'All documents are out. Last confirmed 14:32.',
  });
  expect(line({ account: accountWith({ queued: 2, sending: 1 }) })).toMatchObject({
    state: 'working',
    words: 'Working: 3 on the way. Last confirmed 14:32.',
  });
  expect(line({ attention: [ATTENTION.waiting(3), ATTENTION.folder()] })).toMatchObject({
    state: 'needs-attention',
    attention: 4,
    words: '4 things need attention. Last confirmed 14:32.',
  });
  expect(line({ connection: connectionIn('unreachable') }).state).toBe('cannot-work');
});

test('the worst state wins', () => {
  const both = { account: accountWith({ sending: 5 }), attention: [ATTENTION.rejected(1)] };
  expect(line(both).state).toBe('needs-attention');
  for (const state of ['unreachable', 'needs-secret', 'stopped'] as const)
    expect(line({ ...both, connection: connectionIn(state) }).state).toBe('cannot-work');
});

test('nothing is called sent while a file, an answer or a folder is not known to be', () => {
  for (const state of ['settling', 'queued', 'sending', 'unconfirmed'] as const)
    expect(line({ account: accountWith({ [state]: 1 }) }).state).toBe('working');
  expect(line({ answers_not_out: 1 }).state).toBe('working');
  expect(line({ account: accountWith({ settling: 1 }), others_to_send: 1 })).toMatchObject({
    state: 'working',
    words: '1 for another station to send. Last confirmed 14:32.',
  });
  expect(line({ folders_paused: 1 }).state).toBe('needs-attention');
  expect(line({ folders_unseen: 1 }).state).toBe('working');
  expect(line({ folders_unreachable: 1 })).toMatchObject({
    state: 'needs-attention',
    words: '1 thing needs attention. Last confirmed 14:32.',
  });
  expect(line({ connection: connectionIn('starting') }).state).toBe('working');
});

test('I11: the words hold no name', () => {
  const worst = { attention: [ATTENTION.folder(), ATTENTION.held(2)], connection: connectionIn('stopped') };
  expect(line(worst).words).not.toContain(CANARY);
  expect(line({ ...worst, connection: connectionIn('connected') }).words).not.toContain(CANARY);
});
