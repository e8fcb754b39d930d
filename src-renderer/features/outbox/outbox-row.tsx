import { useRef, useState } from 'react';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import { Button } from '../../components/button.tsx';
import { LiveProgress } from '../../components/live-progress.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { Time } from '../../components/time.tsx';
import { bytesText } from '../../strings/format.ts';
import { rowTitle } from '../../strings/row-title.ts';
import { t } from '../../strings/translate.ts';
import { DoubtDialog, type DoubtfulAct } from './doubt-dialog.tsx';
import { nextText, retryText, troubleText } from './row-text.ts';
import { useNow } from './use-now.ts';
import { useRowActions } from './use-row-actions.ts';

function Facts({ row }: { readonly row: OutboxRow }) {
  const size = row.files.reduce((sum, file) => sum + file.size, 0);
  const facts = [
    row.task_type,
    row.kind === 'submission' ? (row.folder ?? t('common.drop')) : null,
    row.files.length > 0 ? t('outbox.size', { count: row.files.length, size: bytesText(size) }) : null,
    row.attempts > 1 || (row.attempts === 1 && row.state !== 'accepted')
      ? t('outbox.attempts', { count: row.attempts })
      : null,
    row.by === null ? null : t('outbox.by', { name: row.by }),
  ].filter((fact) => fact !== null);
  return (
    <p className="wrap quiet outbox-facts numbers">
      <Time iso={row.created_at} />
      {facts.map((fact) => (
        <bdi key={fact}>{fact}</bdi>
      ))}
    </p>
  );
}

/** One thing that goes to the service: how it stands, why, when it goes on, and what a person can do about it. */
export function OutboxRowItem({ row }: { readonly row: OutboxRow }) {
  const [asking, setAsking] = useState<DoubtfulAct | null>(null);
  const item = useRef<HTMLLIElement>(null);
  // Its buttons come and go with its state: the row itself keeps the focus.
  const actions = useRowActions(row, () => item.current?.focus());
  const now = useNow(row.next_attempt_at !== null);
  const title = rowTitle(row);
  const trouble = troubleText(row);
  const next = nextText(row, now);
  return (
    <li ref={item} tabIndex={-1} className="stack gap-1 outbox-row" aria-busy={actions.busy}>
      <div className="outbox-head">
        <bdi className="outbox-title" title={row.files.map(({ path }) => path).join('\n') || title}>
          {title}
        </bdi>
        <StateChip state={row.state} />
      </div>
      <Facts row={row} />
      {row.state === 'sending' && <LiveProgress row={row} title={title} />}
      {trouble !== null && (
        <p className={row.state === 'rejected' ? 'outbox-problem outbox-refused' : 'outbox-problem'}>
          {trouble.message}
          {trouble.next !== null && <span className="outbox-next">{trouble.next}</span>}
        </p>
      )}
      {next !== null && <p className="wrap quiet outbox-facts numbers">{next}</p>}
      <div className="wrap gap-2 outbox-actions">
        {row.state === 'rejected' &&
          row.allowed_task_types.map((type) => (
            <Button
              key={type}
              size="small"
              isDisabled={actions.busy}
              onPress={() => void actions.retry(type)}
            >
              {t('outbox.retryAs', { type })}
            </Button>
          ))}
        {actions.canRetry && (
          <Button size="small" isDisabled={actions.busy} onPress={() => void actions.retry(null)}>
            {retryText(row)}
          </Button>
        )}
        {actions.canWithdraw && (
          <Button
            size="small"
            isDisabled={actions.busy}
            onPress={() => (row.perhaps_sent ? setAsking('withdraw') : void actions.withdraw())}
          >
            {t('outbox.withdraw')}
          </Button>
        )}
        {row.state === 'unconfirmed' && (
          <Button size="small" isDisabled={actions.busy} onPress={() => setAsking('send-again')}>
            {t('outbox.sendAgain')}
          </Button>
        )}
        {row.task_uuid !== null && (
          <Button size="small" kind="quiet" onPress={actions.openTask}>
            {t('outbox.openTask')}
          </Button>
        )}
      </div>
      {asking !== null && (
        <DoubtDialog
          act={asking}
          onClose={() => setAsking(null)}
          onAct={() => {
            setAsking(null);
            void (asking === 'withdraw' ? actions.withdraw() : actions.sendAgain());
          }}
        />
      )}
    </li>
  );
}
