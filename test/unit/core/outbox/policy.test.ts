import { expect, test } from 'vitest';
import { describeProblem } from '../../../../src-main/contract/problem.ts';
import { needsAttention } from '../../../../src-main/core/outbox/attention.ts';
import { backoffMs } from '../../../../src-main/core/outbox/backoff.ts';
import { allowedTaskTypes } from '../../../../src-main/core/outbox/creates/allowed-task-types.ts';
import { decideCreate, decideLookUp, decideMessage } from '../../../../src-main/core/outbox/policy.ts';
import type { Failure } from '../../../../src-main/core/service/service-failure.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';

const status = (code: number, detail: string | null = 'words', retryAfterMs?: number) =>
  refused(code, detail, retryAfterMs);

const tooLarge: Failure = { kind: 'unreadable', status: 200, cause: 'large', tooLarge: true };

const tokenRefused = (detail: string | null, perhaps = false): Failure => ({
  kind: 'token-refused',
  status: 401,
  detail,
  retryAfterMs: null,
  perhaps,
});

const unanswered: [Failure, string, string][] = [
  [{ kind: 'not-sent', cause: 'ENOTFOUND' }, 'try-again', 'service.unreachable'],
  [{ kind: 'unknown', cause: 'reset' }, 'confirm', 'service.no-answer'],
  [{ kind: 'unreadable', status: 200, cause: 'html' }, 'confirm', 'service.unreadable'],
  [tooLarge, 'confirm', 'service.answer-too-large'],
  [{ kind: 'no-secret' }, 'pause-all', 'auth.no-secret'],
  [{ kind: 'auth-refused', status: 403, detail: null }, 'pause-all', 'auth.refused'],
  [{ kind: 'auth-wait', retryAfterMs: 7_000, cause: '429' }, 'pause-all', 'auth.wait'],
  [tokenRefused('Not authenticated'), 'pause-lane', 'auth.token-refused'],
  [{ kind: 'called-off' }, 'confirm', 'station.perhaps'],
  [{ kind: 'source-changed', cause: 'NotReadableError' }, 'check-copies', 'spool.missing'],
];

const creates: [number, string, string][] = [
  [302, 'confirm', 'service.unreadable'],
  [400, 'reject', 'service.task-type'],
  // The client gives a 403 on only where the token itself is taken: then it is about this one call.
  [403, 'reject', 'service.refused'],
  [404, 'try-again', 'service.not-found'],
  [405, 'try-again', 'service.not-found'],
  [407, 'try-again', 'service.unreachable'],
  [408, 'confirm', 'service.no-answer'],
  [409, 'reject', 'service.refused'],
  [410, 'try-again', 'service.not-found'],
  [413, 'reject', 'service.too-large'],
  [415, 'reject', 'service.refused'],
  [422, 'reject', 'service.invalid'],
  [429, 'pause-lane', 'service.busy'],
  [500, 'confirm', 'service.fault'],
];

test.each(unanswered)('a failed create: %o: %s, %s', (failure, verdict, code) => {
  expect(decideCreate(failure)).toMatchObject({ do: verdict, problem: { code } });
});

test.each(creates)('a failed create: status %i: %s, %s', (code, verdict, problem) => {
  expect(decideCreate(status(code))).toMatchObject({ do: verdict, problem: { code: problem } });
});

test('a failed create keeps Retry-After as a minimum, and waits long where only a person can help', () => {
  expect(decideCreate(status(429, null, 90_000))).toMatchObject({ minimumMs: 90_000 });
  expect(decideCreate(status(503, null, 45_000))).toMatchObject({ minimumMs: 45_000 });
  expect(decideCreate(status(404))).toMatchObject({ pace: 'slow' });
  expect(decideCreate({ kind: 'auth-wait', retryAfterMs: 7_000, cause: '' })).toMatchObject({
    forMs: 7_000,
  });
});

test('a failed create that says a Task, and not which, is told apart from a page in its place', () => {
  const failure: Failure = { kind: 'unreadable', status: 200, cause: 'another', saysTask: true };
  expect(decideCreate(failure)).toMatchObject({ do: 'confirm', problem: { code: 'service.unaccounted' } });
});

