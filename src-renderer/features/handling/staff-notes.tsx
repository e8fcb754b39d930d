import { useState } from 'react';
import { fits, LONGEST_NOTE } from '../../../src-main/contract/characters.ts';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { Section } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import './handling.css';

/** Shows the notes that the staff of this station write about a Task, and adds notes. The service never gets these notes. */
export function StaffNotes({ task }: { readonly task: TaskDetail }) {
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState(false);
  // The form disappears with the focused button, so the button that opened the form gets the focus.
  const [closed, setClosed] = useState(false);
  const { run, busy, failure } = useAction('tasks.add-staff-note');
  const save = async () => {
    const wanted = (text ?? '').trim();
    if (wanted === '' || !fits(wanted, LONGEST_NOTE)) return setFault(true);
    const result = await run({ task: task.uuid, text: wanted });
    if (result.ok) close();
  };
  const close = () => {
    setText(null);
    setClosed(true);
  };
  const add = (
    <Button size="small" autoFocus={closed} onPress={() => setText('')}>
      {t('handling.note.add')}
    </Button>
  );
  return (
    <Section title={t('handling.notes')} actions={text === null ? add : null}>
      {task.staff_notes.length === 0 && text === null && (
        <p className="task-note">{t('handling.notes.none')}</p>
      )}
      {task.staff_notes.length > 0 && (
        <ol className="stack gap-3">
          {keyed(task.staff_notes).map(({ key, item: note }) => (
            <li key={key}>
              <p className="task-note">
                <strong>
                  <bdi>{note.by}</bdi>
                </strong>{' '}
                · <Time iso={note.at} />
              </p>
              <p className="break staff-note-text">
                <bdi>{note.text}</bdi>
              </p>
            </li>
          ))}
        </ol>
      )}
      {text !== null && (
        <Form onSubmit={save} className="stack gap-3">
          <TextField
            label={t('handling.note')}
            hint={t('handling.note.hint')}
            lines={3}
            value={text}
            fault={fault ? t('task.noteFault') : null}
            autoFocus
            onChange={(typed) => {
              setText(typed);
              setFault(false);
            }}
          />
          {failure !== null && <FailureBox failure={failure} />}
          <div className="wrap gap-2">
            <Button kind="primary" type="submit" isDisabled={busy}>
              {t('handling.note.save')}
            </Button>
            <Button onPress={close}>{t('common.cancel')}</Button>
          </div>
        </Form>
      )}
    </Section>
  );
}
