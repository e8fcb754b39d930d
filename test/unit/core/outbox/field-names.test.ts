import { expect, test } from 'vitest';
import { fieldName } from '../../../../src-main/core/outbox/policy.ts';

test.each([
  ['body.request_spec.codes.0', 'request details, codes 1'],
  ['body.uploads.2', 'document 3'],
  ['body.uploads', 'document'],
  ['query.should_resume', 'resume'],
  ['body.new_data_item.member_id', 'data, member id'],
  ['body.external_id', 'reference'],
  ['body', 'request'],
  ['', 'request'],
  ['body.a_field_of_tomorrow', 'a field of tomorrow'],
  ['name', 'name'],
])('%s is told as %s', (path, words) => {
  expect(fieldName(path)).toBe(words);
});
