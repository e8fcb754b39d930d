import { expect, it } from 'vitest';
import { classifyPages, classifyText } from '../../../../src-main/practice/reading/records/find-in-pages.ts';

const NOTE = 'Progress Note\nSubjective: better\nPhysical Exam\nAssessment: stable\nPlan: rest';
const LABS = 'Laboratory Results\nHemoglobin 13 g/dL\nSodium 140 mEq/L';

it('cuts a file into records where the subject changes, and keeps continuations and blanks with them', () => {
  const pages = ['', NOTE, 'continued: the patient slept well', '', LABS, 'Ferritin 15 ng/mL'];
  expect(classifyPages(pages).map(({ type, start, pages: own }) => [type, start, own.length])).toEqual([
    ['patient-visit', 1, 4],
    ['lab-report', 5, 2],
  ]);
});

it('does not change the subject for titles inside sentences', () => {
  const form = 'Prior Authorization Request Form\nMember information\nUrgency: standard';
  const second =
    'Please see attached clinical notes, lab results, and imaging results.\nPrescriber signature';
  expect(classifyPages([form, second]).map((range) => range.type)).toEqual(['prior-auth-form']);
});

it('does not change the subject for a page that mentions something else in passing', () => {
  const second = 'Assessment: anemia\nHemoglobin 9 g/dL, creatinine normal';
  expect(classifyPages([NOTE, second]).map((range) => range.type)).toEqual(['patient-visit']);
  expect(classifyText(second)).toBe('lab-report');
});

it.each([
  ['Member Identification Card\nGroup Number 1\nRxBIN 014582', 'insurance-card'],
  ['Discharge Summary\nHospital course: uneventful', 'discharge-summary'],
  ['Radiology Report\nTechnique\nFindings\nImpression', 'imaging-report'],
  ['Referral Letter\nReason for referral: rash', 'referral'],
  ['Medication List\naspirin 100 mg, refills 2', 'medication-list'],
  ['Informed Consent\nI hereby authorize the clinic', 'consent'],
  ['Operative Report\nAnesthesia: general', 'procedure-note'],
  ['Dear team, lunch is at noon.', null],
  ['The plan for lunch, without assessment', null],
  ['Patient Visit\nJane Doe was seen', 'patient-visit'],
  ['', null],
])('reads %j as %s', (text, type) => {
  expect(classifyText(text)).toBe(type);
});
