import { useEffect, useState } from 'react';
import { LONGEST_CALLBACK, LONGEST_NAME, LONGEST_REFERENCE } from '../../../src-main/contract/characters.ts';
import { callbackTemplate } from '../../../src-main/contract/settings.ts';
import { DROP_GROUPINGS, type Drop, type DropGrouping } from '../../../src-main/contract/views/drop.ts';
import { Disclosure, FoldTitle } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { RequestDetails } from '../../components/input/request-details.tsx';
import { type DetailsDraft, readDetails } from '../../components/input/request-details-draft.ts';
import { Suggest } from '../../components/input/select.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayWithUndo } from '../../state/notices.ts';
import { goTo, leaveDrop, usePlace } from '../../state/place.ts';
import { usePreferences } from '../../state/queries/use-preferences.ts';
import { useTaskTypes } from '../../state/queries/use-task-types.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { CorrectionPart } from './correction-part.tsx';
import { type DropDraft, useDropDraft } from './drop-draft.ts';
import type { SortedDrop } from './sort-drop.ts';

const TYPING_MS = 300;
/** The placeholders in a callback address, which the service replaces (docs/service.md 6.1.2). */
const IDS = { uuid: '{uuid}', externalId: '{external_id}' };

interface DropFormProps {
  readonly drop: Drop;
  readonly sorted: SortedDrop;
  readonly grouping: DropGrouping;
  readonly busy: boolean;
  /** Whether the draft becomes a Task without documents (`hasOnlyDetails`). */
  readonly onlyDetails: boolean;
}

export function DropForm({ drop, sorted, grouping, busy, onlyDetails }: DropFormProps) {
  const { correction } = drop;
  const { preferences, change } = usePreferences();
  const { known, only } = useTaskTypes();
  const [draft, changeDraft] = useDropDraft(drop);
  const { duplicates, taskType: typed, name, details, more, what, again } = draft;
  const settings = useVerb('settings.get', {}).data;
  const hasCallbacks = settings?.secret.organisation?.external_callback_enabled ?? true;
  const undoSeconds = settings?.settings.sending.undoSeconds;
  const [asked, setAsked] = useState(false);
  const reference = draft.more.reference.trim();
  const shared =
    useVerb('tasks.shares-external-id', reference === '' ? null : { external_id: reference }).data === true;
  const send = useAction('drops.send');
  const host = useHost();

  const usual = preferences?.lastTaskType ?? only;
  const taskType = (typed ?? usual).trim();
  const read = readDetails(details);
  const tasks = onlyDetails ? 1 : sorted.groups.length;
  const { documents } = sorted;
  const moreOk = isCallback(more.callback) && (tasks <= 1 || more.reference.trim() === '');
  const fault = taskType === '' ? t('drop.taskType.missing') : null;
  const reason =
    whyNot({ busy, nothing: documents === 0 && !onlyDetails, detailsOk: read.ok, moreOk }) ??
    (correction === null ? null : whyNotCorrected(correction.unchanged && !again, what));

  const purpose = useAction('drops.purpose');
  const spec = read.ok ? JSON.stringify(read.spec) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `spec` contains the values of `read`, which is a new object at each render
  useEffect(() => {
    if (taskType === '' || !read.ok) return;
    const typing = setTimeout(
      () => void purpose.run({ drop: drop.id, task_type: taskType, request_spec: read.spec }),
      TYPING_MS,
    );
    return () => clearTimeout(typing);
  }, [drop.id, taskType, spec]);

  const go = async () => {
    setAsked(true);
    if (fault !== null || !read.ok) return;
    const result = await send.run({
      drop: drop.id,
      grouping,
      task_type: taskType,
      request_spec: read.spec,
      name: textOrNull(name),
      external_id: textOrNull(more.reference),
      callback_template: textOrNull(more.callback),
      duplicates: correction === null ? duplicates : again,
      only_details: onlyDetails,
      what_changed: correction === null ? null : what,
    });
    if (!result.ok) return;
    void change({ lastTaskType: taskType });
    if (result.value.ids.length === 0) say(t('drop.sent.nothing'));
    else
      sayWithUndo(
        host,
        correction === null
          ? onlyDetails
            ? t('drop.sent.details')
            : t('drop.sent', { documents, tasks })
          : t('correct.sent', { name: correction.task_name, documents }),
        result.value,
        t('undo.over.sent', { what: 'documents' }),
        ({ withdrawn, too_late: late, reopened }) => {
          if (late > 0) return t('drop.takenBackPartly', { tasks: withdrawn, late });
          return reopened ? t('drop.reopened') : t('drop.takenBack', { tasks: withdrawn });
        },
        drop.id,
      );
    // A person who went to another screen or another draft meanwhile stays there.
    const { place } = usePlace.getState();
    if (place.screen !== 'drop' || place.drop !== drop.id) return;
    // The corrected Task shows the result of its correction.
    if (correction === null) leaveDrop();
    else goTo({ screen: 'task', task: correction.task });
  };

  return (
    <Form className="stack gap-4 drop-form card" onSubmit={() => undefined}>
      <h2 className="visually-hidden">{t('drop.form')}</h2>
      {correction === null && !onlyDetails && (
        <Choice
          label={t('drop.grouping')}
          value={grouping}
          onChange={(chosen) => changeDraft({ grouping: chosen })}
          options={DROP_GROUPINGS.map((value) => ({
            value,
            label: t(`drop.grouping.${value}`),
            hint: t(`drop.grouping.${value}.hint`),
          }))}
        />
      )}
      {correction !== null && (
        <CorrectionPart
          correction={correction}
          files={drop.files}
          busy={busy}
          what={what}
          onWhat={(text) => changeDraft({ what: text })}
          again={again}
          onAgain={(on) => changeDraft({ again: on })}
        />
      )}
      <Suggest
        label={t('drop.taskType')}
        hint={t('drop.taskType.hint')}
        value={typed ?? usual}
        suggestions={known}
        fault={asked ? fault : null}
        onChange={(text) => changeDraft({ taskType: text })}
      />
      <TextField
        label={t('drop.name')}
        hint={tasks > 1 && name.trim() !== '' ? t('drop.name.many', { tasks }) : t('drop.name.hint')}
        value={name}
        onChange={(text) => changeDraft({ name: text })}
        most={LONGEST_NAME}
      />
      <Disclosure title={<FoldTitle title={t('details.label')} note={detailsNote(details, read)} />}>
        <RequestDetails draft={details} onChange={(fields) => changeDraft({ details: fields })} />
      </Disclosure>
      <Disclosure title={<FoldTitle title={t('drop.more')} note={moreNote(more)} />}>
        <div className="stack gap-4">
          <TextField
            label={t('drop.reference')}
            hint={shared ? t('drop.reference.shared') : referenceHint(tasks, correction)}
            value={more.reference}
            onChange={(reference) => changeDraft({ more: { ...more, reference } })}
            fault={tasks > 1 && more.reference.trim() !== '' ? t('drop.reference.fault') : null}
            most={LONGEST_REFERENCE}
          />
          <TextField
            label={t('drop.callback')}
            hint={hasCallbacks ? t('drop.callback.hint', IDS) : t('drop.callback.off')}
            value={more.callback}
            onChange={(callback) => changeDraft({ more: { ...more, callback } })}
            fault={isCallback(more.callback) ? null : t('drop.callback.fault')}
            most={LONGEST_CALLBACK}
            mono
            spellCheck="false"
          />
        </div>
      </Disclosure>
      {send.failure !== null && <FailureBox failure={send.failure} />}
      <div className="stack gap-2 drop-send">
        <Button kind="primary" isDisabled={reason !== null || send.busy} onPress={() => void go()}>
          {sendText(onlyDetails, documents, tasks)}
        </Button>
        <p className="quiet">
          {reason ?? (undoSeconds !== undefined && t('drop.send.hint', { seconds: undoSeconds }))}
        </p>
      </div>
    </Form>
  );
}

