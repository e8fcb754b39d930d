import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CaseFile, type Concern, codesFound, joinWords, listTypes, namesCode } from './case-file.ts';
import {
  checkAge,
  checkCodes,
  checkConsistent,
  checkMissing,
  checkRecordsComplete,
  checkSequence,
} from './checks.ts';
import type { EvaluateTask, ReadableInput } from './evaluation.ts';
import { readInput } from './files/read-input.ts';
import { type Outcome, produceItems, toMedicalRecords, toStructuredData } from './outputs.ts';
import { identifyPatient, type Patient } from './patient.ts';
import { findInJson } from './records/find-in-json.ts';
import { findInPages } from './records/find-in-pages.ts';
import type { Finding, Recording } from './records/finding.ts';
import { RECORD_RULES } from './records/record-rules.ts';
import { parseRequestSpec, type RequestSpec } from './request-spec.ts';

/** Decides on each code according to `requestSpec` (docs/architecture.md 11). Rejects only if `bytes` of an input rejects. */
export const evaluateTask: EvaluateTask = async (inputs, requestSpec, now) => {
  const { spec, complaints } = parseRequestSpec(requestSpec);
  const gathered = await gather(inputs, now.getUTCFullYear());
  const { findings, recordings, data } = gathered;
  const remarks = [...complaints.map(complaint), ...gathered.remarks];
  const patient = identifyPatient(gathered);
  const codes = spec.codes.length > 0 ? spec.codes : codesFound(findings, data);
  const outcome = conclude({ spec, findings, data, codes, now }, gathered, remarks);
  const main = RECORD_RULES.find((rule) => findings.some((finding) => finding.type === rule.type));
  const { needs: _, ...decided } = outcome;
  return {
    ...decided,
    recordsByInput: toMedicalRecords(findings, recordings),
    category: main?.category ?? null,
    name: main === undefined ? null : taskName(patient, main.label),
    interceptions: findings.length === 0 ? null : { structured_data: toStructuredData(findings) },
    produced: produceItems(findings, patient, outcome),
    patientKey: patient.key,
  };
};

function conclude(file: CaseFile, gathered: Gathered, remarks: readonly Concern[]): Outcome {
  if (gathered.unreadable.length > 0) return stopped('failed', [...gathered.unreadable, ...remarks]);
  const nothingYet = gathered.documents === 0 && asksForSomething(file.spec);
  if (file.findings.length === 0 && !nothingYet) return stopped('invalid', [...remarks, nothingRelevant]);
  return decide(file, remarks);
}

function stopped(status: Outcome['status'], concerns: readonly Concern[]): Outcome {
  const issues = concerns.map((concern) => concern.issue);
  return { status, issues, verdicts: [], verdictSummaries: [], needs: [] };
}

const asksForSomething = (spec: RequestSpec): boolean =>
  spec.requiredRecords.length + spec.requiredData.length > 0;

const complaint = (message: string): Concern => ({
  issue: { key: 'task.llm.other', message },
  effect: 'remark',
  codes: [],
});

const nothingRelevant = complaint(
  'None of the documents says anything about a patient or a treatment, so there is nothing to decide. Check that the right files were sent.',
);

function taskName(patient: Patient, label: string): string {
  const what = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  return patient.name === null ? what : `${patient.name}: ${label}`;
}

// Runs all checks. If a concern has the effect `waits`, the Task waits and gets no verdicts. Otherwise each code gets a verdict. The
// verdict approves the code unless a concern with the effect `blocks` affects the code. The issues of `remarks` come first.
function decide(file: CaseFile, remarks: readonly Concern[]): Outcome {
  const concerns = [
    ...remarks,
    ...checkMissing(file),
    ...checkRecordsComplete(file),
    ...checkConsistent(file),
    ...checkAge(file),
    ...checkSequence(file),
    ...checkCodes(file),
  ];
  const needs = concerns.filter((concern) => concern.effect === 'waits').map((concern) => concern.issue);
  if (needs.length > 0) return { ...stopped('waiting', concerns), needs };
  if (file.codes.length === 0) concerns.push(nothingToDecide);
  const judged = file.codes.map((code) => judge(file, concerns, code));
  return {
    status: 'completed',
    issues: concerns.map((concern) => concern.issue),
    needs: [],
    verdicts: judged.map(({ code, approved, issues }) => ({ code, approved, issues })),
    verdictSummaries: judged.map(({ code, conclusion }) => ({ code, conclusion })),
  };
}

