import { isAbsolute } from 'node:path';
import { say } from '../../../contract/say.ts';
import type { dropVerbs } from '../../../contract/verbs/drops.ts';
import type { AuditAction } from '../../../contract/views/audit.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { correctionSource } from '../../../core/drops/correction-source.ts';
import { streamOf } from '../../../core/drops/typed-document.ts';
import { isOwnFolder } from '../../../core/folders/overlaps.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { callbackWithoutKeys } from '../../../core/settings/where-documents-go.ts';
import { knownTaskTypes } from '../../../core/views/task-types-view.ts';
import type { AppContext } from '../context.ts';
import { type Handlers, undoTime } from './handlers.ts';

// An upper bound, in milliseconds, of the time that queueing one file and withdrawing the file take together.
const QUEUEING_MS = 3;

const desk = (context: AppContext) => context.engine().engine.drops;

function audit(
  context: AppContext,
  { actor }: { readonly actor: string },
  action: Extract<AuditAction, `drop.${string}`>,
  drop: string,
): void {
  const { ledger } = context.engine();
  appendAudit(ledger, { at: context.clock.now(), actor, action, subject: drop });
}

// Returns the callback address if a person must confirm the address (I9). Returns null in practice mode, without a `template`, and if a
// folder rule already has the same address.
function callbackToConfirm(context: AppContext, template: string | null): string | null {
  const { environment, folders } = context.station().settings;
  const isKnown = folders.some((rule) => rule.callbackTemplate === template);
  return isKnown || environment === 'practice' ? null : callbackWithoutKeys(template);
}

function nothingSaid(): PlainError {
  return new PlainError(
    'correct.nothing-said',
    say('documents.needsKnowWhatChanged'),
    say('documents.writeFewWordsWhat'),
  );
}

export const dropsHandlers: Handlers<keyof typeof dropVerbs> = {
  'drops.open': ({ task }, context) => {
    const drop = desk(context).open(task);
    context.changed();
    return drop;
  },
  'drops.correct': ({ task }, context, caller) => {
    const { ledger } = context.engine();
    const drop = desk(context).correct(correctionSource(ledger, task));
    const detail = { corrects: task };
    appendAudit(ledger, {
      at: context.clock.now(),
      actor: caller.actor,
      action: 'drop.files-added',
      subject: drop.id,
      detail,
    });
    context.changed();
    return drop;
  },
  'drops.text': ({ drop, index }, context) => desk(context).textOf(drop, index),
  'drops.add-paths': async ({ drop, paths }, context, caller) => {
    const { folder } = context.station();
    for (const path of paths) {
      if (!isAbsolute(path)) {
        throw new PlainError(
          'drop.not-absolute',
          say('documents.cannotReadFilesPlace'),
          say('documents.chooseFilesAgain'),
        );
      }
      if (await isOwnFolder(path, folder, context.clock)) {
        throw new PlainError(
          'drop.own-folder',
          say('documents.folderContainsDataFolder'),
          say('documents.chooseDocuments'),
        );
      }
    }
    try {
      const added = await desk(context).addPaths(drop, paths);
      audit(context, caller, 'drop.files-added', drop);
      return added;
    } finally {
      context.changed();
    }
  },
  'drops.add-text': async ({ drop, replaces, ...typed }, context, caller) => {
    try {
      const file = streamOf(typed);
      if (replaces !== null) await desk(context).removeFile(drop, replaces);
      const added = await desk(context).addStream(drop, ...file);
      audit(context, caller, 'drop.files-added', drop);
      return added;
    } finally {
      context.changed();
    }
  },
  'drops.get': ({ drop }, context) => desk(context).get(drop),
  'drops.list': (_, context) => desk(context).list(),
  'drops.remove-file': async ({ drop, index }, context, caller) => {
    const left = await desk(context).removeFile(drop, index);
    audit(context, caller, 'drop.file-removed', drop);
    return left;
  },
  'drops.send-anyway': ({ drop, index }, context, caller) => {
    const left = desk(context).sendAnyway(drop, index);
    audit(context, caller, 'drop.files-added', drop);
    return left;
  },
  'drops.purpose': async ({ drop, task_type: taskType, request_spec: requestSpec }, context) => {
    await desk(context).setPurpose(drop, { taskType, requestSpec });
    return null;
  },
  'drops.send': async (input, context, caller) => {
    const { ledger } = context.engine();
    const { files, task, correction } = desk(context).get(input.drop);
    const what = input.what_changed;
    if (correction !== null && what === null) throw nothingSaid();
    if (task !== null) {
      throw new PlainError(
        'drop.of-answer',
        say('documents.documentsBelongAnswerWaiting'),
        say('documents.sendAnswer'),
      );
    }
    const callback = callbackToConfirm(context, input.callback_template);
    if (callback !== null) {
      const change = { what: 'callback', subject: null, old: null, new: callback } as const;
      await context.confirmations.confirm([change], caller.actor);
    }
    // Queueing many files takes time. The extra time keeps the full undo time for the person.
    const undo = undoTime(context, files.length * QUEUEING_MS);
    const ids = await desk(context).send(input.drop, {
      grouping: input.grouping,
      taskType: input.task_type,
      requestSpec: input.request_spec,
      name: input.name,
      reference: input.external_id,
      callbackTemplate: input.callback_template,
      duplicates: input.duplicates,
      onlyDetails: input.only_details,
      notBefore: undo.notBefore,
      ...(correction !== null && what !== null && { correction: { corrects: correction.task, what } }),
      onQueued: (id, at) =>
        appendAudit(ledger, {
          ...{ at, actor: caller.actor, action: 'submission.added', subject: id },
          ...(correction !== null && { detail: { corrects: correction.task } }),
        }),
    });
    context.changed();
    return { ids, undo_until: undo.until };
  },
  'drops.discard': async ({ drop }, context, caller) => {
    await desk(context).discard(drop);
    audit(context, caller, 'drop.discarded', drop);
    context.changed();
    return null;
  },
  'task-types.known': (_, context) =>
    knownTaskTypes(context.engine().ledger, context.engine().station.settings.folders),
};
