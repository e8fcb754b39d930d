import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { evaluateTask } from '../../../../src-main/practice/reading/evaluate.ts';
import type { Evaluation, ReadableInput } from '../../../../src-main/practice/reading/evaluation.ts';
import { dataInput, fileInput, textInput } from './inputs.ts';
import { waveFile } from './wave-file.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const WHO = 'Patient name: Jane Doe\nDate of birth: 01/02/1980';
const FORM = `Prior Authorization Request Form\n${WHO}\nMember ID: M-100\nDate of request: 05/20/2026\nCPT code: 73721\nDiagnosis: torn meniscus`;
const NOTE = `Office Visit Note\n${WHO}\nDate of service: 05/10/2026\nPhysical exam: tender\nPlan: MRI, CPT 73721`;
const CARD = `Insurance Card\n${WHO}\nMember ID: M-100\nGroup number: 7\nValid through: 12/31/2027`;
const SPEC = {
  required_records: ['insurance-card', 'patient-visit'],
  required_data: ['member_id'],
  max_age_days: 180,
};

const evaluate = (texts: readonly (string | ReadableInput)[], spec: unknown = SPEC): Promise<Evaluation> =>
  evaluateTask(
    texts.map((one) => (typeof one === 'string' ? textInput(one) : one)),
    spec,
    NOW,
  );
const verdicts = (evaluation: Evaluation): [string, boolean][] =>
  evaluation.verdicts.map(({ code, approved }) => [code, approved]);
const keys = (evaluation: Evaluation): string[] => evaluation.issues.map((issue) => issue.key);
const issue = (evaluation: Evaluation, key: string) => evaluation.issues.find((one) => one.key === key);

it('a complete packet is completed with a verdict and a conclusion per code found, a name, a category and the patient', async () => {
  const evaluation = await evaluate([FORM, NOTE, CARD]);
  expect(evaluation).toMatchObject({
    status: 'completed',
    issues: [],
    verdicts: [{ code: '73721', approved: true, issues: [] }],
    category: 'prior-authorization',
    name: 'Jane Doe: prior authorization form',
    patientKey: 'jane doe|1980-01-02',
  });
  expect(evaluation.verdictSummaries[0]?.conclusion).toContain('73721 is approved');
  expect(evaluation.produced.map(({ group, tag }) => [group, tag])).toEqual([
    ['extracted', 'medical-records'],
    ['outputs', 'verdict-report'],
    ['outputs', 'summary'],
  ]);
});

it('a complete packet: gives records as docs/service.md 2.3 and 2.4 shape them, and page details', async () => {
  const note = textInput(NOTE);
  const evaluation = await evaluate([FORM, note]);
  expect(evaluation.recordsByInput.get(note.uuid)).toMatchObject([
    {
      id: 2,
      record_type: 'patient-visit',
      sections: [{ start: 1, length: 1, content: NOTE }],
      timestamp: '2026-05-10T00:00:00.000Z',
    },
  ]);
  expect(evaluation.interceptions?.['structured_data']?.[1]).toMatchObject({
    data_item: note.uuid,
    pages: [{ page: 1, record_type: 'patient-visit' }],
  });
});

it('a complete packet has the date of a visit that a sentence names as the timestamp of the record', async () => {
  const note = textInput(
    `Progress Note\n${WHO}\nSubjective: knee pain since the office visit on 2026-05-11.\nPhysical exam: tender\nPlan: CPT 73721`,
  );
  const evaluation = await evaluate([FORM, note, CARD]);
  expect(evaluation).toMatchObject({ status: 'completed', issues: [] });
  expect(evaluation.recordsByInput.get(note.uuid)).toMatchObject([
    { record_type: 'patient-visit', timestamp: '2026-05-11T00:00:00.000Z' },
  ]);
});

it('a complete packet is judged the same every time', async () => {
  const inputs = [FORM, NOTE, CARD].map(textInput);
  expect(await evaluate(inputs)).toEqual(await evaluate(inputs));
});

it('what is missing: makes the Task wait, with an issue each, no verdicts and an item that lists it', async () => {
  const evaluation = await evaluate([FORM.replace('Member ID: M-100', ''), NOTE]);
  expect(evaluation).toMatchObject({ status: 'waiting', verdicts: [], verdictSummaries: [] });
  expect(issue(evaluation, 'task.medical_record.missing')).toMatchObject({
    medical_record_type: 'insurance-card',
  });
  expect(issue(evaluation, 'task.data.missing')).toMatchObject({ property: 'member_id' });
  const list = evaluation.produced.find((item) => item.tag === 'missing-items');
  expect(list?.content).toMatchObject({ data: { records: ['insurance-card'], data: ['member_id'] } });
});

it('what is missing: may be supplied as data, under any usual spelling', async () => {
  const card = CARD.replace('Member ID: M-100', '');
  const form = FORM.replace('Member ID: M-100', '');
  expect(keys(await evaluate([form, NOTE, card]))).toEqual([
    'task.data.missing',
    'medical_record.data.missing',
  ]);
  expect(await evaluate([form, NOTE, card, dataInput({ memberId: 'M-100' })])).toMatchObject({
    status: 'completed',
    issues: [],
  });
});

