import type { outboxVerbs } from '../../../contract/verbs/outbox.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { filesPage } from '../../../core/views/files-page-view.ts';
import { outboxPage } from '../../../core/views/outbox/outbox-page-view.ts';
import { carryOutFor, type Handlers } from './handlers.ts';

export const outboxHandlers: Handlers<keyof typeof outboxVerbs> = {
  'outbox.page': (input, context) => {
    const { engine, ledger } = context.engine();
    return outboxPage(ledger, input, engine.outbox.sending());
  },
  'outbox.retry': ({ id, task_type: taskType }, context, caller) =>
    carryOutFor(context, caller, {
      verb: 'retry',
      submission: id,
      ...(taskType === null ? {} : { taskType }),
    }),
  'outbox.retry-all': ({ as }, context, { actor }) => {
    const { engine, ledger } = context.engine();
    const at = context.clock.now();
    const count = ledger.transaction(() => {
      const retried =
        as === null ? engine.outbox.retryAll() : engine.outbox.retryAllAs(as.refused, as.instead);
      const detail = as === null ? { count: retried } : { count: retried, task_type: as.instead };
      appendAudit(ledger, { at, actor, action: 'submission.retried', subject: null, detail });
      return retried;
    });
    context.changed();
    return { count };
  },
  'outbox.withdraw': async ({ ids }, context, { actor }) => {
    const { engine, ledger } = context.engine();
    const wanted = [...new Set(ids)];
    const withdrawn = await engine.outbox.withdrawAll(wanted, (id) =>
      appendAudit(ledger, { at: context.clock.now(), actor, action: 'submission.withdrawn', subject: id }),
    );
    context.changed();
    return { withdrawn: withdrawn.length, too_late: wanted.length - withdrawn.length };
  },
  'outbox.send-again': ({ id }, context, caller) =>
    carryOutFor(context, caller, { verb: 'send-again', submission: id }),
  'files.page': (input, context) => filesPage(context.engine().ledger, input),
  'files.decide': ({ file, decision }, context, caller) => {
    if (decision === 'send-anyway') return carryOutFor(context, caller, { verb: 'send-anyway', file });
    const asked = typeof decision === 'string' ? decision : { answerTo: decision.answer_to };
    return carryOutFor(context, caller, { verb: 'decide-file', file, decision: asked });
  },
};
