import { type CaseFile, type Concern, joinWords, listTypes, namesCode } from './case-file.ts';
import {
  checkAge,
  checkCodes,
  checkConsistent,
  checkMissing,
  checkRecordsComplete,
  checkSequence,
} from './checks.ts';
import type { Evaluation, Issue } from './evaluation.ts';

export interface Decision extends Pick<Evaluation, 'issues' | 'verdicts' | 'verdictSummaries'> {
  readonly status: 'waiting' | 'completed';
  /** The issues that an answer can resolve. Empty unless the Task waits. */
  readonly needs: readonly Issue[];
}

/**
 * Runs all checks, and derives the status and a verdict for each code. The verdict approves a code if no issue with the effect `blocks`
 * affects the code. `remarks` become the first issues.
 */
export function decide(file: CaseFile, remarks: readonly Concern[]): Decision {
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
  if (needs.length > 0) {
    const issues = concerns.map((concern) => concern.issue);
    return { status: 'waiting', issues, needs, verdicts: [], verdictSummaries: [] };
  }
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

const nothingToDecide: Concern = {
  issue: {
    key: 'task.llm.other',
    message:
      'No procedure code was requested and none was found in the documents, so there is nothing to decide.',
  },
  effect: 'remark',
  codes: [],
};

interface Judged {
  readonly code: string;
  readonly approved: boolean;
  readonly issues: readonly number[];
  readonly conclusion: string;
}

function judge(file: CaseFile, concerns: readonly Concern[], code: string): Judged {
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
  const asked = file.spec.requiredRecords.length + file.spec.requiredData.length > 0;
  const rest = asked ? 'everything required is there' : null;
  return joinWords([named, ...(rest === null ? [] : [rest]), 'the documents agree with each other']);
}