const nothingToDecide = complaint(
  'No procedure code was requested and none was found in the documents, so there is nothing to decide.',
);

function judge(file: CaseFile, concerns: readonly Concern[], code: string) {
  const touching = concerns.flatMap((concern, index) =>
    concern.codes === 'all' || concern.codes.includes(code) ? [{ concern, index }] : [],
  );
  const against = touching.filter(({ concern }) => concern.effect === 'blocks');
  const warnings = touching.filter(({ concern }) => concern.effect === 'warns');
  const said = (list: typeof touching): string => list.map(({ concern }) => concern.issue.message).join(' ');
  const approved = against.length === 0;
  const conclusion = approved
    ? `Code ${code} is approved: ${grounds(file, code)}.${warnings.length > 0 ? ` Please note: ${said(warnings)}` : ''}`
    : `Code ${code} is not approved. ${said(against)}`;
  return { code, approved, issues: touching.map(({ index }) => index), conclusion };
}

function grounds(file: CaseFile, code: string): string {
  const naming = file.findings.filter((finding) => namesCode(finding, code));
  const named = naming.length > 0 ? `it is named in ${listTypes(naming)}` : 'it was supplied as data';
  const rest = asksForSomething(file.spec) ? ['everything required is there'] : [];
  return joinWords([named, ...rest, 'the documents agree with each other']);
}

interface Gathered {
  readonly findings: readonly Finding[];
  readonly recordings: readonly Recording[];
  readonly data: ReadonlyMap<string, string>;
  /** The number of inputs that are documents. JSON that contains only plain properties is not a document. */
  readonly documents: number;
  readonly unreadable: readonly Concern[];
  /** Concerns about documents that the service kept but did not read, or read only in part. */
  readonly remarks: readonly Concern[];
}

// Reads all inputs in order. If two inputs give a value for the same plain property, the later value counts.
async function gather(inputs: readonly ReadableInput[], latestYear: number): Promise<Gathered> {
  const findings: Finding[] = [];
  const recordings: Recording[] = [];
  const data = new Map<string, string>();
  const unreadable: Concern[] = [];
  const counts = { noText: 0, tooLarge: 0, truncated: 0, blank: 0 };
  let documents = 0;
  for (const input of inputs) {
    if (input.tag === 'request-spec') continue;
    await nextTurn();
    const document = await readInput(input);
    if (document.kind === 'json') {
      const found = await findInJson(input.uuid, document.value, latestYear);
      findings.push(...found.findings);
      for (const [property, value] of found.data) data.set(property, value);
      if (found.findings.length > 0 || found.data.size === 0) documents += 1;
      continue;
    }
    documents += 1;
    if (document.kind === 'unreadable') unreadable.push(cannotRead(document.format));
    else if (document.kind === 'recording') {
      recordings.push({ inputUuid: input.uuid, seconds: document.seconds });
    } else if (document.kind === 'opaque') counts[document.why === 'no-text' ? 'noText' : 'tooLarge'] += 1;
    else {
      findings.push(...(await findInPages(input.uuid, document.pages, latestYear)));
      if (document.truncated) counts.truncated += 1;
      if (document.pages.every((page) => page.trim() === '')) counts.blank += 1;
    }
  }
  const remarks = [
    ...remark(recordings.length, 'is a recording and was kept, but its words were not read'),
    ...remark(counts.noText, 'is an image or another kind of file without text and was kept, but not read'),
    ...remark(counts.blank, 'has no text in it (it may be a scanned picture) and could not be used'),
    ...remark(counts.tooLarge, 'is too large to be read here and was kept, but not read'),
    ...remark(counts.truncated, 'is very long; only its first part was read'),
  ];
  return { findings, recordings, data, documents, unreadable, remarks };
}

function cannotRead(format: 'PDF' | 'text' | 'JSON'): Concern {
  const why = format === 'PDF' ? 'it is damaged or protected by a password' : `its content is not ${format}`;
  return complaint(
    `A ${format} document could not be read: ${why}. Nothing was decided. Send a copy that opens, as a new Task.`,
  );
}

function remark(count: number, what: string): Concern[] {
  if (count === 0) return [];
  const subject = count === 1 ? 'One document' : `${count} documents: each`;
  return [complaint(`${subject} ${what}.`)];
}
