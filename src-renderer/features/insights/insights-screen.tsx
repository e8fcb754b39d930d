import { lazy, Suspense, useEffect, useState } from 'react';
import type { Result } from '../../../src-main/contract/result.ts';
import type { Period } from '../../../src-main/contract/verbs/insights.ts';
import type { Insights } from '../../../src-main/contract/views/insights.ts';
import { ExportButton } from '../../components/export-button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { DayFields } from '../../components/input/field.tsx';
import { Select } from '../../components/input/select.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Screen } from '../../components/screen.tsx';
import { useHost } from '../../state/host-context.ts';
import { PERIODS, periodOf, useInsightsPeriod } from '../../state/insights-period.ts';
import { dayText, timeText } from '../../strings/time-text.ts';
import { language, t } from '../../strings/translate.ts';
import './insights.css';

// The library for the pictures is large, so the page loads the library only when this screen first shows numbers.
const Charts = lazy(() => import('./charts.tsx').then(({ Charts: charts }) => ({ default: charts })));

export function InsightsScreen() {
  const host = useHost();
  const chosen = useInsightsPeriod();
  const period = periodOf(chosen, new Date());
  const [asked, setAsked] = useState(0);
  const [answer, setAnswer] = useState<Result<Insights> | null>(null);
  const text = period === null ? '' : `${period.from} ${period.to}`;

  // Counting reads many rows of the ledger, so the screen does not count again after each change at the service. A person can press
  // "Refresh".
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` contains the period, and `asked` repeats the request
  useEffect(() => {
    if (period === null) return setAnswer(null);
    let current = true;
    void host.call('insights.get', period).then((result) => current && setAnswer(result));
    return () => {
      current = false;
    };
  }, [host, text, asked]);

  const insights = answer?.ok ? answer.value : null;
  return (
    <Screen
      title={t('shell.insights')}
      lead={insights?.as_of != null && t('common.asOf', { time: timeText(insights.as_of) })}
      actions={
        <>
          <Button isDisabled={period === null} onPress={() => setAsked((count) => count + 1)}>
            {t('common.refresh')}
          </Button>
          {period !== null && (
            <ExportButton
              text={<InFile period={period} insights={insights} />}
              make={(format) => host.call('insights.export', { ...period, format, language: language() })}
              said={({ rows }, file) => t('insights.exported', { count: rows, file })}
            />
          )}
        </>
      }
    >
      <PeriodBar />
      {answer?.ok === false && <FailureBox failure={answer.error} />}
      {period === null && <p className="soft">{t('insights.period.choose')}</p>}
      {period !== null && answer === null && <Loading />}
      {insights !== null && isEmpty(insights) && (
        <Empty title={t('insights.empty.title')}>{t('insights.empty.text')}</Empty>
      )}
      {insights !== null && !isEmpty(insights) && (
        <Suspense fallback={<Loading />}>
          <Charts insights={insights} />
        </Suspense>
      )}
    </Screen>
  );
}

function InFile({ period, insights }: { readonly period: Period; readonly insights: Insights | null }) {
  const text = t('insights.export.text', { from: dayText(period.from), to: dayText(period.to) });
  return (
    <>
      <p>
        {text} {insights !== null && t('insights.export.counts', countsIn(insights))}
      </p>
      <p>{t('insights.export.words')}</p>
    </>
  );
}

const countsIn = ({ created, decided, waiting }: Insights) => ({
  created: created.tasks,
  decided: decided.tasks,
  waits: waiting.waits,
});

const isEmpty = ({ created, decided, waiting }: Insights) =>
  created.tasks + decided.tasks + waiting.waits === 0;

function PeriodBar() {
  const chosen = useInsightsPeriod();
  return (
    <div className="wrap gap-3 insights-period">
      <Select
        label={t('insights.period')}
        value={chosen.choice}
        options={PERIODS.map((value) => ({
          value,
          label:
            value === 'month' || value === 'last-month' || value === 'custom'
              ? t(`insights.period.${value}`)
              : t('insights.period.days', { days: Number(value) }),
        }))}
        onChange={(choice) => useInsightsPeriod.setState({ ...periodOf(chosen, new Date()), choice })}
      />
      {chosen.choice === 'custom' && (
        <DayFields days={chosen} onChange={(end, day) => useInsightsPeriod.setState({ [end]: day })} />
      )}
    </div>
  );
}
