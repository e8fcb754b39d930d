import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { evaluateTask } from '../../../../src-main/practice/reading/evaluate.ts';
import { readPdf } from '../../../../src-main/practice/reading/read-pdf.ts';
import { diskInput } from './inputs.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const root = process.env['CLEARFOLDER_SAMPLES'] ?? join(repository, '..', 'shared', 'samples');

const KINDS: Readonly<Record<string, string>> = {
  doctor_notes: 'patient-visit',
  labs: 'lab-report',
  imaging: 'imaging-report',
  pa_form: 'prior-auth-form',
};
const FORMS: Readonly<Record<string, object>> = {
  '001': {
    patient_name: 'Sarah Sample',
    date_of_birth: '2014-10-19',
    member_id: '4567890',
    provider: 'Shiva Pedram, MD',
  },
  '002': {
    patient_name: 'Maxie Millionaire',
    date_of_birth: '2022-06-15',
    member_id: '7656432',
    provider: 'Dr. Lennox',
  },
  '003': {
    patient_name: 'Lucas Little',
    date_of_birth: '2017-07-30',
    member_id: '345987',
    provider: 'Dr. Oncoso',
  },
};

const documents = existsSync(root)
  ? readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.pdf'))
      .map((path) => ({
        path: join(root, path),
        caseId: path.slice(0, 3),
        folder: dirname(path),
        kind: KINDS[dirname(path).split('/').at(-1) ?? ''],
      }))
  : [];

describe('real-looking packets', () => {
  if (documents.length === 0) {
    process.stdout.write(`Not run: no sample packets at ${root} (set CLEARFOLDER_SAMPLES).\n`);
    it('are absent here, so the reader is tried on its own samples only', () => {
      expect(documents).toEqual([]);
    });
    return;
  }

  it('give text from every PDF, one record each of the right kind, over all its pages', async () => {
    for (const { path, kind } of documents) {
      const read = await readPdf(readFileSync(path));
      expect(read.kind === 'pages' && read.pages.join('').length > 400, path).toBe(true);
      const evaluation = await evaluateTask([diskInput(path)], {}, NOW);
      const records = evaluation.recordsByInput.get(path) ?? [];
      const pages = read.kind === 'pages' ? read.pages.length : 0;
      expect([path, records.map((record) => record.record_type)]).toEqual([path, [kind]]);
      expect(records[0]?.sections[0]).toMatchObject({ start: 1, length: pages });
    }
  });

  it('give patient, birthday, member id and provider of every form, wherever the form put them', async () => {
    const forms = documents.filter((one) => one.kind === 'prior-auth-form');
    expect(forms.length).toBeGreaterThan(0);
    for (const { path, caseId } of forms) {
      const evaluation = await evaluateTask([diskInput(path)], {}, NOW);
      expect(evaluation.recordsByInput.get(path)?.[0]?.fields).toMatchObject(FORMS[caseId] ?? {});
    }
  });

  it('give the birthday from every note, and no code from zip codes, phone numbers and laboratory values', async () => {
    for (const { path, kind } of documents) {
      const fields = (await evaluateTask([diskInput(path)], {}, NOW)).recordsByInput.get(path)?.[0]?.fields;
      expect(fields?.['procedure_codes']).toBeUndefined();
      if (kind === 'patient-visit') expect(fields?.['date_of_birth']).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it('hold together as one case: the same patient throughout', async () => {
    for (const folder of new Set(documents.map((one) => dirname(one.folder)))) {
      const inputs = documents
        .filter((one) => dirname(one.folder) === folder)
        .map((one) => diskInput(one.path));
      const evaluation = await evaluateTask(
        inputs,
        { codes: ['73721'], required_data: ['member_id', 'date_of_birth'] },
        NOW,
      );
      expect(evaluation.status).toBe('completed');
      expect(evaluation.issues.map((issue) => issue.key)).not.toContain('task.data.inconsistent');
      expect(evaluation.verdicts).toMatchObject([{ code: '73721', approved: false }]);
    }
  });
});
