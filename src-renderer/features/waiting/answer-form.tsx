import { useRef, useState } from 'react';
import { LONGEST_TYPED } from '../../../src-main/contract/json-object.ts';
import type { NeedsView } from '../../../src-main/contract/views/task.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { useHost } from '../../state/host-context.ts';
import { sayFailure, sayWithUndo } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { useDropTarget } from '../../state/uploads.ts';
import { issueText, nameText, ownWords } from '../../strings/issue-text.ts';
import { dayText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { AnswerFiles, useAnswerDrop } from './answer-files.tsx';
import { askedOnce } from './asked-once.ts';
import { changeDraft, forgetDraft, typeInto, useDraft, useDrafts } from './drafts.ts';
import { filledIn, readValue } from './read-value.ts';

interface AnswerFormProps {
  readonly task: string;
  /** The name of the Task. A notice says the name, because the screen shows the next Task by then. */
  readonly name: string;
  readonly needs: NeedsView;
  readonly left: number;
  /** In practice mode, the path of the folder with the documents that complete the sample Task; otherwise null. */
  readonly practiceAnswers: string | null;
  /** The path of the watched folder whose documents Clearfolder sends as answers to the Task; null if there is none. */
  readonly answerFolder: string | null;
  onSent(): void;
}

type Sent = Pick<AnswerFormProps, 'task' | 'name' | 'left'>;

export function AnswerForm(props: AnswerFormProps) {
  const { task, practiceAnswers, answerFolder, onSent } = props;
  const needs = askedOnce(props.needs);
  const { typed } = useDraft(task);
  const files = useAnswerDrop(task);
  const { drop, upload } = files;
  const sending = useSendAnswer(props);
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [nothing, setNothing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useDropTarget({ label: t('waiting.dropTarget'), take: files.add });

  const documents = (drop?.files ?? []).filter(
    ({ state }) => state === 'ready' || state === 'duplicate',
  ).length;
  const reading = upload?.failure === null || (drop?.reading ?? false);
  const data = filledIn(needs.data, typed);
  const values = Object.keys(data ?? {}).length;

  const send = async () => {
    const properties = needs.data.map(({ property }) => property);
    setChecked(properties);
    const wrong = needs.data.some(
      ({ property, kind }) => readValue(kind, typed[property] ?? '').state === 'wrong',
    );
    setNothing(!wrong && documents === 0 && data === null);
    if (wrong) {
      requestAnimationFrame(() => {
        const field = form.current?.querySelector('[aria-invalid="true"]');
        if (field instanceof HTMLElement) field.focus();
      });
      return;
    }
    if (documents === 0 && data === null) return;
    if (await sending.send(documents > 0 ? (drop?.id ?? null) : null, data)) onSent();
  };

  const documentsPart = (
    <div key="documents" className="stack gap-2 answer-part">
      <h4>{t('waiting.documents')}</h4>
      <Words issues={needs.documents.map(({ issue }) => issue)} />
      {practiceAnswers !== null && needs.documents.some(lacksRecord) && (
        <p className="task-note break">{t('waiting.practice', { folder: practiceAnswers })}</p>
      )}
      <AnswerFiles {...files} />
      {answerFolder !== null && (
        <p className="task-note break">{t('waiting.answerFolder', { folder: answerFolder })}</p>
      )}
    </div>
  );
  const dataPart = needs.data.length > 0 && (
    <div key="data" className="stack gap-2 answer-part">
      <h4>{t('waiting.data')}</h4>
      <div className="answer-fields">
        {needs.data.map((need) => (
          <DataField
            key={need.property}
            need={need}
            text={typed[need.property] ?? ''}
            isChecked={checked.includes(need.property)}
            onChange={(text) => {
              setNothing(false);
              typeInto(task, need.property, text);
            }}
            onLeave={() => setChecked((before) => [...before, need.property])}
          />
        ))}
      </div>
    </div>
  );

  return (
    <Form ref={form} className="stack gap-4 answer card" aria-label={t('waiting.missing')} onSubmit={send}>
      <h3 className="answer-title">{t('waiting.missing')}</h3>
      {needs.others.length > 0 && (
        <div className="stack gap-2 answer-part">
          <h4>{t('task.otherIssues')}</h4>
          <Words issues={needs.others.map(({ issue }) => issue)} />
          <p className="task-note">{t('waiting.others.hint')}</p>
        </div>
      )}
      {needs.others.length + needs.documents.length + needs.data.length === 0 && (
        <p>{t('waiting.nothingNamed')}</p>
      )}
      {needs.documents.length === 0 ? [dataPart, documentsPart] : [documentsPart, dataPart]}
      {sending.failure !== null && <FailureBox failure={sending.failure} />}
      <div className="wrap gap-3 middle answer-send">
        <Button kind="primary" type="submit" isDisabled={sending.busy || reading}>
          {t('waiting.send')}
        </Button>
        <p className={nothing ? 'field-fault' : 'task-note'} role="status">
          {nothing ? t('waiting.fault.nothing') : sendText(reading, documents, values)}
        </p>
      </div>
      <ResumeButton task={task} name={props.name} left={props.left} onSent={onSent} />
    </Form>
  );
}

/**
 * A button that asks the service to continue with the Task without an answer, for example after somebody added documents directly at the
 * service.
 */
function ResumeButton({ task, name, left, onSent }: Sent & Pick<AnswerFormProps, 'onSent'>) {
  const host = useHost();
  const resume = useAction('tasks.resume');
  const go = async () => {
    const result = await resume.run({ task });
    if (!result.ok) return sayFailure(result.error);
    sayWithUndo(host, t('waiting.resumed', { task: name, left }), result.value, t('undo.over'));
    onSent();
  };
  return (
    <div className="wrap gap-3 middle">
      <Button kind="quiet" isDisabled={resume.busy} onPress={() => void go()}>
        {t('waiting.resume')}
      </Button>
      <p className="task-note">{t('waiting.resume.hint')}</p>
    </div>
  );
}

/** Whether the issue is about a missing document, and not about a missing value in a document. */
function lacksRecord({ issue }: NeedsView['documents'][number]): boolean {
  return issue.key === 'task.medical_record.missing';
}

function sendText(reading: boolean, documents: number, values: number): string {
  if (reading) return t('waiting.send.reading');
  if (documents + values === 0) return t('waiting.send.none');
  return t('waiting.send.goes', { documents, values, both: documents > 0 && values > 0 ? 'yes' : 'no' });
}

function Words({ issues }: { readonly issues: readonly NeedsView['others'][number]['issue'][] }) {
  if (issues.length === 0) return null;
  return (
    <ul className="reasons">
      {keyed(issues).map(({ key, item: issue }) => (
        <li key={key} className="reason">
          <span className="reason-text">{issueText(issue)}</span>
          {ownWords(issue) !== null && (
            <span className="task-note">{t('task.serviceSays', { message: ownWords(issue) ?? '' })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface DataFieldProps {
  readonly need: ReturnType<typeof askedOnce>['data'][number];
  readonly text: string;
  readonly isChecked: boolean;
  onChange(text: string): void;
  onLeave(): void;
}

/** A field of the answer. A fault of the value appears after the person leaves the field or tries to send the answer. */
function DataField({ need, text, isChecked, onChange, onLeave }: DataFieldProps) {
  const read = readValue(need.kind, text);
  const name = nameText(need.property);
  const fault =
    isChecked && read.state === 'wrong' ? t(`waiting.fault.${read.fault}`, { most: LONGEST_TYPED }) : null;
  const understood =
    need.kind === 'date' && read.state === 'ok' && typeof read.value === 'string'
      ? t('waiting.field.dateRead', { date: dayText(read.value) })
      : null;
  const form = need.kind === 'text' ? null : t(`waiting.field.${need.kind}`);
  return (
    <TextField
      label={name.slice(0, 1).toUpperCase() + name.slice(1)}
      hint={
        <>
          {ownWords(need.issue) ?? issueText(need.issue)}
          {[...new Set(need.lacking.map(issueText))].map((text) => (
            <span key={text} className="answer-form">
              {text}
            </span>
          ))}
          {fault === null && (understood ?? form) !== null && (
            <span className="answer-form">{understood ?? form}</span>
          )}
        </>
      }
      value={text}
      fault={fault}
      inputMode={need.kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck="false"
      onChange={onChange}
      onBlur={onLeave}
    />
  );
}

// Returns a function that sends an answer. An undo withdraws the answer and restores the typed text, but not the documents.
function useSendAnswer({ task, name, left }: Sent) {
  const host = useHost();
  const action = useAction('answers.send');
  const send = async (
    drop: string | null,
    data: Record<string, string | number> | null,
  ): Promise<boolean> => {
    const before = useDrafts.getState().drafts[task];
    const result = await action.run({ task, drop, data });
    if (!result.ok) return false;
    forgetDraft(task);
    const late = t('undo.over.sent', { what: 'answer' });
    sayWithUndo(host, t('waiting.sent', { task: name, left }), result.value, late, ({ withdrawn }) => {
      if (withdrawn === 0) return t('task.tooLate');
      changeDraft(task, { typed: before?.typed ?? {} });
      goTo({ screen: 'waiting', task });
      return t(drop === null ? 'task.tookBack' : 'waiting.takenBackFiles');
    });
    return true;
  };
  return { send, busy: action.busy, failure: action.failure };
}
