import { expect, it } from 'vitest';
import { extractFields, findLabelled } from '../../../../src-main/practice/reading/records/fields.ts';

it('reads labelled values from a note', () => {
  const text = `Patient: Jane Q. Doe  DOB: 7-30-2017 (8yo)
Member ID # - ab-12345
Visit Date: 01/15/2026
Attending physician: Dr. Oncoso
Assessment: knee pain`;
  expect(extractFields(text, 2026)).toEqual({
    patient_name: 'Jane Q. Doe',
    date_of_birth: '2017-07-30',
    member_id: 'AB-12345',
    service_date: '2026-01-15',
    provider: 'Dr. Oncoso',
    diagnosis: 'knee pain',
  });
});

it('takes a value printed under its label, by column', () => {
  const text = `Member Name:  Provider Name:
Maxie Millionaire  Dr. Lennox
Date of Birth:  Office Phone: 555-345-7865
06-15-22`;
  expect(extractFields(text, 2026)).toEqual({
    patient_name: 'Maxie Millionaire',
    date_of_birth: '2022-06-15',
    provider: 'Dr. Lennox',
  });
});

it('leaves blanks blank, and never takes the next label or another date for a value', () => {
  const text = `Patient Name:  Date of Birth:
Visit date: 01/15/2026
Member ID:  Group: 88123
Provider name: DEA number
Medication Name: Sweet Relief`;
  expect(extractFields(text, 2026)).toEqual({ service_date: '2026-01-15' });
});

it('lets a card end in the future but nobody be born there', () => {
  const fields = extractFields('DOB: 1/2/31\nValid through: 1/2/31', 2026);
  expect(fields).toEqual({ date_of_birth: '1931-01-02', valid_until: '2031-01-02' });
});

it.each([
  ['Office visit on 2026-10-02', '2026-10-02'],
  ['She came for an office visit on 2026-10-02 because of her knee.', '2026-10-02'],
  ['Jane was seen in the clinic on October 2, 2026.', '2026-10-02'],
  ['The patient was seen by Dr. Lee\non 10/02/2026 for follow-up.', '2026-10-02'],
  ['Visit of 2 Oct 2026. Next visit on 2026-12-24.', '2026-10-02'],
])('reads the date of service from %j', (text, date) => {
  expect(extractFields(text, 2026)['service_date']).toBe(date);
});

it.each([
  'Next visit on 2026-12-24',
  'A follow-up visit on 2026-12-24 is planned',
  'Next office visit on 2026-12-24',
  'Her last visit on 2020-01-01 was for the other knee',
  'Seen with her mother, born on 1960-01-01',
  'An exam on the knee, 1/2 of it',
])('takes no date of service from %j', (text) => {
  expect(extractFields(text, 2026)['service_date']).toBeUndefined();
});

it('prefers a labelled date of service to one in a sentence', () => {
  const text = 'Office visit on 2026-10-03 was moved.\nDate of service: 2026-10-02';
  expect(extractFields(text, 2026)['service_date']).toBe('2026-10-02');
});

it('finds a property by its own words', () => {
  expect(findLabelled('Auth Number: A-77  Fax: 1', 'auth_number')).toBe('A-77');
  expect(findLabelled('Auth Number:', 'auth_number')).toBeNull();
  expect(findLabelled('anything', '(.*')).toBeNull();
});
