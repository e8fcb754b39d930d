import { useState } from 'react';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { useHost } from '../../state/host-context.ts';
import { useMe } from '../../state/me.ts';
import { sayFailure, sayResult } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { dayText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { AssignDialog, GiveUpDialog, SetAsideDialog } from './dialogs.tsx';
import './handling.css';

type Asking = 'assign' | 'set-aside' | 'give-up';

/** Shows the person to whom the Task is assigned, and whether the Task is set aside or given up. The person can change both. */
export function HandlingBar({ task }: { readonly task: TaskDetail }) {
  const host = useHost();
  const me = useMe();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { uuid } = task;
  const { assignee, put_away: away } = task.handling;
  const waits = task.status === 'waiting' && task.gone_since === null;
  const close = () => setAsking(null);
  const takeMyself = async () => {
    const result = await host.call('tasks.assign', { task: uuid, to: me });
    sayResult(result, () => t('handling.assigned', { name: me }));
  };
  return (
    <>
      {away !== null && <PutAway uuid={uuid} away={away} />}
      <div className="wrap gap-2 middle handling">
        <p className="min-0 break handling-who">
          {assignee === null ? t('handling.nobody') : t('handling.somebody', { name: assignee })}
        </p>
        <div className="wrap gap-2">
          {me !== '' && assignee?.toLowerCase() !== me.toLowerCase() && (
            <Button size="small" kind="quiet" onPress={() => void takeMyself()}>
              {t('handling.assignMe')}
            </Button>
          )}
          <Button size="small" kind="quiet" onPress={() => setAsking('assign')}>
            {t('handling.assign')}
          </Button>
        </div>
        {waits && away === null && (
          <div className="wrap gap-2">
            <Button size="small" kind="quiet" onPress={() => setAsking('set-aside')}>
              {t('handling.setAside')}
            </Button>
            <Button size="small" kind="quiet" onPress={() => setAsking('give-up')}>
              {t('handling.giveUp')}
            </Button>
          </div>
        )}
      </div>
      {asking === 'assign' && <AssignDialog task={uuid} assignee={assignee} me={me} onClose={close} />}
      {asking === 'set-aside' && <SetAsideDialog task={uuid} onClose={close} />}
      {asking === 'give-up' && <GiveUpDialog task={uuid} onClose={close} />}
    </>
  );
}

type Away = NonNullable<TaskDetail['handling']['put_away']>;

function PutAway({ uuid, away }: { readonly uuid: string; readonly away: Away }) {
  const { run, busy } = useAction('tasks.take-back');
  const back = async () => {
    const result = await run({ task: uuid });
    if (!result.ok) sayFailure(result.error);
  };
  return (
    <div className="spread task-banner" role="status">
      <div className="min-0 break">
        {away.kind === 'set-aside' ? (
          <>
            <p className="strong">{t('handling.isSetAside', { day: dayText(away.until), name: away.by })}</p>
            <p>{t('handling.isSetAside.text')}</p>
          </>
        ) : (
          <>
            <p className="strong">{t('handling.isGivenUp', { name: away.by })}</p>
            <p>
              <bdi>{away.reason}</bdi>
            </p>
          </>
        )}
      </div>
      <Button isDisabled={busy} onPress={() => void back()}>
        {t('handling.takeBack')}
      </Button>
    </div>
  );
}