it('what is missing: may be a property no rule knows', async () => {
  const spec = { required_data: ['auth_number'] };
  expect(await evaluate([FORM], spec)).toMatchObject({ status: 'waiting' });
  expect(await evaluate([`${FORM}\nAuth number: A-1`], spec)).toMatchObject({ status: 'completed' });
});

it('what is missing: inside one record is medical_record.data.missing: it holds a required kind up, and is a remark on any other', async () => {
  const undatedNote = NOTE.replace('Date of service: 05/10/2026', '');
  const required = await evaluate([FORM, undatedNote, CARD]);
  expect(required.status).toBe('waiting');
  expect(issue(required, 'medical_record.data.missing')).toMatchObject({
    property: 'service_date',
    medical_record_type: 'patient-visit',
  });
  const other = await evaluate([FORM, undatedNote], {});
  expect(other).toMatchObject({
    status: 'completed',
    verdicts: [{ code: '73721', approved: true, issues: [] }],
  });
  expect(keys(other)).toEqual(['medical_record.data.missing']);
});

it('what is missing: is everything when nothing was sent at all', async () => {
  expect(await evaluate([], SPEC)).toMatchObject({ status: 'waiting' });
});

it.each([
  ['patient_name', 'Jane Doe', 'June Doe'],
  ['date_of_birth', '01/02/1980', '02/01/1980'],
  ['member_id', 'M-100', 'M-101'],
])('what speaks against a code: %s differs between documents', async (property, said, other) => {
  const evaluation = await evaluate([FORM, NOTE, CARD.replace(said, other)]);
  expect(evaluation.status).toBe('completed');
  expect(issue(evaluation, 'task.data.inconsistent')).toMatchObject({ property });
  expect(evaluation.verdicts).toEqual([{ code: '73721', approved: false, issues: [0] }]);
});

it('what speaks against a code: the patient is the one most documents name', async () => {
  const first = CARD.replace('01/02/1980', '02/01/1980');
  expect(await evaluate([first, FORM, NOTE])).toMatchObject({ patientKey: 'jane doe|1980-01-02' });
  expect(await evaluate(['Insurance Card\nMember ID: M-100\nGroup number: 7'], {})).toMatchObject({
    patientKey: 'member|M100',
  });
  expect(await evaluate(['Laboratory Results\nPatient name: Jane Doe'], {})).toMatchObject({
    patientKey: null,
  });
});

it('what speaks against a code: the same person written otherwise is no difference', async () => {
  const card = CARD.replace('Jane Doe', 'DOE, JANE A.')
    .replace('M-100', 'm100')
    .replace('01/02/1980', 'Jan 2, 1980');
  expect(await evaluate([FORM, NOTE, card])).toMatchObject({ status: 'completed', issues: [] });
});

it('what speaks against a code: a record is too old: the newest of its kind counts, to the day', async () => {
  const at = (date: string): string => `${NOTE.replace('05/10/2026', date)}\nDiagnosis: torn meniscus`;
  const spec = { max_age_days: 180 };
  expect(keys(await evaluate([at('12/03/2025')], spec))).toEqual([]);
  const old = await evaluate([at('12/02/2025')], spec);
  expect(issue(old, 'task.medical_record.expired')).toMatchObject({ medical_record_type: 'patient-visit' });
  expect(verdicts(old)).toEqual([['73721', false]]);
  expect(keys(await evaluate([at('12/02/2025'), at('05/10/2026')], spec))).toEqual([]);
});

it.each([
  ['a card is past its last day', 'expired', 'insurance-card', [FORM, NOTE, CARD.replace('2027', '2025')]],
  [
    'a request is older than the visit that ordered it',
    'incorrect_sequence',
    'prior-auth-form',
    [FORM.replace('05/20/2026', '05/09/2026'), NOTE, CARD],
  ],
])('what speaks against a code: %s', async (_, key, record, packet) => {
  const evaluation = await evaluate(packet);
  expect(issue(evaluation, `task.medical_record.${key}`)).toMatchObject({ medical_record_type: record });
  expect(verdicts(evaluation)).toEqual([['73721', false]]);
});

it('what speaks against a code: touches only the codes that the doubtful record names', async () => {
  const study = `Imaging Report\n${WHO}\nDate of study: 05/01/2025\nCPT 95810\nFindings: none`;
  const evaluation = await evaluate([FORM, NOTE, CARD, study]);
  expect(verdicts(evaluation)).toEqual([
    ['73721', true],
    ['95810', false],
  ]);
  expect(evaluation.verdicts[0]?.issues).toEqual([]);
  for (const verdict of evaluation.verdicts) {
    for (const index of verdict.issues) expect(evaluation.issues[index]).toBeDefined();
  }
});

