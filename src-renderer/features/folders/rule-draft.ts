import {
  type Backlog,
  type FolderRule,
  folderRuleSchema,
  type Grouping,
} from '../../../src-main/contract/settings.ts';
import {
  type DetailsDraft,
  draftOfDetails,
  readDetails,
} from '../../components/input/request-details-draft.ts';
import { dayText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';

export type GroupingKind = 'file' | 'folder' | 'depth' | 'key';

type SameField =
  | 'path'
  | 'taskType'
  | 'backlog'
  | 'after'
  | 'watch'
  | 'externalId'
  | 'answerFolders'
  | 'answerFolderNames';
type NumberField = 'quietSeconds' | 'groupQuietSeconds' | 'rescanMinutes';
type TextField = 'depth' | 'key' | 'include' | 'exclude' | 'name' | 'callbackTemplate' | NumberField;

export interface RuleDraft extends Pick<FolderRule, SameField>, Readonly<Record<TextField, string>> {
  /** The id of the rule; null while the form derives the id from the name of the folder. */
  readonly id: string | null;
  readonly details: DetailsDraft;
  readonly grouping: GroupingKind;
}

export type RuleField = keyof FolderRule;

/** The fields that few folders need. The form shows these fields if a person opens their section or if one of the fields has a fault. */
export const ADVANCED_FIELDS = [
  'id',
  'name',
  'quietSeconds',
  'groupQuietSeconds',
  'rescanMinutes',
  'externalId',
  'callbackTemplate',
] as const satisfies readonly RuleField[];

export type RuleFaults = Readonly<Partial<Record<RuleField, true>>>;
type RuleResult =
  | { readonly ok: true; readonly rule: FolderRule }
  | { readonly ok: false; readonly faults: RuleFaults };

const NOTHING = folderRuleSchema.parse({ id: 'folder', path: '/', taskType: '-' });

export function newDraft(): RuleDraft {
  return { ...draftOf(NOTHING), id: null, path: '', taskType: '' };
}

export function draftOf({ requestSpec, group, ...rule }: FolderRule): RuleDraft {
  return {
    ...rule,
    details: draftOfDetails(requestSpec),
    ...groupingDraft(group),
    include: rule.include.join('\n'),
    exclude: rule.exclude.join('\n'),
    quietSeconds: String(rule.quietSeconds),
    groupQuietSeconds: String(rule.groupQuietSeconds),
    rescanMinutes: String(rule.rescanMinutes),
    name: rule.name ?? '',
    callbackTemplate: rule.callbackTemplate ?? '',
  };
}

function groupingDraft(group: Grouping): Pick<RuleDraft, 'grouping' | 'depth' | 'key'> {
  const usual = { depth: '2', key: '^(?<key>[^_]+)_' };
  if (typeof group === 'string') return { ...usual, grouping: group };
  if ('key' in group) return { ...usual, grouping: 'key', key: group.key };
  return { ...usual, grouping: 'depth', depth: String(group.folderDepth) };
}

/** Returns the rule that a person described in the form, or the names of the faulty fields. `taken` has the ids of the other rules. */
export function readDraft(draft: RuleDraft, taken: readonly string[]): RuleResult {
  const { details: typed, grouping, depth, key, ...fields } = draft;
  const details = readDetails(typed);
  const id = draft.id ?? proposedId(draft.path, taken);
  const parsed = folderRuleSchema.safeParse({
    ...fields,
    id,
    path: draft.path.trim(),
    taskType: draft.taskType.trim(),
    requestSpec: details.ok ? details.spec : {},
    group: groupOf({ grouping, depth, key }),
    include: lines(draft.include),
    exclude: lines(draft.exclude),
    quietSeconds: number(draft.quietSeconds),
    groupQuietSeconds: number(draft.groupQuietSeconds),
    rescanMinutes: number(draft.rescanMinutes),
    name: orNull(draft.name),
    externalId: draft.externalId.trim(),
    callbackTemplate: orNull(draft.callbackTemplate),
  });
  const faults: Partial<Record<RuleField, true>> = {};
  if (!details.ok) faults.requestSpec = true;
  if (taken.includes(id)) faults.id = true;
  for (const { path } of parsed.error?.issues ?? []) {
    const field = RULE_FIELDS.find((one) => one === path[0]);
    if (field !== undefined) faults[field] = true;
  }
  return parsed.success && Object.keys(faults).length === 0
    ? { ok: true, rule: parsed.data }
    : { ok: false, faults };
}

const RULE_FIELDS = folderRuleSchema.keyof().options;

/** Returns a rule for the preview of a folder. The preview needs neither an id nor a task type. Returns null if another field is faulty. */
export function ruleToLookWith(draft: RuleDraft): FolderRule | null {
  const read = readDraft({ ...draft, id: draft.id ?? 'new', taskType: draft.taskType.trim() || '-' }, []);
  return read.ok ? read.rule : null;
}

export function proposedId(path: string, taken: readonly string[]): string {
  const last = path.split(/[\\/]/).findLast((part) => part.trim() !== '') ?? '';
  const plain = last
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 58);
  const base = plain === '' ? 'folder' : plain;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

function groupOf({ grouping, depth, key }: Pick<RuleDraft, 'grouping' | 'depth' | 'key'>): unknown {
  switch (grouping) {
    case 'file':
    case 'folder':
      return grouping;
    case 'depth':
      return { folderDepth: number(depth) };
    case 'key':
      return { key };
  }
}

const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function groupingText(group: Grouping): string {
  if (typeof group === 'string') return t(`folders.grouping.${group}`);
  return 'key' in group
    ? t('folders.grouping.key')
    : t('folders.grouping.atDepth', { depth: group.folderDepth });
}

export function backlogText(backlog: Backlog, count: number): string {
  if (typeof backlog === 'object') return t('folders.backlog.from', { day: dayText(backlog.newerThan) });
  return backlog === 'send' ? t('folders.backlog.send', { count }) : t(`folders.backlog.${backlog}`);
}