test.each([401, 403])(
  'a failed create: %i that is not in the words of the service is of something in between',
  (code) => {
    const blocked = { do: 'reject', problem: { code: 'service.blocked', detail: null } };
    expect(decideCreate(status(code, null))).toEqual(blocked);
  },
);

test.each([
  [400, 'service.unsaid', '400'],
  [404, 'service.no-such-address', '404'],
  [405, 'service.no-such-address', '405'],
  [409, 'service.unsaid', '409'],
  [413, 'service.too-large', null],
  [422, 'service.unsaid', '422'],
])('a failed create: status %i without words proves nothing: %s', (code, problem, detail) => {
  const confirm = { do: 'confirm', problem: { code: problem, detail } };
  expect(decideCreate(status(code, null))).toMatchObject(confirm);
  expect(decideCreate({ kind: 'unreadable', status: code, cause: 'no known shape' })).toMatchObject(confirm);
});

test('a failed create: status 407 and 429 without words are what they are with them', () => {
  expect(decideCreate(status(407, null)).do).toBe('try-again');
  expect(decideCreate(status(429, null)).do).toBe('pause-lane');
});

test('a failed create names the fields of a 422', () => {
  const fields = [{ path: 'body.request_spec', message: 'not JSON' }];
  expect(
    decideCreate({ kind: 'refused', status: 422, detail: null, fields, retryAfterMs: null }),
  ).toMatchObject({
    do: 'reject',
    problem: { code: 'service.invalid', detail: 'request details: not JSON' },
  });
});

test('a failed look-up: only a 404 in the words of the service is a miss', () => {
  expect(decideLookUp(status(404))).toMatchObject({ do: 'missing' });
  expect(decideLookUp(status(404, null))).toMatchObject({ do: 'try-again' });
  const unreadable: Failure = { kind: 'unreadable', status: 200, cause: 'large' };
  expect(decideLookUp(unreadable)).toMatchObject({ do: 'try-again', minimumMs: 0 });
  expect(decideLookUp(tooLarge)).toMatchObject({ do: 'try-again', minimumMs: 3_600_000 });
});

test.each([302, 400, 401, 403, 405, 408, 409, 413, 422, 429, 500, 503])(
  'a failed look-up: status %i is asked again',
  (code) => {
    expect(decideLookUp(status(code)).do).toBe('try-again');
  },
);

test('a refused token pauses one lane, and never all: the api_secret is good', () => {
  expect(decideLookUp(tokenRefused('no')).do).toBe('try-again');
  expect(decideMessage('edits', tokenRefused('no'))).toMatchObject({ do: 'pause-lane', othersFirst: true });
});

test('I2: a refused token whose refusal the service did not write pauses the lane, and the row is looked up first', () => {
  const expected = {
    do: 'confirm',
    problem: { code: 'service.no-answer' },
    pause: { code: 'auth.token-refused', detail: '401' },
  };
  expect(decideCreate(tokenRefused(null, true))).toMatchObject(expected);
  expect(decideMessage('answers', tokenRefused(null, true))).toMatchObject(expected);
});

test('a failed look-up says nothing of documents that may have arrived: it carried none', () => {
  const failures: Failure[] = [
    status(500),
    status(408),
    { kind: 'unknown', cause: 'reset' },
    { kind: 'unreadable', status: 200, cause: 'html' },
  ];
  for (const failure of failures) {
    expect(describeProblem(decideLookUp(failure).problem).message).not.toContain('may have arrived');
  }
});

test.each(unanswered)('a failed look-up: %o never ends it', (failure) => {
  expect(['try-again', 'pause-all']).toContain(decideLookUp(failure).do);
});

test.each(unanswered)('a failed message: %o: %s, %s', (failure, verdict, code) => {
  for (const lane of ['answers', 'edits', 'events'] as const) {
    expect(decideMessage(lane, failure)).toMatchObject({ do: verdict, problem: { code } });
  }
});

