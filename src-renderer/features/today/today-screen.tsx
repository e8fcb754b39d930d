import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isLocked } from '../../../src-main/contract/settings.ts';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { Chip } from '../../components/chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { Progress } from '../../components/progress.tsx';
import { PutAwayLine } from '../../components/rows/put-away-line.tsx';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { openAddFolder, openConnect } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { usePreferences } from '../../state/queries/use-preferences.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { beginDrop, chooseFiles } from '../../state/uploads.ts';
import { t } from '../../strings/translate.ts';
import { type Sentence, sentenceOf } from './sentence.ts';
import {
  AccountStrip,
  CheckingSection,
  DecidedSection,
  NeedsSection,
  SendingSection,
} from './tasks-sections.tsx';
import './today.css';
import './welcome-card.css';

const SIGN = { ok: 'check', plain: 'clock', warn: 'warning', bad: 'stop' } as const;

function Headline({ sentence }: { readonly sentence: Sentence }) {
  // Screen readers get only `text` and not `tail`, because the time in `tail` changes every minute.
  const said = useThrottledText(sentence.text, sentence.tone);
  return (
    <header className={`today-headline today-${sentence.tone}`}>
      <span className="soft today-sign-big">
        <Icon name={SIGN[sentence.tone]} />
      </span>
      <h1 className="min-0 today-sentence">
        {sentence.text}
        {sentence.tail !== null && <span className="soft today-tail numbers"> {sentence.tail}</span>}
      </h1>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </header>
  );
}

function isFirstDay({ recorded, account, attention, tasks_known, folders }: Overview): boolean {
  return recorded && account.found === 0 && tasks_known === 0 && attention.length === 0 && folders === 0;
}

function FirstDay() {
  const addFolder = useAddFolder();
  return (
    <div className="spread card today-first">
      <p>{t('today.emptyText')}</p>
      <Button onPress={addFolder}>{t('folders.add')}</Button>
    </div>
  );
}

// Opens the dialog that adds a folder. If the administrator locked the folders, shows the Folders screen, which says so.
function useAddFolder() {
  const settings = useVerb('settings.get', {}).data;
  const isFixed = settings !== null && isLocked(settings.locked, 'folders');
  return isFixed ? () => goTo({ screen: 'folders' }) : openAddFolder;
}

function Recorded({ overview }: { readonly overview: Overview }) {
  return (
    <>
      <div className="today-columns">
        <div className="stack gap-5 min-0">
          <NeedsSection attention={overview.attention} />
          <PutAwayLine setAside={overview.tasks_set_aside} givenUp={overview.tasks_given_up} />
          <DecidedSection decided={overview.decided_today} />
        </div>
        <div className="stack gap-5 min-0">
          <SendingSection sending={overview.sending} />
          <CheckingSection checking={overview.checking} />
        </div>
      </div>
      <AccountStrip overview={overview} />
    </>
  );
}

/** Shown while the ledger cannot be read. Shows only the problems, because empty lists would say that there is no work. */
function NotRead({ overview: { attention } }: { readonly overview: Overview }) {
  if (attention.length === 0) return <Progress label={t('common.loading')} />;
  return (
    <>
      <NeedsSection attention={attention} />
      <p>{t('today.notRead')}</p>
    </>
  );
}

// A hint that the station never locks, because the station has no PIN. The hint does not appear in practice mode.
function NoPin({ environment }: Pick<Overview, 'environment'>) {
  const lock = useLive((live) => live.lock);
  if (environment === 'practice' || lock === null || lock.idle_minutes === null || lock.pin_set) return null;
  return (
    <p className="soft">
      {t('today.noPin')}{' '}
      <Button size="small" onPress={() => goTo({ screen: 'settings', group: 'lock' })}>
        {t('today.noPin.set')}
      </Button>
    </p>
  );
}

export function TodayScreen() {
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const welcomed = useLive((live) => live.preferences?.welcomed ?? false);
  const sentence = sentenceOf(overview, up);
  return (
    <div className="stack gap-5 screen">
      <Headline sentence={sentence} />
      {overview === null ? (
        <Progress label={t('common.loading')} />
      ) : (
        <>
          <WelcomeCard />
          {welcomed && isFirstDay(overview) && <FirstDay />}
          {overview.recorded ? <Recorded overview={overview} /> : <NotRead overview={overview} />}
          <NoPin environment={overview.environment} />
        </>
      )}
    </div>
  );
}

