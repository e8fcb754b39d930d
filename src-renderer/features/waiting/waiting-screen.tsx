import { useEffect } from 'react';
import { AsOf } from '../../components/as-of.tsx';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/loading.tsx';
import { PickList } from '../../components/pick-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { Split } from '../../components/split.tsx';
import { stayAt } from '../../state/place.ts';
import { useChoice } from '../../state/use-choice.ts';
import { usePart } from '../../state/use-part.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { missingText, WaitingRow } from './waiting-row.tsx';
import { WaitingTaskPane } from './waiting-task.tsx';
import './waiting.css';

const PART = 100;

/** The Tasks that wait for a person, longest first, and the chosen one with what it needs. */
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