it('requested codes: are the ones decided on; one that no document names fails', async () => {
  const evaluation = await evaluate([FORM, NOTE, CARD], { ...SPEC, codes: ['73721', '97110'] });
  expect(verdicts(evaluation)).toEqual([
    ['73721', true],
    ['97110', false],
  ]);
  const at = evaluation.issues.findIndex((one) => one.key === 'task.logic.fail' && one.code === '97110');
  expect(evaluation.verdicts[1]?.issues).toContain(at);
});

it('requested codes: are warned about, not refused, without a diagnosis or when only the request names them', async () => {
  const evaluation = await evaluate([FORM.replace('\nDiagnosis: torn meniscus', '')], {});
  expect(keys(evaluation)).toEqual(['task.logic.warning', 'task.logic.warning']);
  expect(evaluation.verdicts).toEqual([{ code: '73721', approved: true, issues: [0, 1] }]);
});

it('requested codes: may be none at all: completed, saying so', async () => {
  const evaluation = await evaluate([CARD], {});
  expect(evaluation).toMatchObject({ status: 'completed', verdicts: [] });
  expect(evaluation.issues[0]?.message).toContain('nothing to decide');
});

it.each([
  [{ codes: '73721' }, 'codes'],
  [{ required_records: [1] }, 'required_records'],
  [{ required_data: { a: 1 } }, 'required_data'],
  [{ max_age_days: -1 }, 'max_age_days'],
  ['nonsense', 'request_spec'],
])('a malformed request_spec: %j counts as absent and is complained about', async (spec, part) => {
  const evaluation = await evaluate([FORM, NOTE], spec);
  expect(evaluation.status).toBe('completed');
  expect(keys(evaluation)).toEqual(['task.llm.other']);
  expect(evaluation.issues[0]?.message).toContain(part);
  expect(evaluation.verdicts).toEqual([{ code: '73721', approved: true, issues: [] }]);
});

it('a malformed request_spec keeps its good parts, and unknown parts do not matter', async () => {
  const evaluation = await evaluate([FORM, NOTE], {
    codes: 7,
    required_records: ['consent'],
    colour: 'red',
  });
  expect(keys(evaluation)).toEqual(['task.llm.other', 'task.medical_record.missing']);
});

it.each([
  ['application/pdf', 'PDF'],
  ['application/json', 'JSON'],
  ['text/plain; charset=utf-8', 'text'],
])(
  'documents that cannot be used: declared as %s but unreadable make the Task failed, without naming the file',
  async (type, word) => {
    const evaluation = await evaluate([FORM, fileInput(type, Buffer.from([0, 1, 2, 0]))]);
    expect(evaluation).toMatchObject({ status: 'failed', verdicts: [] });
    expect(evaluation.issues[0]).toMatchObject({ key: 'task.llm.other' });
    expect(evaluation.issues[0]?.message).toContain(word);
  },
);

it('documents that cannot be used: images are kept unread; alone they are invalid, beside others only remarked on', async () => {
  const image: ReadableInput = {
    ...fileInput('image/png', new Uint8Array()),
    bytes: () => Promise.reject(new Error('never read')),
  };
  expect(await evaluate([image])).toMatchObject({ status: 'invalid', verdicts: [], interceptions: null });
  expect(await evaluate([image, FORM, NOTE, CARD])).toMatchObject({
    status: 'completed',
    verdicts: [{ approved: true, issues: [] }],
  });
});

it('documents that cannot be used: recordings are records of their length in seconds, whose words nobody read', async () => {
  const sound = fileInput('audio/wav', waveFile({ bytesPerSecond: 8_000, sound: Buffer.alloc(8_000 * 95) }));
  const other = fileInput('audio/mpeg', Buffer.from('ID3'));
  const alone = await evaluate([sound, other]);
  expect(alone).toMatchObject({ status: 'invalid', verdicts: [] });
  const evaluation = await evaluate([sound, FORM, other, NOTE, CARD]);
  expect(evaluation).toMatchObject({ status: 'completed', verdicts: [{ approved: true, issues: [] }] });
  expect(evaluation.issues).toMatchObject([{ message: expect.stringContaining('2 documents') }]);
  const recordOf = (length: number | null) => ({
    record_type: 'supporting-document',
    sections: [{ start: 0, length, content: '' }],
    timestamp: null,
  });
  for (const { recordsByInput } of [alone, evaluation]) {
    expect(recordsByInput.get(sound.uuid)).toMatchObject([recordOf(95)]);
    expect(recordsByInput.get(other.uuid)).toMatchObject([recordOf(null)]);
  }
  const ids = [...evaluation.recordsByInput.values()].flat().map((record) => record.id);
  expect(ids.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

it.each<[string, (string | ReadableInput)[], object]>([
  ['that say nothing relevant', ['Dear team, lunch is at noon.'], SPEC],
  ['that say nothing relevant, with data', ['Lunch', dataInput({ member_id: 'M-1' })], SPEC],
  [
    'of which there is none but the request_spec',
    [dataInput({ resourceType: 'Patient' }, 'request-spec')],
    {},
  ],
  ['of which there is none at all', [], {}],
])('documents that cannot be used: %s make the Task invalid', async (_, inputs, spec) => {
  expect(await evaluate(inputs, spec)).toMatchObject({ status: 'invalid' });
});
