import type { z } from 'zod';
import type { Result } from '../../contract/result.ts';
import { joined, type Said, say, verbatim } from '../../contract/say.ts';
import { faultOf } from '../../contract/settings.ts';
import { inputOf, isVerb, VERBS, type VerbName } from '../../contract/verbs/index.ts';
import { unrecordedView } from '../../core/audit/unrecorded.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import type { Caller } from './app.ts';
import type { AppContext } from './context.ts';
import type { Handlers } from './handlers/handlers.ts';
import { isLocked, lockedMeanwhile } from './lock/lock-words.ts';

export type AuditVerb = (name: VerbName, input: unknown, value: unknown, caller: Caller) => void;

/**
 * Returns the function that runs a verb for every transport. The function refuses unknown verbs, verbs that are not for the
 * caller, invalid input and, while the station is locked, nearly every verb. Every error becomes a `Failure`; `onFault` also gets each unforeseen error.
 */
export function createDispatch(
  handlers: Handlers,
  context: AppContext,
  { audit, onFault }: { readonly audit: AuditVerb; readonly onFault: (error: string) => void },
) {
  async function carryOut<N extends VerbName>(name: N, input: unknown, caller: Caller): Promise<unknown> {
    const closed = () => context.lock.locked() && !OPEN_WHILE_LOCKED.has(name);
    if (closed()) throw isLocked();
    const parsed = parse(inputOf(name), input);
    // If a named user unlocked the station, the audit names this user and not the account, because several people may share the account.
    const acting = { actor: context.lock.actingAs(caller.actor) };
    const value = await handlers[name](parsed, context, acting);
    // The station may have locked while the handler was running.
    if (closed()) throw lockedMeanwhile();
    if (VERBS[name].patientData !== 'none') {
      try {
        audit(name, parsed, value, acting);
      } catch (error) {
        onFault(describeError(error));
        throw unrecordedView(error);
      }
    }
    return value;
  }

  return async (name: string, input: unknown, caller: Caller): Promise<Result<unknown>> => {
    try {
      if (!isVerb(name) || (caller.isPage === true && NOT_FOR_PAGES.has(name))) {
        throw new PlainError(
          'request.not-understood',
          say('common.windowRunningDifferentVersions'),
          say('common.closeWindowOpenAgain'),
        );
      }
      return { ok: true, value: await carryOut(name, input, caller) };
    } catch (error) {
      const failure = describeFailure(error);
      if (failure.code === 'unforeseen') onFault(describeError(error));
      return { ok: false, error: failure };
    }
  };
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where: Said =
    issue === undefined
      ? verbatim('')
      : joined([verbatim(` (${issue.path.join('.')}: `), faultOf(issue), verbatim(')')], '');
  throw new PlainError(
    'request.invalid',
    say('app.cannotProcessRequestNothing', { where }),
    say('app.correctEntries'),
  );
}

const NOT_FOR_PAGES: ReadonlySet<VerbName> = new Set<VerbName>(['drops.add-paths']);

// The verbs that a locked station allows. A verb that is missing here is refused, so a new verb is refused by default.
const OPEN_WHILE_LOCKED: ReadonlySet<VerbName> = new Set<VerbName>([
  'lock.state',
  'lock.activity',
  'lock.now',
  'lock.unlock',
  'preferences.get',
]);
