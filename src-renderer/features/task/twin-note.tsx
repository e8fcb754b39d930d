import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import './patient-alarm.css';

/** Says that the service made two Tasks of one submission, leads to the other Task, and lets a person decide which one is superfluous. */
export function TwinNote({ task: { uuid, twin } }: { readonly task: TaskDetail }) {
  const { run, busy } = useAction('tasks.decide-twin');
  if (twin === null) return null;
  const other = <Button onPress={() => goTo({ screen: 'task', task: twin.other })}>{t('twin.other')}</Button>;
  if (twin.decision !== null) {
    return (
      <div className="spread task-banner">
        <p className="min-0 break">{t(`twin.decided.${twin.decision}`, { name: twin.decided_by ?? '' })}</p>
        {other}
      </div>
    );
  }
  const decide = async (superfluous: boolean) => {
    const result = await run({ task: uuid, superfluous });
    if (!result.ok) sayFailure(result.error);
  };
  return (
    <section className="stack gap-3 patient-alarm" role="alert" aria-labelledby="twin-title">
      <h2 id="twin-title" className="row gap-2 middle">
        <Icon name="warning" />
        {t('twin.title')}
      </h2>
      <p>{t('twin.lead')}</p>
      <div className="wrap gap-2">
        {other}
        <Button isDisabled={busy} onPress={() => void decide(true)}>
          {t('twin.superfluous')}
        </Button>
        <Button isDisabled={busy} onPress={() => void decide(false)}>
          {t('twin.wanted')}
        </Button>
      </div>
    </section>
  );
}
