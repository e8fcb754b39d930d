import type { ParsedInput, VerbName, VerbOutput } from '../../../contract/verbs/index.ts';
import type { AppContext } from '../context.ts';

/** What carries a verb out. Rejects with a `PlainError` or a `ServiceError`, which become words; anything else is a fault. */
export type Handler<N extends VerbName> = (
  input: ParsedInput<N>,
  context: AppContext,
  caller: { readonly actor: string },
) => VerbOutput<N> | Promise<VerbOutput<N>>;

export type Handlers<N extends VerbName = VerbName> = { readonly [K in N]: Handler<K> };
