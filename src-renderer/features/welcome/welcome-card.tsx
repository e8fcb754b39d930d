import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { chooseFiles } from '../../state/given-files.ts';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { goTo } from '../../state/place.ts';
import { beginDrop } from '../../state/uploads.ts';
import { usePreferences } from '../../state/use-preferences.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import './welcome-card.css';
import { welcomeSteps } from './welcome-steps.ts';

/** The three steps of a first run, each checked against what is so; gone once they are done or put away. */
export function WelcomeCard() {
  const { preferences, change } = usePreferences();
  if (preferences === null || preferences.welcomed) return null;
  return <Steps onPutAway={() => void change({ welcomed: true })} />;
}

function Steps({ onPutAway }: { onPutAway(): void }) {
  const host = useHost();
  const choose = async () => beginDrop(host, await chooseFiles(host, 'files'));
  const overview = useLive((live) => live.overview);
  const folders = useVerb('folders.list', {});
  const given = useVerb('files.page', { drops: true, length: 1 });
  if (overview === null || folders.data === null || given.data === null) return null;
  const { connect, done, open } = welcomeSteps({
    overview,
    folders: folders.data,
    givenByHand: given.data.count,
  });
  if (!open) return null;
  return (
    <section className="welcome card" aria-labelledby="welcome-title">
      <div className="welcome-head">
        <div>
          <h2 id="welcome-title">{t('welcome.title')}</h2>
          <p className="welcome-lead">{t('welcome.lead')}</p>
        </div>
        <Button kind="quiet" size="small" onPress={onPutAway}>
          {t('welcome.putAway')}
        </Button>
      </div>
      <ol className="welcome-steps">
        <Step number={1} title={t('welcome.connect.title')} done={done.connect}>
          <p>{t(`welcome.connect.${connect}`)}</p>
          <div className="welcome-actions">
            {connect === 'practice' && (
              <Button size="small" onPress={() => goTo({ screen: 'tasks' })}>
                {t('welcome.connect.look')}
              </Button>
            )}
            <Button size="small" onPress={() => goTo({ screen: 'settings' })}>
              {t(connect === 'practice' ? 'welcome.connect.real' : 'welcome.connect.settings')}
            </Button>
          </div>
        </Step>
        <Step number={2} title={t('welcome.folder.title')} done={done.folder}>
          <p>{t('welcome.folder.text')}</p>
          <div className="welcome-actions">
            <Button size="small" onPress={() => goTo({ screen: 'folders' })}>
              {t(done.folder ? 'welcome.folder.see' : 'welcome.folder.add')}
            </Button>
          </div>
        </Step>
        <Step number={3} title={t('welcome.document.title')} done={done.document}>
          <p>{t('welcome.document.text')}</p>
          <div className="welcome-actions">
            <Button size="small" onPress={() => void choose()}>
              {t('welcome.document.choose')}
            </Button>
          </div>
        </Step>
      </ol>
    </section>
  );
}

function Step({
  number,
  title,
  done,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className="welcome-step">
      <div className="welcome-step-head">
        <span className="welcome-number numbers" aria-hidden="true">
          {number}
        </span>
        <h3>{title}</h3>
        <Chip tone={done ? 'ok' : 'plain'}>{t(done ? 'welcome.done' : 'welcome.open')}</Chip>
      </div>
      {children}
    </li>
  );
}
