import { useEffect, useState } from 'react';
import type { WaitingTask } from '../../../src-main/contract/views/task.ts';
import { AsOf, Chip } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox } from '../../components/input/choice.tsx';
import { usePart } from '../../components/input/pick-list.tsx';
import { Loading } from '../../components/progress.tsx';
import { PutAwayLine } from '../../components/rows/put-away-line.tsx';
import { useChoice } from '../../components/rows/use-choice.ts';
import { Empty, Screen } from '../../components/screen.tsx';
import { Split } from '../../components/split.tsx';
import { useMe } from '../../state/me.ts';
import { sayResult } from '../../state/notices.ts';
import { goTo, stayAt } from '../../state/place.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { agoText } from '../../strings/format.ts';
import { issueShortText } from '../../strings/issue-text.ts';
import { problemText } from '../../strings/problem-text.ts';
import { fullTimeText, timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { TaskView } from '../task/task-view.tsx';
import { AnswerForm } from './answer-form.tsx';
import { askedOnce } from './asked-once.ts';
import './waiting.css';

const PART = 100;
/** The id of the folder rule for the sample packets. */
const SAMPLES = 'practice';

export function WaitingScreen({ task }: { readonly task: string | null }) {
  const part = usePart(PART);
  const me = useMe();
  const [mine, setMine] = useState(false);
  const { data, failure, refresh } = useVerb('waiting.list', {
    offset: part.offset,
    length: PART,
    assignee: mine ? me : null,
  });
  const [chosen, setChosen] = useChoice(data?.rows.map((row) => row.uuid) ?? null, task);
  useEffect(() => {
    stayAt({ screen: 'waiting', task: chosen });
  }, [chosen]);

  if (data === null) {
    return (
      <Screen title={t('shell.waiting')}>
        {failure === null ? <Loading /> : <FailureBox failure={failure} />}
      </Screen>
    );
  }
  const { rows, count, answers_not_out: notOut, answered, set_aside: setAside, given_up: givenUp } = data;
  const lead = [t(mine ? 'handling.leadMine' : 'waiting.lead', { count })];
  if (notOut > 0) lead.push(t('today.answers', { count: notOut }));
  if (answered > 0) lead.push(t('waiting.answered', { count: answered }));
  const row = rows.find((one) => one.uuid === chosen) ?? null;
  return (
    <Screen
      title={t('shell.waiting')}
      lead={
        <span role="status" className="wrap gap-3">
          {lead.join(' · ')}
          <AsOf iso={data.as_of} />
        </span>
      }
      actions={
        <Checkbox
          isSelected={mine}
          onChange={(only) => {
            setMine(only);
            part.turnTo(0);
          }}
        >
          {t('handling.mine')}
        </Checkbox>
      }
    >
      <PutAwayLine setAside={setAside} givenUp={givenUp} />
      {failure !== null && <FailureBox failure={failure} />}
      {count === 0 && row === null && chosen === null ? (
        <Empty title={t(mine ? 'handling.noneMine' : 'waiting.empty.title')}>
          {mine
            ? t('handling.noneMine.text')
            : t(notOut + answered === 0 ? 'waiting.empty.text' : 'waiting.empty.answered')}
        </Empty>
      ) : (
        <Split
          label={t('waiting.list')}
          rows={rows}
          count={count}
          part={part}
          chosen={chosen}
          textOf={(one) => `${one.name}, ${missingText(one)}`}
          rowOf={(one) => <WaitingRow row={one} />}
          onChoose={setChosen}
        >
          {chosen !== null && (
            <WaitingTaskPane
              key={chosen}
              uuid={chosen}
              row={row}
              left={Math.max(0, count - (row === null ? 0 : 1))}
              practiceAnswers={data.practice_answers}
              onSent={refresh}
            />
          )}
        </Split>
      )}
    </Screen>
  );
}

function WaitingRow({ row }: { readonly row: WaitingTask }) {
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
        {row.assignee !== null && (
          <span className="quiet break">{t('handling.row', { name: row.assignee })}</span>
        )}
        {row.patient_conflict && <Chip tone="bad">{t('patient.chip')}</Chip>}
        {row.frozen_to !== null && <Chip tone="warn">{t('waiting.frozen')}</Chip>}
        {row.answer?.state === 'rejected' && <Chip tone="bad">{t('waiting.refused')}</Chip>}
      </span>
    </>
  );
}

