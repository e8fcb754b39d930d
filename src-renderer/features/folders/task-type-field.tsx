import { useState } from 'react';
import type { Finding } from '../../../src-main/contract/views/folder.ts';
import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Findings } from '../../components/findings.tsx';
import { Progress } from '../../components/progress.tsx';
import { Suggest } from '../../components/select.tsx';
import { useAction, useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

interface TaskTypeFieldProps {
  readonly value: string;
  readonly fault: string | null;
  onChange(value: string): void;
}

/** A task type, with those known, and a try of it at the service. */
export function TaskTypeField({ value, fault, onChange }: TaskTypeFieldProps) {
  const known = useVerb('task-types.known', {});
  const attempt = useAction('task-types.try');
  const [tried, setTried] = useState<{ readonly type: string; readonly finding: Finding } | null>(null);
  const type = value.trim();
  const go = async () => {
    setTried(null);
    const result = await attempt.run({ task_type: type });
    if (result.ok) setTried({ type, finding: result.value });
  };
  return (
    <div className="folder-type">
      <div className="folder-place-line">
        <Suggest
          label={t('drop.taskType')}
          hint={t('drop.taskType.hint')}
          value={value}
          suggestions={known.data ?? []}
          fault={fault}
          onChange={onChange}
        />
        <Button isDisabled={type === '' || attempt.busy} onPress={() => void go()}>
          {t('folders.try')}
        </Button>
      </div>
      {attempt.busy && <Progress label={t('folders.try.busy')} />}
      {attempt.failure !== null && <FailureBox failure={attempt.failure} />}
      {tried !== null && tried.type === type ? (
        <Findings findings={[tried.finding]} />
      ) : (
        <p className="quiet">{t(attempt.busy ? 'folders.try.busy' : 'folders.try.hint')}</p>
      )}
    </div>
  );
}
