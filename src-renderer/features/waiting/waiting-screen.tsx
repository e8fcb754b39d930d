import { useEffect } from 'react';
import type { WaitingTask } from '../../../src-main/contract/views/task.ts';
import { AsOf, Chip } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { PickList, usePart } from '../../components/pick-list.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Screen } from '../../components/screen.tsx';
import { Split } from '../../components/split.tsx';
import { stayAt } from '../../state/place.ts';
import { useChoice } from '../../state/use-choice.ts';
import { useVerb } from '../../state/use-verb.ts';
import { agoText, fullTimeText, timeText } from '../../strings/format.ts';
import { issueShortText } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';
import { WaitingTaskPane } from './waiting-task.tsx';
import './waiting.css';

const PART = 100;

/** The waiting Tasks, longest first, and the answer form of the chosen Task. */
export function WaitingScreen({ task }: { readonly task: string | null }) {
  const part = usePart(PART);
  const { data, failure, refresh } = useVerb('waiting.list', { offset: part.offset, length: PART });
  const [chosen, setChosen] = useChoice(data?.rows.map((row) => row.uuid) ?? null, task);
  useEffect(() => {
    stayAt({ screen: 'waiting', task: chosen });
  }, [chosen]);

  if (data === null) {
    return (
      <Screen title={t('waiting.title')}>
        {failure === null ? <Loading /> : <FailureBox failure={failure} />}
      </Screen>
    );
  }
  const { rows, count, answered } = data;
  const lead = [t('waiting.lead', { count })];
  if (answered > 0) lead.push(t('waiting.answered', { count: answered }));
  const row = rows.find((one) => one.uuid === chosen) ?? null;
  return (
    <Screen
      title={t('waiting.title')}
      lead={
        <span role="status" className="wrap gap-3">
          {lead.join(' · ')}
          <AsOf iso={data.as_of} />
        </span>
      }
    >
      {failure !== null && <FailureBox failure={failure} />}
      {count === 0 && row === null && chosen === null ? (
        <Empty title={t('waiting.empty.title')}>
          {answered === 0 ? t('waiting.empty.text') : t('waiting.empty.answered', { count: answered })}
        </Empty>
      ) : (
        <Split
          label={t('waiting.detail')}
          chosen={chosen}
          list={
            <PickList
              label={t('waiting.list')}
              rows={rows}
              count={count}
              part={part}
              chosen={chosen}
              idOf={(one) => one.uuid}
              textOf={(one) => `${one.name}, ${missingText(one)}`}
              rowOf={(one) => <WaitingRow row={one} />}
              onChoose={setChosen}
            />
          }
        >
          {chosen !== null && (
            <WaitingTaskPane
              key={chosen}
              uuid={chosen}
              row={row}
              left={Math.max(0, count - (row === null ? 0 : 1))}
              onSent={refresh}
            />
          )}
        </Split>
      )}
    </Screen>
  );
}

/** A waiting Task in the list: name, waiting time, and what is missing. */
export function WaitingRow({ row }: { readonly row: WaitingTask }) {
  const missing = missingText(row);
  const since = row.needs?.since ?? row.latest_status_change;
  return (
    <>
      <bdi className="break strong pick-name" title={row.name}>
        {row.name.trim() === '' ? t('tasks.unnamed') : row.name}
      </bdi>
      <span className="quiet break waiting-missing" title={missing}>
        {missing}
      </span>
      <span className="wrap pick-line">
        <span className="quiet break" title={fullTimeText(since)}>
          {t('waiting.since', { time: timeText(since), ago: agoText(since) })}
        </span>
        {row.frozen_to !== null && <Chip tone="warn">{t('waiting.frozen')}</Chip>}
        {row.answer?.state === 'rejected' && <Chip tone="bad">{t('waiting.refused')}</Chip>}
      </span>
    </>
  );
}

/** What is missing, in a few words. */
export function missingText({ needs }: Pick<WaitingTask, 'needs'>): string {
  if (needs === null) return t('waiting.notFetched');
  const parts = [...needs.documents, ...needs.data, ...needs.others].map(({ issue }) =>
    issueShortText(issue),
  );
  const text = parts.join(', ');
  return text === '' ? t('waiting.nothingNamed') : text.slice(0, 1).toUpperCase() + text.slice(1);
}
