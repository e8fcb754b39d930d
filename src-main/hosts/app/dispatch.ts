import type { z } from 'zod';
import type { Result } from '../../contract/result.ts';
import { inputOf, isVerb, VERBS, type VerbName } from '../../contract/verbs/index.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import type { Caller } from './app.ts';
import type { AppContext } from './context.ts';
import type { Handlers } from './handlers/handlers.ts';
import { isLocked, lockedMeanwhile } from './lock/lock-words.ts';
import { isOpenWhileLocked } from './lock/open-verbs.ts';

/** Keeps in the audit that a verb which touches patient data was carried out; `value` is what it gives. */
export type AuditVerb = (name: VerbName, input: unknown, value: unknown, caller: Caller) => void;

/**
 * The registration of every verb, for every transport: an unknown name or input is refused, and nearly everything while the
 * station is locked; what touches patient data is audited, and every failure becomes words; one that nobody foresaw also goes to `onFault`. Who may call at all is the transport's to decide before.
 */
export function createDispatch(
  handlers: Handlers,
  context: AppContext,
  { audit, onFault }: { readonly audit: AuditVerb; readonly onFault: (error: string) => void },
) {
  async function carryOut<N extends VerbName>(name: N, input: unknown, caller: Caller): Promise<unknown> {
    const closed = () => context.lock.locked() && !isOpenWhileLocked(name);
    if (closed()) throw isLocked();
    const parsed = parse(inputOf(name), input);
    const value = await handlers[name](parsed, context, caller);
    // What was asked before it was locked must not be shown after.
    if (closed()) throw lockedMeanwhile();
    if (VERBS[name].patientData !== 'none') audit(name, parsed, value, caller);
    return value;
  }

  return async (name: string, input: unknown, caller: Caller): Promise<Result<unknown>> => {
    try {
      if (!isVerb(name)) throw notUnderstood();
      return { ok: true, value: await carryOut(name, input, caller) };
    } catch (error) {
      const told = describeFailure(error);
      if (told.code === 'unforeseen') onFault(describeError(error));
      return { ok: false, error: told };
    }
  };
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
  throw new PlainError(
    'request.invalid',
    `Clearfolder cannot process this request${where}. Nothing was changed.`,
    'Correct your entries. If you entered nothing, close this window and open Clearfolder again.',
  );
}

function notUnderstood(): PlainError {
  return new PlainError(
    'request.not-understood',
    'This window and the running Clearfolder have different versions. Nothing was changed.',
    'Close this window and open Clearfolder again.',
  );
}
