import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../../src-main/contract/result.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import { StateChip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox } from '../../components/input/choice.tsx';
import { LiveProgress } from '../../components/live-progress.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import type { Selection } from '../../components/rows/selection.tsx';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayResult } from '../../state/notices.ts';
import { closePanels } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { bytesText } from '../../strings/format.ts';
import { rowTitle } from '../../strings/row-title.ts';
import { t } from '../../strings/translate.ts';
import { nextText, retryText, troubleText } from './row-text.ts';

function Facts({ row }: { readonly row: OutboxRow }) {
  const size = row.files.reduce((sum, file) => sum + file.size, 0);
  const facts = [
    row.task_name,
    row.task_type,
    row.kind === 'submission' ? (row.folder ?? t('common.drop')) : null,
    row.files.length > 0
      ? t(row.kind === 'submission' ? 'outbox.sizeTask' : 'outbox.size', {
          count: row.files.length,
          size: bytesText(size),
        })
      : null,
    row.attempts > 1 || (row.attempts === 1 && row.state !== 'accepted')
      ? t('outbox.attempts', { count: row.attempts })
      : null,
    row.by === null ? null : t('outbox.by', { name: row.by }),
  ].filter((fact) => fact !== null && fact !== '');
  return (
    <p className="wrap quiet break outbox-facts numbers">
      <Time iso={row.created_at} />
      {keyed(facts).map(({ key, item: fact }) => (
        <bdi key={key}>{fact}</bdi>
      ))}
    </p>
  );
}

interface OutboxRowProps {
  readonly row: OutboxRow;
  /** The act that the engine will carry out after the undo time; null if no act is planned. */
  readonly planned: 'retry' | 'withdraw' | null;
  readonly selection: Selection<OutboxRow>;
}

export function OutboxRowItem({ row, planned, selection }: OutboxRowProps) {
  const [asking, setAsking] = useState<DoubtfulAct | null>(null);
  const item = useRef<HTMLLIElement>(null);
  // The pressed button may disappear when the state of the row changes, so the row gets the focus.
  const actions = useRowActions(row, () => item.current?.focus());
  const now = useNow(row.next_attempt_at !== null);
  const title = rowTitle(row);
  const trouble = troubleText(row);
  const next = nextText(row, now);
  const isFree = planned === null && selection.rows === null;
  const name = (
    <bdi
      className="min-0 break strong outbox-title"
      title={row.files.map(({ path }) => path).join('\n') || title}
    >
      {title}
    </bdi>
  );
  const button = (text: string, onPress: () => void) => (
    <Button key={text} size="small" isDisabled={actions.busy} onPress={onPress}>
      {text}
    </Button>
  );
  return (
    <li ref={item} tabIndex={-1} className="stack gap-1 outbox-row" aria-busy={actions.busy}>
      <div className="outbox-head">
        {selection.rows === null || !canRetry(row) ? (
          name
        ) : (
          <Checkbox isSelected={selection.rows.has(row.id)} onChange={() => selection.toggle(row.id, row)}>
            {name}
          </Checkbox>
        )}
        <StateChip state={row.state} />
      </div>
      <Facts row={row} />
      {row.state === 'sending' && <LiveProgress row={row} title={title} />}
      {trouble !== null && (
        <p className={row.state === 'rejected' ? 'outbox-problem outbox-refused' : 'outbox-problem'}>
          {trouble.message}
          {trouble.next !== null && <span className="soft outbox-next">{trouble.next}</span>}
        </p>
      )}
      {planned !== null && <p className="soft">{t(`select.planned.${planned}`)}</p>}
      {next !== null && planned === null && <p className="quiet break numbers">{next}</p>}
      <div className="wrap gap-2 outbox-actions">
        {isFree &&
          row.state === 'rejected' &&
          row.allowed_task_types.map((type) =>
            button(t('outbox.retryAs', { type }), () => void actions.retry(type)),
          )}
        {isFree && canRetry(row) && button(retryText(row), () => void actions.retry(null))}
        {isFree && canBeTask(row) && button(t('outbox.asTask'), () => setAsking('as-task'))}
        {isFree &&
          canWithdraw(row) &&
          button(t(canDismiss(row) ? 'common.dismiss' : 'outbox.withdraw'), () =>
            row.perhaps_sent ? setAsking('withdraw') : void actions.withdraw(),
          )}
        {isFree &&
          row.state === 'unconfirmed' &&
          button(t('outbox.sendAgain'), () => setAsking('send-again'))}
        {row.task_uuid !== null && (
          <Button size="small" kind="quiet" onPress={actions.openTask}>
            {t('common.openTask')}
          </Button>
        )}
      </div>
      {asking !== null && (
        <DoubtDialog
          act={asking}
          onClose={() => setAsking(null)}
          onAct={() => {
            setAsking(null);
            void DOUBTFUL[asking](actions);
          }}
        />
      )}
    </li>
  );
}

