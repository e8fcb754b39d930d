import { carryOutNow } from '../../../core/installation/carry-out-requests.ts';
import type { EngineRequest } from '../../../core/ledger/tables/engine-requests.ts';
import type { AppContext } from '../context.ts';

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
