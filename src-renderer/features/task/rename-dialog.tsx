import { useState } from 'react';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayWithUndo } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { undoneText } from './history-section.tsx';

/** Renames a Task. */
export function RenameDialog({ task, onClose }: { readonly task: TaskDetail; onClose(): void }) {
  const host = useHost();
  const rename = useAction('tasks.rename');
  const [name, setName] = useState(task.name);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async () => {
    const wanted = name.trim();
    if (wanted === '' || wanted.length > 500) return setFault(t('task.nameFault'));
    if (wanted === task.name) return onClose();
    const result = await rename.run({ task: task.uuid, name: wanted });
    if (!result.ok) return;
    sayWithUndo(host, t('task.renamed'), result.value, undoneText);
    onClose();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('common.cancel')}</Button>
      <Button kind="primary" isDisabled={rename.busy} onPress={() => void submit()}>
        {t('common.save')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('task.renameTitle')} onClose={onClose} actions={actions}>
      <Form onSubmit={submit}>
        <TextField
          label={t('task.name')}
          value={name}
          fault={fault}
          autoFocus
          onChange={(text) => {
            setName(text);
            setFault(null);
          }}
        />
      </Form>
      {rename.failure !== null && <FailureBox failure={rename.failure} />}
    </Dialog>
  );
}
