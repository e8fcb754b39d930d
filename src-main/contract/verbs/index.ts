import type { z } from 'zod';
import { auditVerbs } from './audit.ts';
import { backupVerbs } from './backups.ts';
import { connectVerbs } from './connect.ts';
import { dropVerbs } from './drops.ts';
import { folderVerbs } from './folders.ts';
import { handlingVerbs } from './handling.ts';
import { insightsVerbs } from './insights.ts';
import { lockVerbs } from './lock.ts';
import { outboxVerbs } from './outbox.ts';
import { redirectVerbs } from './redirect.ts';
import { savedViewVerbs } from './saved-views.ts';
import { settingsVerbs } from './settings.ts';
import { stationsVerbs } from './stations.ts';
import { taskVerbs } from './tasks.ts';

export const VERBS = {
  ...settingsVerbs,
  ...connectVerbs,
  ...taskVerbs,
  ...handlingVerbs,
  ...dropVerbs,
  ...outboxVerbs,
  ...folderVerbs,
  ...lockVerbs,
  ...redirectVerbs,
  ...auditVerbs,
  ...backupVerbs,
  ...insightsVerbs,
  ...stationsVerbs,
  ...savedViewVerbs,
};

export type VerbName = keyof typeof VERBS;

interface ParsedInputs extends Parsed<'input'> {}
interface Outputs extends Parsed<'output'> {}
type Parsed<Side extends 'input' | 'output'> = {
  [N in VerbName]: z.output<(typeof VERBS)[N][Side]>;
};

export type VerbInput<N extends VerbName> = z.input<(typeof VERBS)[N]['input']>;
export type ParsedInput<N extends VerbName> = ParsedInputs[N];
export type VerbOutput<N extends VerbName> = Outputs[N];

type Schemas = {
  readonly [N in VerbName]: {
    readonly input: z.ZodType<ParsedInputs[N]>;
    readonly output: z.ZodType<Outputs[N]>;
  };
};
const SCHEMAS: Schemas = VERBS;

export function inputOf<N extends VerbName>(name: N): z.ZodType<ParsedInput<N>> {
  return SCHEMAS[name].input;
}

export function outputOf<N extends VerbName>(name: N): z.ZodType<VerbOutput<N>> {
  return SCHEMAS[name].output;
}

export function isVerb(name: string): name is VerbName {
  return Object.hasOwn(VERBS, name);
}
