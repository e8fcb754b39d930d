import { type ReactNode, useId, useState } from 'react';
import { fits, LONGEST_NOTE } from '../../../src-main/contract/characters.ts';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { Suggest } from '../../components/input/select.tsx';
import type { Host } from '../../host/host.ts';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { weekdayText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { laterDays } from './later-days.ts';

const UNDO_MS = 8_000;

interface AskProps {
  readonly title: string;
  readonly text?: string;
  readonly button: string;
  /** Buttons before the button that saves. */
  readonly others?: ReactNode;
  /** Does what the person asked for; null means that a field shows a fault. */
  act(): Promise<Result<null>> | null;
  /** Runs after `act` succeeded. */
  done(): void;
  onClose(): void;
  readonly children: ReactNode;
}

function Ask({ title, text, button, others = null, act, done, onClose, children }: AskProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async () => {
    const acting = act();
    if (acting === null) return;
    setBusy(true);
    const result = await acting;
    setBusy(false);
    if (!result.ok) return setFailure(result.error);
    done();
    onClose();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('common.cancel')}</Button>
      {others}
      <Button kind="primary" type="submit" form={form} isDisabled={busy}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      {text !== undefined && <p>{text}</p>}
      <Form id={form} onSubmit={submit} className="stack gap-3">
        {children}
      </Form>
      {failure !== null && <FailureBox failure={failure} />}
    </Dialog>
  );
}

interface DialogProps {
  readonly task: string;
  onClose(): void;
}

interface AssignProps extends DialogProps {
  readonly assignee: string | null;
  readonly me: string;
}

/** Asks who looks after a Task. */
export function AssignDialog({ task, assignee, me, onClose }: AssignProps) {
  const host = useHost();
  const [name, setName] = useState(assignee ?? '');
  const [pressed, setPressed] = useState(false);
  const [note, setNote] = useState('');
  const remove = useAction('tasks.assign');
  const known = useVerb('tasks.facets', {}).data?.assignees ?? [];
  const wanted = name.trim();
  const isFit = wanted.length >= 1 && fits(wanted, 100);
  const removeNow = async () => {
    const result = await remove.run({ task, to: null });
    if (!result.ok) return sayFailure(result.error);
    say(t('handling.nobody'));
    onClose();
  };
  const assign = async (): Promise<Result<null>> => {
    const assigned = await host.call('tasks.assign', { task, to: wanted });
    const text = note.trim();
    return assigned.ok && text !== '' ? host.call('tasks.add-staff-note', { task, text }) : assigned;
  };
  return (
    <Ask
      title={t('handling.assign.title')}
      button={t('common.save')}
      others={
        assignee !== null && (
          <Button kind="danger" isDisabled={remove.busy} onPress={() => void removeNow()}>
            {t('handling.assign.remove')}
          </Button>
        )
      }
      act={() => {
        setPressed(true);
        return isFit ? assign() : null;
      }}
      done={() => say(t('handling.assigned', { name: wanted }))}
      onClose={onClose}
    >
      <Suggest
        label={t('handling.assign.name')}
        hint={t('handling.assign.hint')}
        value={name}
        suggestions={[...new Set([me, ...known])].filter((one) => one !== '')}
        fault={pressed && !isFit ? t('handling.assign.fault') : null}
        autoFocus
        onChange={setName}
      />
      <TextField
        label={t('handling.assign.note')}
        hint={t('handling.note.hint')}
        value={note}
        most={LONGEST_NOTE}
        onChange={setNote}
      />
    </Ask>
  );
}

/** Asks for the day until which a waiting Task is set aside. */
export function SetAsideDialog({ task, onClose }: DialogProps) {
  const host = useHost();
  const { tomorrow, nextMonday, inAWeek, inTwoWeeks, first } = laterDays(new Date());
  const [day, setDay] = useState(first);
  const [pressed, setPressed] = useState(false);
  const isLater = day >= tomorrow;
  const quick = [
    ['handling.tomorrow', tomorrow],
    ...(nextMonday === tomorrow ? [] : ([['handling.nextMonday', nextMonday]] as const)),
    ['handling.inAWeek', inAWeek],
    ['handling.inTwoWeeks', inTwoWeeks],
  ] as const;
  return (
    <Ask
      title={t('handling.setAside.title')}
      text={t('handling.setAside.text')}
      button={t('handling.setAside.do')}
      act={() => {
        setPressed(true);
        return isLater ? host.call('tasks.set-aside', { task, until: day }) : null;
      }}
      done={() => sayPutAway(host, task, t('handling.setAside.done', { day: weekdayText(day) }))}
      onClose={onClose}
    >
      <div className="wrap gap-2">
        {quick.map(([label, wanted]) => (
          <Button key={label} size="small" onPress={() => setDay(wanted)}>
            {t(label, { day: weekdayText(wanted) })}
          </Button>
        ))}
      </div>
      <TextField
        autoFocus
        label={t('handling.setAside.day')}
        type="date"
        value={day}
        hint={day === '' ? null : weekdayText(day)}
        fault={pressed && !isLater ? t('handling.setAside.fault') : null}
        onChange={setDay}
      />
    </Ask>
  );
}

const REASONS = ['patient', 'otherWay', 'notNeeded', 'mistake', 'other'] as const;
type Reason = (typeof REASONS)[number];

/** Asks for the reason why nobody will answer a waiting Task. */
export function GiveUpDialog({ task, onClose }: DialogProps) {
  const host = useHost();
  const [reason, setReason] = useState<Reason>('patient');
  const [own, setOwn] = useState('');
  const [pressed, setPressed] = useState(false);
  const text = reason === 'other' ? own.trim() : t(`handling.reason.${reason}`);
  const isFit = text.length >= 1 && fits(text, 500);
  return (
    <Ask
      title={t('handling.giveUp.title')}
      text={t('handling.giveUp.text')}
      button={t('handling.giveUp.do')}
      act={() => {
        setPressed(true);
        return isFit ? host.call('tasks.give-up', { task, reason: text }) : null;
      }}
      done={() => sayPutAway(host, task, t('handling.giveUp.done'))}
      onClose={onClose}
    >
      <Choice<Reason>
        label={t('handling.giveUp.why')}
        value={reason}
        options={REASONS.map((value) => ({ value, label: t(`handling.reason.${value}`) }))}
        onChange={setReason}
      />
      {reason === 'other' && (
        <TextField
          label={t('handling.giveUp.own')}
          value={own}
          fault={pressed && !isFit ? t('handling.giveUp.fault') : null}
          autoFocus
          onChange={setOwn}
        />
      )}
    </Ask>
  );
}

function sayPutAway(host: Host, task: string, text: string): void {
  const back = async () => {
    const result = await host.call('tasks.take-back', { task });
    if (!result.ok) sayFailure(result.error);
  };
  const late = t('undo.over.task', { count: 1, button: t('handling.takeBack') });
  say(text, { until: Date.now() + UNDO_MS, late, run: () => void back() });
}