function missingText({ needs }: Pick<WaitingTask, 'needs'>): string {
  if (needs === null) return t('waiting.notFetched');
  const { documents, data, others } = askedOnce(needs);
  const all = [...documents, ...data, ...others];
  const text = all.map(({ issue }) => issueShortText(issue)).join(', ');
  return text === '' ? t('waiting.nothingNamed') : text.slice(0, 1).toUpperCase() + text.slice(1);
}

interface WaitingTaskPaneProps {
  readonly uuid: string;
  /** Null if the list of waiting Tasks does not contain the Task. */
  readonly row: WaitingTask | null;
  readonly left: number;
  readonly practiceAnswers: string | null;
  onSent(): void;
}

function WaitingTaskPane({ uuid, row, left, practiceAnswers, onSent }: WaitingTaskPaneProps) {
  const { data, failure } = useVerb('tasks.get', { task: uuid });
  if (data === null) {
    return failure === null ? <Loading label={t('task.loading')} /> : <FailureBox failure={failure} />;
  }
  if (row === null && data.status !== 'waiting') {
    return (
      <Empty
        title={t('waiting.notWaiting.title')}
        action={<Button onPress={() => goTo({ screen: 'task', task: uuid })}>{t('common.openTask')}</Button>}
      >
        {t('waiting.notWaiting.text')}
      </Empty>
    );
  }
  const frozenTo = row?.frozen_to ?? data.frozen_to;
  const needs = data.needs ?? row?.needs ?? null;
  return (
    <TaskView task={data}>
      {data.answer?.state === 'rejected' && <RefusedAnswer id={data.answer.id} />}
      {frozenTo !== null && (
        <div className="spread task-banner">
          <div>
            <p>
              <strong>{t('waiting.frozen.title')}</strong>
            </p>
            <p>{t('waiting.frozen.text')}</p>
          </div>
          <Button kind="primary" onPress={() => goTo({ screen: 'task', task: frozenTo })}>
            {t('task.openSuccessor')}
          </Button>
        </div>
      )}
      {frozenTo === null && needs === null && <p role="status">{t('waiting.notFetched.text')}</p>}
      {frozenTo === null && needs !== null && (
        <AnswerForm
          task={uuid}
          name={data.name}
          needs={needs}
          left={left}
          answerFolder={row?.answer_folder ?? null}
          practiceAnswers={data.folder === SAMPLES ? practiceAnswers : null}
          onSent={onSent}
        />
      )}
    </TaskView>
  );
}

function RefusedAnswer({ id }: { readonly id: string }) {
  const { data } = useVerb('outbox.page', { states: ['rejected'], length: 500 });
  const retry = useAction('outbox.retry');
  const problem = data?.rows.find((row) => row.id === id)?.problem ?? null;
  const again = async () => {
    sayResult(await retry.run({ id }), () => t('waiting.refused.retried'));
  };
  if (data === null) return null;
  const words = problem === null ? null : problemText(problem);
  return (
    <div className="stack gap-1 failure-box" role="alert">
      <p className="strong">{t('waiting.refused.title')}</p>
      <p>{words?.message ?? t('waiting.refused.unknown')}</p>
      {words !== null && <p>{t('common.whatToDo', { next: words.next })}</p>}
      <div className="wrap gap-2 failure-box-actions">
        <Button size="small" isDisabled={retry.busy} onPress={() => void again()}>
          {t('waiting.refused.retry')}
        </Button>
      </div>
    </div>
  );
}
