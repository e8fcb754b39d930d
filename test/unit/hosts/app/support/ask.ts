import type { Failure } from '../../../../../src-main/contract/result.ts';
import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../../../src-main/contract/verbs/index.ts';
import type { App } from '../../../../../src-main/hosts/app/app.ts';

export const CALLER = { actor: 'A. Clerk' };

/** What a verb gives, carried as JSON and parsed as a page parses it; throws when it failed. */
export async function ask<N extends VerbName>(
  app: App,
  name: N,
  input: VerbInput<N>,
): Promise<VerbOutput<N>> {
  const result = await app.call(name, input, CALLER);
  if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
  const carried: unknown = JSON.parse(JSON.stringify(result.value));
  return outputOf(name).parse(carried);
}

export async function failure<N extends VerbName>(app: App, name: N, input: VerbInput<N>): Promise<Failure> {
  const result = await app.call(name, input, CALLER);
  if (result.ok) throw new Error(`${name} did not fail`);
  return result.error;
}

/** Carries out a verb that is refused; gives the code of the failure. */
export const refused = async <N extends VerbName>(app: App, name: N, input: VerbInput<N>) =>
  (await failure(app, name, input)).code;
