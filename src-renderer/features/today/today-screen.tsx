import { useEffect, useRef, useState } from 'react';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { Progress } from '../../components/progress.tsx';
import { useLive } from '../../state/live.ts';
import { goTo } from '../../state/place.ts';
import { t } from '../../strings/translate.ts';
import { WelcomeCard } from '../welcome/welcome-card.tsx';
import { type Sentence, sentenceOf } from './sentence.ts';
import {
  AccountStrip,
  CheckingSection,
  DecidedSection,
  NeedsSection,
  SendingSection,
} from './tasks-sections.tsx';
import './today.css';

const SIGN = { ok: 'check', plain: 'clock', warn: 'warning', bad: 'stop' } as const;

function Headline({ sentence }: { readonly sentence: Sentence }) {
  // Screen readers hear the sentence without its time, which changes each minute.
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

/** Whether there is nothing to show and nothing wrong. */
function isFirstDay({ recorded, account, attention, tasks_known, folders }: Overview): boolean {
  return recorded && account.found === 0 && tasks_known === 0 && attention.length === 0 && folders === 0;
}

function FirstDay() {
  return (
    <div className="spread card today-first">
      <p>{t('today.emptyText')}</p>
      <Button onPress={() => goTo({ screen: 'folders' })}>{t('today.emptyFolder')}</Button>
    </div>
  );
}

function Recorded({ overview }: { readonly overview: Overview }) {
  return (
    <>
      <div className="today-columns">
        <div className="stack gap-5 min-0">
          <NeedsSection attention={overview.attention} />
          <DecidedSection decided={overview.decided_today} />
        </div>
        <div className="stack gap-5 min-0">
          <SendingSection sending={overview.sending} />
          <CheckingSection checking={overview.checking} />
        </div>
      </div>
      <AccountStrip account={overview.account} />
    </>
  );
}

/** Without a ledger only what needs a person is shown; an empty list would claim that there is nothing. */
function NotRead({ overview: { attention } }: { readonly overview: Overview }) {
  if (attention.length === 0) return <Progress label={t('common.loading')} />;
  return (
    <>
      <NeedsSection attention={attention} />
      <p>{t('today.notRead')}</p>
    </>
  );
}

/** A hint for a real station whose lock has no PIN; the hint is not counted. */
function NoPin({ environment }: Pick<Overview, 'environment'>) {
  const lock = useLive((live) => live.lock);
  if (environment === 'practice' || lock === null || lock.idle_minutes === null || lock.pin_set) return null;
  return (
    <p className="soft">
      {t('today.noPin')}{' '}
      <Button size="small" onPress={() => goTo({ screen: 'settings' })}>
        {t('today.noPin.set')}
      </Button>
    </p>
  );
}

/** The first screen: whether everything is sent, and what came back. */
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

/**
 * A text for screen readers that changes at most every five seconds and always ends with the newest text. A new
 * `mood` changes the text at once, so that nobody hears that all is well after this has become wrong.
 */
export function useThrottledText(text: string, mood: string): string {
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
