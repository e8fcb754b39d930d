import { useEffect, useRef, useState } from 'react';
import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Icon } from '../../components/icon.tsx';
import { Loading } from '../../components/loading.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { OutboxFilter } from './outbox-filter.tsx';
import './outbox.css';
import { OutboxRowItem } from './outbox-row.tsx';
import { RefusedType, refusedType } from './refused-type.tsx';

const PAGE = 50;
const RETRIED = ['queued', 'unconfirmed', 'rejected'] as const;

interface OutboxPanelProps {
  readonly states: readonly OutboxStateView[];
  onClose(): void;
}

/** Everything that goes to the service, over whatever screen is shown. */
export function OutboxPanel({ states: first, onClose }: OutboxPanelProps) {
  const host = useHost();
  const [states, setStates] = useState(first);
  const [offset, setOffset] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const { data, failure } = useVerb('outbox.page', { states: [...states], offset, length: PAGE });

  // A row that leaves the list takes the focus with it; without one Escape would reach nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are others
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [data]);

  const canRetry = RETRIED.some((state) => (data?.by_state[state] ?? 0) > 0);
  const refused = refusedType(data?.rows ?? []);
  const retryAll = async (instead: string | null) => {
    const as = refused === null || instead === null ? null : { refused: refused.taskType, instead };
    const result = await host.call('outbox.retry-all', { as });
    if (result.ok) say(t('palette.retriedAll', { count: result.value.count }));
    else sayFailure(result.error);
  };
  const turn = (to: number) => {
    setOffset(to);
    list.current?.focus();
    list.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <Dialog
      title={t('outbox.title')}
      isOpen
      onClose={onClose}
      size="side"
      corner={
        <IconButton label={t('common.close')} onPress={onClose}>
          <Icon name="close" />
        </IconButton>
      }
      actions={
        <>
          {data !== null && data.count > PAGE && (
            <div className="wrap quiet gap-2 outbox-pages">
              <Button size="small" isDisabled={offset === 0} onPress={() => turn(offset - PAGE)}>
                {t('outbox.earlier')}
              </Button>
              <span className="numbers" role="status">
                {t('outbox.page', {
                  from: offset + 1,
                  to: Math.min(offset + PAGE, data.count),
                  count: data.count,
                })}
              </span>
              <Button
                size="small"
                isDisabled={offset + PAGE >= data.count}
                onPress={() => turn(offset + PAGE)}
              >
                {t('outbox.later')}
              </Button>
            </div>
          )}
          <Button isDisabled={!canRetry} onPress={() => void retryAll(null)}>
            {t('outbox.retryAll')}
          </Button>
        </>
      }
    >
      {refused !== null && <RefusedType refused={refused} onRetry={retryAll} />}
      <OutboxFilter
        states={states}
        counts={data?.by_state ?? null}
        onChange={(chosen) => {
          setStates(chosen);
          setOffset(0);
        }}
      />
      {failure !== null && <FailureBox failure={failure} />}
      {data === null && failure === null && <Loading />}
      {data !== null && data.rows.length === 0 && (
        <Empty title={t(states.length === 0 ? 'outbox.empty' : 'outbox.emptyFilter')}>
          {states.length === 0 ? t('outbox.emptyText') : null}
        </Empty>
      )}
      <ul ref={list} tabIndex={-1} className="outbox-list" aria-label={t('outbox.list')}>
        {data?.rows.map((row) => (
          <OutboxRowItem key={row.id} row={row} />
        ))}
      </ul>
    </Dialog>
  );
}
