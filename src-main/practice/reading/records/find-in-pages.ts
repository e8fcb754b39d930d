import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasWords } from '../files/document.ts';
import { LIMITS } from '../limits.ts';
import { extractFields, type Fields } from './fields.ts';
import type { Finding } from './finding.ts';
import {
  RECORD_RULES,
  type RecordRule,
  THRESHOLD,
  TITLE_LENGTH,
  TITLE_LINES,
  TITLE_POINTS,
} from './record-rules.ts';

/** Finds the records in the pages of a document. Pages without medical content give no record. */
export async function findInPages(
  inputUuid: string,
  pages: readonly string[],
  latestYear: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const range of classifyPages(pages).slice(0, LIMITS.recordsPerFile)) {
    await nextTurn();
    const text = range.pages.join('\n');
    if (!hasWords(text)) continue;
    const fields = extractFields(text, latestYear);
    const type = range.type ?? (isAboutAPatient(fields) ? 'supporting-document' : null);
    if (type !== null) findings.push({ inputUuid, type, start: range.start, pages: range.pages, fields });
  }
  return findings;
}

function isAboutAPatient(fields: Fields): boolean {
  if (fields['procedure_codes'] !== undefined || fields['diagnosis_codes'] !== undefined) return true;
  const identity = ['patient_name', 'date_of_birth', 'member_id'].filter((key) => fields[key] !== undefined);
  return identity.length >= 2;
}

/** Consecutive pages of one record. `start` is counted from 1. `type` is null if the kind of record is unknown. */
export interface PageRange {
  readonly type: string | null;
  readonly start: number;
  readonly pages: readonly string[];
}

// A page without a title begins a new record if another kind of record has this many points more than the kind of the page before.
const CLEARLY = 4;

/** Divides pages into ranges of one kind of record each (`record-rules.ts`). A page that no rule recognizes belongs to the range before. */
export function classifyPages(pages: readonly string[]): PageRange[] {
  const ranges: { type: string | null; start: number; pages: string[] }[] = [];
  pages.forEach((page, index) => {
    const current = ranges.at(-1);
    const type = typeOfPage(page, current?.type ?? null);
    if (current === undefined) ranges.push({ type, start: index + 1, pages: [page] });
    else if (type === null || type === current.type) current.pages.push(page);
    else if (current.type === null && !current.pages.some(hasWords)) {
      current.type = type;
      current.pages.push(page);
    } else ranges.push({ type, start: index + 1, pages: [page] });
  });
  return ranges;
}

export function classifyText(text: string): string | null {
  return scorePage(text).type;
}

function typeOfPage(page: string, previous: string | null): string | null {
  const score = scorePage(page);
  if (score.type === null || previous === null || score.type === previous) return score.type;
  const lead = (score.points.get(score.type) ?? 0) - (score.points.get(previous) ?? 0);
  return lead >= CLEARLY || score.titled.has(score.type) ? score.type : previous;
}

function scorePage(page: string) {
  const body = words(page);
  const lines = page.trim().split('\n');
  const headings = words(lines.filter(isHeading).join('\n'));
  const top = words(lines.slice(0, TITLE_LINES).filter(isHeading).join('\n'));
  const points = new Map<string, number>();
  const titled = new Set<string>();
  for (const rule of RECORD_RULES) {
    let sum = 0;
    for (const [phrase, weight] of weightedPhrases(rule)) {
      const wanted = ` ${phrase} `;
      if (!body.includes(wanted)) continue;
      const isTitle = weight >= TITLE_POINTS;
      if (isTitle && top.includes(wanted)) titled.add(rule.type);
      sum += !isTitle ? weight : top.includes(wanted) ? 2 * weight : headings.includes(wanted) ? weight : 1;
    }
    points.set(rule.type, sum);
  }
  let best: string | null = null;
  for (const [type, sum] of points) {
    if (sum >= THRESHOLD && sum > (best === null ? 0 : (points.get(best) ?? 0))) best = type;
  }
  return { type: best, points, titled };
}

const weightedPhrases = (rule: RecordRule): (readonly [phrase: string, weight: number])[] =>
  rule.phrases.flatMap(([weight, phrases]) => phrases.split('; ').map((phrase) => [phrase, weight] as const));

const isHeading = (line: string): boolean => line.length <= TITLE_LENGTH && !/[.,;]\s*$/.test(line);

const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/-]+/gu, ' ')
    .trim()} `;