const BETWEEN_MS = 5000;

// Returns the text for screen readers. The returned text changes at most every `BETWEEN_MS`, and finally equals the newest `text`. If
// `mood` changes, the returned text changes at once, so that screen readers do not read outdated good news.
function useThrottledText(text: string, mood: string): string {
  const [said, setSaid] = useState({ text, mood });
  const last = useRef(0);
  useEffect(() => {
    if (text === said.text && mood === said.mood) return;
    const wait = mood === said.mood ? last.current + BETWEEN_MS - Date.now() : 0;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        setSaid({ text, mood });
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [text, mood, said]);
  return mood === said.mood ? said.text : text;
}

function WelcomeCard() {
  const { preferences, change } = usePreferences();
  if (preferences === null || preferences.welcomed) return null;
  return <Steps onPutAway={() => void change({ welcomed: true })} />;
}

function Steps({ onPutAway }: { onPutAway(): void }) {
  const host = useHost();
  const addFolder = useAddFolder();
  const choose = async () => beginDrop(host, await chooseFiles(host, 'files'));
  const overview = useLive((live) => live.overview);
  const folders = useVerb('folders.list', {});
  const given = useVerb('files.page', { drops: true, length: 1 });
  if (overview === null || folders.data === null || given.data === null) return null;
  const { connect, done, open } = welcomeSteps(overview, folders.data, given.data.count);
  if (!open) return null;
  return (
    <section className="stack gap-4 welcome card" aria-labelledby="welcome-title">
      <div className="welcome-head">
        <div>
          <h2 id="welcome-title">{t('welcome.title')}</h2>
          <p className="soft">{t('welcome.lead')}</p>
        </div>
        <Button kind="quiet" size="small" onPress={onPutAway}>
          {t('common.dismiss')}
        </Button>
      </div>
      <ol className="welcome-steps">
        <Step number={1} step="connect" text={t(`welcome.connect.${connect}`)} done={done.connect}>
          {connect === 'practice' && (
            <Button size="small" onPress={() => goTo({ screen: 'tasks' })}>
              {t('welcome.connect.look')}
            </Button>
          )}
          {connect === 'practice' || connect === 'needs-secret' ? (
            <Button size="small" onPress={openConnect}>
              {t('connect.open')}
            </Button>
          ) : (
            <Button size="small" onPress={() => goTo({ screen: 'settings', group: 'environment' })}>
              {t('common.openSettings')}
            </Button>
          )}
        </Step>
        <Step number={2} step="folder" text={t('welcome.folder.text')} done={done.folder}>
          {done.folder ? (
            <Button size="small" onPress={() => goTo({ screen: 'folders' })}>
              {t('welcome.folder.see')}
            </Button>
          ) : (
            <Button size="small" onPress={addFolder}>
              {t('folders.add')}
            </Button>
          )}
        </Step>
        <Step number={3} step="document" text={t('welcome.document.text')} done={done.document}>
          <Button size="small" onPress={() => void choose()}>
            {t('shell.addFiles')}
          </Button>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly step: 'connect' | 'folder' | 'document';
  readonly text: string;
  readonly done: boolean;
  readonly children: ReactNode;
}

function Step({ number, step, text, done, children }: StepProps) {
  return (
    <li className="stack gap-2 welcome-step">
      <div className="wrap gap-2 middle welcome-step-head">
        <span className="welcome-number numbers" aria-hidden="true">
          {number}
        </span>
        <h3>{t(`welcome.${step}.title`)}</h3>
        <Chip tone={done ? 'ok' : 'plain'}>{t(done ? 'welcome.done' : 'welcome.open')}</Chip>
      </div>
      <p>{text}</p>
      <div className="wrap gap-2 welcome-actions">{children}</div>
    </li>
  );
}

const SAMPLES = 'practice';

function welcomeSteps(overview: Overview, folders: VerbOutput<'folders.list'>, givenByHand: number) {
  const { state } = overview.connection;
  const practice = state === 'connected' && overview.environment === 'practice';
  const connect = practice ? ('practice' as const) : state;
  const done = {
    // After the first success, the step "connect" stays done even if the connection fails.
    connect: state === 'connected' || (state === 'unreachable' && overview.connection.confirmed_at !== null),
    folder: folders.some(({ id }) => id !== SAMPLES),
    document: givenByHand > 0,
  };
  return { connect, done, open: !(done.connect && done.folder && done.document) };
}
