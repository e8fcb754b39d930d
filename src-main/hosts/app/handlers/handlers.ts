import type { ParsedInput, VerbName, VerbOutput } from '../../../contract/verbs/index.ts';
import { carryOutNow } from '../../../core/installation/carry-out-requests.ts';
import { type Plan, planRequests } from '../../../core/installation/planned-requests.ts';
import type { EngineRequest } from '../../../core/ledger/tables/engine-requests.ts';
import type { AppContext } from '../context.ts';

/** Runs one verb. Rejects with a `PlainError` or a `ServiceError`; any other error is a bug. */
export type Handler<N extends VerbName> = (
  input: ParsedInput<N>,
  context: AppContext,
  caller: { readonly actor: string },
) => VerbOutput<N> | Promise<VerbOutput<N>>;

export type Handlers<N extends VerbName = VerbName> = { readonly [K in N]: Handler<K> };

/** Carries out a request in the running engine at once. The command line asks by the door instead. */
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

/** Stores the acts `wanted` as planned requests. The engine carries out the requests after the undo time. */
export function planFor(
  context: AppContext,
  { actor }: { readonly actor: string },
  wanted: readonly Plan['what'][],
): VerbOutput<'files.plan'> {
  const { engine, ledger } = context.engine();
  const now = context.clock.now();
  const undo = undoTime(context);
  const plans = planRequests(ledger, wanted, { actor, now, due: undo.notBefore });
  engine.look(null);
  context.changed();
  return { plans, undo_until: undo.until };
}

/**
 * Returns the end of an undo time that begins now, lengthened by `moreMs` milliseconds: as a due time (`createDueTime`) and by the wall clock
 * (ISO 8601).
 */
export function undoTime(
  context: AppContext,
  moreMs = 0,
): { readonly notBefore: number; readonly until: string } {
  const ms = context.station().settings.sending.undoSeconds * 1000 + moreMs;
  const until = new Date(context.clock.now() + ms).toISOString();
  return { notBefore: context.engine().engine.outbox.dueTime() + ms, until };
}

/** Formats a time, in milliseconds since the epoch, for use in a file name. */
export const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
