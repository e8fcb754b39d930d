import type { outboxVerbs } from '../../../contract/verbs/outbox.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { createDocumentCheck } from '../../../core/folders/scan/selection.ts';
import {
  dismissFailedPlans,
  openPlans,
  plannedActs,
  undoPlans,
} from '../../../core/installation/planned-requests.ts';
import { filesPage, type IsDocument } from '../../../core/views/files-page-view.ts';
import { outboxPage } from '../../../core/views/outbox/outbox-page-view.ts';
import type { AppContext } from '../context.ts';
import { carryOutFor, type Handlers, planFor } from './handlers.ts';

export const outboxHandlers: Handlers<keyof typeof outboxVerbs> = {
  'outbox.page': (input, context) => {
    const { engine, ledger } = context.engine();
    const planned = Object.fromEntries(
      openPlans(ledger).flatMap(({ what }) =>
        what.verb === 'retry' || what.verb === 'withdraw' ? [[what.submission, what.verb]] : [],
      ),
    );
    return { ...outboxPage(ledger, input, engine.outbox.sending()), planned };
  },
  'outbox.retry': ({ id, task_type: taskType }, context, caller) =>
    carryOutFor(context, caller, {
      verb: 'retry',
      submission: id,
      ...(taskType === null ? {} : { taskType }),
    }),
  'outbox.retry-all': async ({ as }, context, { actor }) => {
    const { engine, ledger } = context.engine();
    const at = context.clock.now();
    const count = ledger.transaction(() => {
      const retried =
        as === null ? engine.outbox.retryAll() : engine.outbox.retryAllAs(as.refused, as.instead);
      const detail = as === null ? { count: retried } : { count: retried, task_type: as.instead };
      appendAudit(ledger, { at, actor, action: 'submission.retried', subject: null, detail });
      return retried;
    });
    await engine.outbox.checkAgain();
    context.changed();
    return { count };
  },
  'outbox.withdraw': async ({ ids, drop }, context, { actor }) => {
    const { engine, ledger } = context.engine();
    const wanted = [...new Set(ids)];
    const sent = drop !== null && engine.drops.isRecent(drop) ? drop : null;
    const kept = (id: string) =>
      appendAudit(ledger, { at: context.clock.now(), actor, action: 'submission.withdrawn', subject: id });
    const withdrawn = await engine.outbox.withdrawAll(wanted, kept, sent !== null);
    const reopened = sent !== null && engine.drops.reopen(sent, withdrawn);
    context.changed();
    return { withdrawn: withdrawn.length, too_late: wanted.length - withdrawn.length, reopened };
  },
  'outbox.send-again': ({ id }, context, caller) =>
    carryOutFor(context, caller, { verb: 'send-again', submission: id }),
  'outbox.as-task': ({ id }, context, caller) =>
    carryOutFor(context, caller, { verb: 'as-task', answer: id }),
  'outbox.plan': ({ ids, act }, context, caller) =>
    planFor(
      context,
      caller,
      ids.map((id) => ({ verb: act, submission: id })),
    ),
  'files.plan': ({ files, act }, context, caller) => {
    const planned = plannedActs(context.engine().ledger, files);
    const others = files.filter((file) => !(file in planned));
    return planFor(
      context,
      caller,
      others.map((file) => ({ verb: 'decide-file', file, decision: act })),
    );
  },
  'plans.undo': ({ plans }, context) => {
    const { engine, ledger } = context.engine();
    const undone = undoPlans(ledger, plans, { now: context.clock.now(), dueTime: engine.outbox.dueTime() });
    engine.outbox.wake();
    context.changed();
    return { undone, too_late: new Set(plans).size - undone };
  },
  'plans.dismiss': ({ newest }, context) => {
    const { ledger } = context.engine();
    ledger.transaction(() => dismissFailedPlans(ledger, newest));
    context.changed();
    return null;
  },
  'files.page': (input, context) => {
    const { ledger } = context.engine();
    const page = filesPage(ledger, input, documentCheckOf(context));
    const ids = page.rows.map(({ id }) => id);
    return { ...page, planned: plannedActs(ledger, ids) };
  },
  'files.decide': ({ file, decision }, context, caller) => {
    if (decision === 'send-anyway') return carryOutFor(context, caller, { verb: 'send-anyway', file });
    const asked = typeof decision === 'string' ? decision : { answerTo: decision.answer_to };
    return carryOutFor(context, caller, { verb: 'decide-file', file, decision: asked });
  },
};

function documentCheckOf(context: AppContext): IsDocument {
  const checks = new Map(
    context.station().settings.folders.map((rule) => [rule.id, createDocumentCheck(rule)] as const),
  );
  return (folder, path) => checks.get(folder)?.(path) ?? true;
}
