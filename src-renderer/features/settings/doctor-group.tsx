import { useState } from 'react';
import type { Finding } from '../../../src-main/contract/views/folder.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Findings } from '../../components/findings.tsx';
import { Button } from '../../components/input/button.tsx';
import { Progress } from '../../components/progress.tsx';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

/** Runs the checks of the doctor and shows the results. */
export function DoctorGroup() {
  const { run, busy, failure } = useAction('doctor.run');
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const go = async () => {
    const result = await run({});
    if (result.ok) setFindings(result.value);
  };
  return (
    <Group id="doctor" title={t('settings.doctor')} text={t('settings.doctor.text')}>
      {busy && <Progress label={t('settings.doctor.busy')} />}
      {failure !== null && <FailureBox failure={failure} />}
      {findings !== null && <Findings findings={findings} />}
      <div className="wrap gap-2 middle">
        <Button isDisabled={busy} onPress={() => void go()}>
          {t(
            busy
              ? 'settings.doctor.busy'
              : findings === null
                ? 'settings.doctor.run'
                : 'settings.doctor.again',
          )}
        </Button>
      </div>
    </Group>
  );
}