test('a failed message: 409 is told apart by its shape, and only for answers', () => {
  const frozen: Failure = { kind: 'frozen', currentTaskUuid: 'u', detail: 'frozen' };
  expect(decideMessage('answers', frozen)).toMatchObject({ do: 'redirect', taskUuid: 'u' });
  expect(decideMessage('edits', frozen)).toMatchObject({ do: 'reject' });
  expect(decideMessage('answers', status(409))).toMatchObject({ do: 'look-at-task' });
  expect(decideMessage('events', status(409))).toMatchObject({ do: 'reject' });
});

test.each([
  [404, 'reject', 'service.no-task'],
  [405, 'try-again', 'service.not-found'],
  [413, 'reject', 'service.too-large'],
  [422, 'reject', 'service.invalid'],
  [429, 'pause-lane', 'service.busy'],
  [500, 'confirm', 'service.fault'],
])('a failed message: status %i: %s, %s', (code, verdict, problem) => {
  expect(decideMessage('edits', status(code))).toMatchObject({ do: verdict, problem: { code: problem } });
});

test('a failed message: a 404 without the words of the service does not cost the message', () => {
  expect(decideMessage('edits', status(404, null)).do).toBe('try-again');
});

test('backoff: doubles from 2 s to 15 min, with full jitter', () => {
  const most = (failures: number) => backoffMs(() => 1, failures);
  expect([most(0), most(1), most(5), most(9), most(1_000)]).toEqual([2_000, 4_000, 64_000, 900_000, 900_000]);
  expect(backoffMs(() => 0, 9)).toBe(100);
  expect(backoffMs(() => 0.5, 3)).toBe(8_000);
});

test('backoff: never ends before Retry-After, and believes at most a day of it', () => {
  expect(backoffMs(() => 0, 0, { minimumMs: 120_000 })).toBe(120_000);
  expect(backoffMs(() => 0, 0, { minimumMs: 1e12 })).toBe(3_600_000);
});

const row = { state: 'queued', problem_code: null, problem_since: 0 } as const;
test('attention: a day of trouble, or a refusal', () => {
  expect(needsAttention(row, 86_399_999)).toBe(false);
  expect(needsAttention(row, 86_400_000)).toBe(true);
  expect(needsAttention({ ...row, state: 'rejected' }, 1)).toBe(true);
  expect(needsAttention({ ...row, state: 'accepted' }, 86_400_000)).toBe(false);
});

test.each([
  [
    "Task type 'x' is not allowed. Allowed task types: ['prior-auth', 'coverage']",
    ['prior-auth', 'coverage'],
  ],
  ['task_type "x" is not provisioned. Allowed: prior-auth, coverage.', ['prior-auth', 'coverage']],
  ['x is not allowed; must be one of prior-auth, coverage or intake', ['prior-auth', 'coverage', 'intake']],
  ["'x' is unknown, use 'prior-auth' or 'coverage'", ['prior-auth', 'coverage']],
  ['Allowed task types: prior-auth', ['prior-auth']],
  ['Task type (x-ray) is not allowed. Allowed: intake, coverage', ['intake', 'coverage']],
  ["'x-ray' is not provisioned for Acme (org-12). Allowed: intake, coverage", ['intake', 'coverage']],
  ["Invalid task_type: 'x-ray'. Allowed: intake, coverage (case-sensitive)", ['intake', 'coverage']],
  ["Task type 'x-ray' is not allowed. Allowed task types: Prior Auth, Intake.", ['Prior Auth', 'Intake']],
  ["'x-ray' is not one of the allowed task types: ['intake', 'coverage'].", ['intake', 'coverage']],
  ['task_type [x-ray] must be one of intake, coverage', ['intake', 'coverage']],
  ['Allowed: intake, coverage. Ask your administrator.', ['intake', 'coverage']],
  ['Allowed: ask your administrator', []],
  ['Task type not allowed: x-ray', []],
  ['Task type (x-ray) is not allowed. Allowed: []', []],
  ['Task type x-ray is not allowed here', []],
  ['No.', []],
  ['', []],
])('%s', (detail, types) => {
  expect(allowedTaskTypes(detail, 'x-ray')).toEqual(types);
});
