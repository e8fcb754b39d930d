import { useState } from 'react';
import { fits } from '../../../src-main/contract/characters.ts';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import type { Queued } from '../../../src-main/contract/views/drop.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayWithUndo } from '../../state/notices.ts';
import { t } from '../../strings/translate.ts';

interface ChangeDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly lines?: number;
  readonly first: string;
  /** The maximum length of the text in characters. */
  readonly most: number;
  readonly fault: string;
  /** The text of the notice after the change is queued. */
  readonly saved: string;
  /** The text of the notice after the undo time. */
  readonly late: string;
  save(text: string): Promise<Result<Queued>>;
  onClose(): void;
}

/** Asks for a new text of a Task, such as a new name, and queues the change. A person can undo the change until the undo time ends. */
export function ChangeDialog({ title, label, hint, lines = 1, first, most, ...props }: ChangeDialogProps) {
  const host = useHost();
  const [text, setText] = useState(first);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async () => {
    const wanted = text.trim();
    if (wanted === '' || !fits(wanted, most)) return setFault(props.fault);
    if (wanted === first) return props.onClose();
    setBusy(true);
    const result = await props.save(wanted);
    setBusy(false);
    if (!result.ok) return setFailure(result.error);
    sayWithUndo(host, props.saved, result.value, props.late);
    props.onClose();
  };
  const actions = (
    <>
      <Button onPress={props.onClose}>{t('common.cancel')}</Button>
      <Button kind="primary" isDisabled={busy} onPress={() => void submit()}>
        {t('common.save')}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={props.onClose} actions={actions}>
      <Form onSubmit={submit}>
        <TextField
          label={label}
          hint={hint}
          lines={lines}
          value={text}
          fault={fault}
          autoFocus
          onChange={(typed) => {
            setText(typed);
            setFault(null);
          }}
        />
      </Form>
      {failure !== null && <FailureBox failure={failure} />}
    </Dialog>
  );
}
