import { z } from 'zod';
import { VERBS, type VerbName } from '../../../src-main/contract/verbs/index.ts';
import type { Ask } from './asks.ts';

export type Call = (verb: VerbName, input: unknown) => Promise<unknown>;

/** How a page asks, and how with a person who confirms what is asked. */
export interface Asking {
  readonly call: Call;
  readonly confirmed: Call;
}

interface Questions {
  readonly verbs: readonly VerbName[];
  /** Inputs for the verbs that change nothing; each verb gets the inputs that fit. */
  readonly inputs: readonly object[];
  /** Inputs for the other verbs. */
  readonly changing: readonly Ask[];
  /** An input that no verb accepts. */
  readonly nonsense: string;
}

const answerSchema = z.object({ ok: z.boolean() });

/** Asks every verb. Gives the number of verbs carried out, and what went wrong. */
export async function askEverything(
  { call, confirmed }: Asking,
  { verbs, inputs, changing, nonsense }: Questions,
): Promise<{ done: number; wrong: string[] }> {
  const done = new Set<string>();
  const wrong: string[] = [];
  const ask = async (verb: VerbName, input: unknown, asking = call) => {
    const { ok } = answerSchema.parse(await asking(verb, input));
    if (ok) done.add(verb);
    return ok ? 'taken' : 'refused';
  };
  for (const name of verbs) {
    if ((await ask(name, { nonsense })) !== 'refused') wrong.push(`${name} took nonsense`);
    if (changing.some(({ verb }) => verb === name)) continue;
    const fitting = inputs.filter((one) => VERBS[name].input.safeParse(one).success);
    if (fitting.length === 0) wrong.push(`nobody knows what to ask ${name}`);
    for (const one of fitting) await ask(name, one);
  }
  for (const { verb, input, ends, needsPerson } of changing)
    if ((await ask(verb, input, needsPerson ? confirmed : call)) !== ends)
      wrong.push(`${verb} ${Object.keys(input)} was not ${ends}`);
  return { done: done.size, wrong };
}