/**
 * Whether a person can retry the row. This function also decides whether a row can be selected, because every row that can be withdrawn can
 * also be retried.
 */
export const canRetry = ({ state }: OutboxRow) =>
  state === 'queued' || state === 'unconfirmed' || state === 'rejected';
export const canWithdraw = ({ state }: OutboxRow) => state === 'queued' || state === 'rejected';

/** Whether the row is an answer or a change that the service refused. A person closes such a row with "Dismiss". */
const canDismiss = ({ state, kind }: OutboxRow) => state === 'rejected' && kind !== 'submission';
const canBeTask = ({ state, kind, files, problem }: OutboxRow) =>
  state === 'rejected' && kind === 'answer' && files.length > 0 && problem?.code !== 'message.not-kept';

const DOUBTFUL = {
  'as-task': ({ asTask }) => asTask(),
  'send-again': ({ sendAgain }) => sendAgain(),
  withdraw: ({ withdraw }) => withdraw(),
} as const satisfies Record<DoubtfulAct, (actions: ReturnType<typeof useRowActions>) => Promise<void>>;

const WORDS = {
  'as-task': {
    title: 'outbox.asTaskTitle',
    text: 'outbox.asTaskText',
    act: 'outbox.asTaskDo',
    keep: 'common.cancel',
  },
  'send-again': {
    title: 'outbox.sendAgainTitle',
    text: 'outbox.sendAgainText',
    act: 'outbox.sendAgainDo',
    keep: 'outbox.sendAgainWait',
  },
  withdraw: {
    title: 'outbox.withdrawTitle',
    text: 'outbox.withdrawText',
    act: 'outbox.withdrawDo',
    keep: 'common.cancel',
  },
} as const;
type DoubtfulAct = keyof typeof WORDS;

interface DoubtDialogProps {
  readonly act: DoubtfulAct;
  onClose(): void;
  onAct(): void;
}

/** Asks for confirmation before a person sends a row again or withdraws a row, because the service may already have the documents. */
function DoubtDialog({ act, onClose, onAct }: DoubtDialogProps) {
  const words = WORDS[act];
  return (
    <Dialog
      title={t(words.title)}
      onClose={onClose}
      actions={
        <>
          <Button kind={act === 'as-task' ? 'plain' : 'danger'} onPress={onAct}>
            {t(words.act)}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {t(words.keep)}
          </Button>
        </>
      }
    >
      <p>{t(words.text)}</p>
    </Dialog>
  );
}

function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

function useRowActions({ id, task_uuid: task }: OutboxRow, onRun: () => void) {
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const run = async <T,>(asked: Promise<Result<T>>, done: (value: T) => string) => {
    onRun();
    setBusy(true);
    const result = await asked;
    setBusy(false);
    sayResult(result, done);
  };
  return {
    busy,
    retry: (taskType: string | null) =>
      run(host.call('outbox.retry', { id, task_type: taskType }), () => t('outbox.retried')),
    withdraw: () =>
      run(host.call('outbox.withdraw', { ids: [id] }), ({ withdrawn }) =>
        t(withdrawn > 0 ? 'outbox.withdrawn' : 'outbox.tooLate'),
      ),
    sendAgain: () => run(host.call('outbox.send-again', { id }), () => t('outbox.sentAgain')),
    asTask: () => run(host.call('outbox.as-task', { id }), () => t('outbox.asTasked')),
    openTask: () => {
      if (task === null) return;
      closePanels();
      goTo({ screen: 'task', task });
    },
  };
}
