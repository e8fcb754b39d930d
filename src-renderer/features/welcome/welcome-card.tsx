import type { ReactNode } from 'react';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { Chip } from '../../components/chip.tsx';
import { Button } from '../../components/input/button.tsx';
import { chooseFiles } from '../../state/given-files.ts';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { goTo } from '../../state/place.ts';
import { usePreferences } from '../../state/queries/use-preferences.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { beginDrop } from '../../state/uploads.ts';
import { t } from '../../strings/translate.ts';
import './welcome-card.css';

/** The three steps of the first run; shown until they are done or dismissed. */
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
    <section className="stack gap-4 welcome card" aria-labelledby="welcome-title">
      <div className="welcome-head">
        <div>
          <h2 id="welcome-title">{t('welcome.title')}</h2>
          <p className="soft">{t('welcome.lead')}</p>
        </div>
        <Button kind="quiet" size="small" onPress={onPutAway}>
          {t('welcome.putAway')}
        </Button>
      </div>
      <ol className="welcome-steps">
        <Step number={1} title={t('welcome.connect.title')} done={done.connect}>
          <p>{t(`welcome.connect.${connect}`)}</p>
          <div className="wrap gap-2 welcome-actions">
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
          <div className="wrap gap-2 welcome-actions">
            <Button size="small" onPress={() => goTo({ screen: 'folders' })}>
              {t(done.folder ? 'welcome.folder.see' : 'welcome.folder.add')}
            </Button>
          </div>
        </Step>
        <Step number={3} title={t('welcome.document.title')} done={done.document}>
          <p>{t('welcome.document.text')}</p>
          <div className="wrap gap-2 welcome-actions">
            <Button size="small" onPress={() => void choose()}>
              {t('welcome.document.choose')}
            </Button>
          </div>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="stack gap-2 welcome-step">
      <div className="wrap gap-2 middle welcome-step-head">
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

/** The folder that practice mode makes for its samples; no person added it. */
const SAMPLES = 'practice';

export interface WelcomeFacts {
  readonly overview: Pick<Overview, 'environment' | 'connection'>;
  readonly folders: readonly { readonly id: string }[];
  readonly givenByHand: number;
}

export type ConnectStep = 'practice' | 'connected' | 'needs-secret' | 'unreachable' | 'starting' | 'stopped';

/** The progress of the three steps. */
export function welcomeSteps({ overview, folders, givenByHand }: WelcomeFacts) {
  const { state } = overview.connection;
  const connect: ConnectStep =
    state === 'connected' && overview.environment === 'practice' ? 'practice' : state;
  const done = {
    // An outage after the first connection does not undo this step.
    connect: state === 'connected' || (state === 'unreachable' && overview.connection.confirmed_at !== null),
    folder: folders.some(({ id }) => id !== SAMPLES),
    document: givenByHand > 0,
  };
  return { connect, done, open: !(done.connect && done.folder && done.document) };
}