function sendText(onlyDetails: boolean, documents: number, tasks: number): string {
  if (onlyDetails) return t('drop.send.onlyDetails');
  return documents === 0 ? t('drop.send.none') : t('drop.send', { documents, tasks });
}

function referenceHint(tasks: number, correction: Drop['correction']): string {
  if (tasks > 1) return t('drop.reference.many');
  const earlier = correction?.external_id ?? null;
  return earlier === null ? t('drop.reference.hint') : t('correct.reference', { reference: earlier });
}

function whyNotCorrected(unchanged: boolean, what: string): string | null {
  if (unchanged) return t('correct.send.unchanged');
  return what.trim() === '' ? t('correct.what.missing') : null;
}

function whyNot(at: { busy: boolean; nothing: boolean; detailsOk: boolean; moreOk: boolean }): string | null {
  if (at.busy) return t('drop.send.reading');
  if (!at.detailsOk) return t('drop.send.details');
  if (at.nothing) return t('drop.send.nothing');
  return at.moreOk ? null : t('drop.send.more');
}

function detailsNote(draft: DetailsDraft, read: ReturnType<typeof readDetails>): string {
  if (!read.ok) return t('details.note.fault');
  const count = Object.keys(read.spec).length;
  return count === 0 && draft.mode === 'fields' ? t('details.note.none') : t('details.note', { count });
}

const textOrNull = (text: string) => text.trim() || null;

const isCallback = (text: string) => callbackTemplate.nullable().safeParse(textOrNull(text)).success;

function moreNote({ reference, callback }: DropDraft['more']): string {
  const filled = [reference, callback].filter((text) => text.trim() !== '').length;
  return filled === 0 ? t('drop.more.none') : t('details.note', { count: filled });
}
