import type { ParsedInput, VerbName, VerbOutput } from '../../../contract/verbs/index.ts';
import { carryOutNow } from '../../../core/installation/carry-out-requests.ts';
import type { EngineRequest } from '../../../core/ledger/tables/engine-requests.ts';
import type { AppContext } from '../context.ts';

/** What carries a verb out. Rejects with a `PlainError` or a `ServiceError`, which become words; anything else is a fault. */
export type Handler<N extends VerbName> = (
  input: ParsedInput<N>,
  context: AppContext,
  caller: { readonly actor: string },
) => VerbOutput<N> | Promise<VerbOutput<N>>;

export type Handlers<N extends VerbName = VerbName> = { readonly [K in N]: Handler<K> };

/** Does what the command line would ask of the running engine, at once and for this caller. */
export async function carryOutFor(
  context: AppContext,
  { actor }: { readonly actor: string },
  asked: EngineRequest,
): Promise<null> {
  const { engine, ledger } = context.engine();
  await carryOutNow(asked, { ...engine, ledger, clock: context.clock }, actor);
  context.changed();
  return null;
}

/** How long what a person sent waits before it goes, so that it can be taken back. */
export function undoMs(context: AppContext): number {
  return context.station().settings.sending.undoSeconds * 1000;
}
