import { expect, test } from 'vitest';
import { relationOf } from '../../../../src-main/core/stations/belonging.ts';

const OURS = { environment: 'production', organisation: 'a' };

test.each([
  ['same', OURS, OURS],
  ['same', { environment: null, organisation: null }, OURS],
  ['same', { environment: 'production', organisation: null }, OURS],
  ['same', { environment: 'production', organisation: 'b' }, { ...OURS, former: ['b'] }],
  ['other-environment', { environment: 'staging', organisation: 'a' }, OURS],
  ['other-organisation', { environment: 'staging', organisation: null }, OURS],
  ['other-organisation', { environment: 'production', organisation: 'b' }, OURS],
  ['other-organisation', { environment: 'production', organisation: 'b' }, { ...OURS, organisation: null }],
  ['same', { environment: 'production', organisation: null }, { ...OURS, organisation: null }],
] as const)('I12: %s: %j beside %j', (relation, theirs, ours) => {
  expect(relationOf(theirs, ours)).toBe(relation);
});
