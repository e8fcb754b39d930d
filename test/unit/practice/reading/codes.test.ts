import { expect, it } from 'vitest';
import {
  findDiagnosisCodes,
  findProcedureCodes,
  mentionsCode,
} from '../../../../src-main/practice/reading/records/codes.ts';

it.each([
  ['CPT 73721 or 73722', ['73721', '73722']],
  ['Procedure code: 99213-25, HCPCS J0135', ['99213', 'J0135']],
  ['Procedure: MRI of the knee (73721)', ['73721']],
  ['Requested codes: 97110 and 97112', ['97110', '97112']],
  ['CPT® codes: 0042T; 97110', ['0042T', '97110']],
  ['CPT codes\n73721 MRI knee\n- 97110 exercises\nTotal\n12345 Elm Street', ['73721', '97110']],
])('procedure codes: are taken from %j', (text, codes) => {
  expect(findProcedureCodes(text)).toEqual(codes);
});

it.each([
  'Chicago, IL 60601',
  'Zip: 60601',
  'Call 800-555-12345',
  'Account 12345 for CPT training',
  'MRN 73721',
  'CPT 73721A',
  'CPT fee $12345',
  'Procedure code none. Member ID 12345',
  'Procedure codes on file, Portland, OR 97201',
  'WBC 12000 cells',
  'The procedure took 12000 seconds',
])('procedure codes: are not taken from %j', (text) => {
  expect(findProcedureCodes(text)).toEqual([]);
});

it('procedure codes: count as mentioned only as a word of their own that is no zip code or other number', () => {
  expect(mentionsCode('Order an MRI (73721) of the knee', '73721')).toBe(true);
  expect(mentionsCode('Order 73721-RT today', '73721')).toBe(true);
  for (const text of [
    'Springfield, MA 73721',
    'zip 73721',
    'ID 5-73721',
    '73721-4410',
    '173721',
    'Member ID 73721',
  ]) {
    expect(mentionsCode(text, '73721'), text).toBe(false);
  }
});

it('diagnosis codes: are taken where the text speaks of a diagnosis, with a dot or the word ICD', () => {
  expect(findDiagnosisCodes('ICD-10 Code(s): K50.90, M54')).toEqual(['K50.90', 'M54']);
  expect(findDiagnosisCodes('Diagnosis\nTear of meniscus S83.241A.')).toEqual(['S83.241A']);
});

it('diagnosis codes: are not taken from laboratory values or procedure codes', () => {
  expect(findDiagnosisCodes('Vitamin B12 300 pg/mL\nRoom D12.5')).toEqual([]);
  expect(findDiagnosisCodes('ICD and HCPCS J0135')).toEqual([]);
});
