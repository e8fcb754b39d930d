import type { ParsedInput, VerbName, VerbOutput } from '../../../contract/verbs/index.ts';
import { carryOutNow } from '../../../core/installation/carry-out-requests.ts';
import type { EngineRequest } from '../../../core/ledger/tables/engine-requests.ts';
import type { AppContext } from '../context.ts';

/** Carries out one verb. Rejects with a `PlainError` or a `ServiceError`; any other error is a fault. */
export type Handler<N extends VerbName> = (
  input: ParsedInput<N>,
  context: AppContext,
  caller: { readonly actor: string },
) => VerbOutput<N> | Promise<VerbOutput<N>>;

export type Handlers<N extends VerbName = VerbName> = { readonly [K in N]: Handler<K> };

/** Carries out at once, for this caller, a request that the command line would send to the running engine. */
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

/** The time for undo before a person's message is sent, in milliseconds. */
export function undoMs(context: AppContext): number {
  return context.station().settings.sending.undoSeconds * 1000;
}
