import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Progress } from '../../components/progress.tsx';
import { Section } from '../../components/screen.tsx';
import { useLive } from '../../state/live.ts';
import { openOutbox } from '../../state/panels.ts';
import { bytesText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { rowTitle, stateTone } from '../outbox/row-text.ts';

const SHOWN = 6;

function Row({ row }: { readonly row: OutboxRow }) {
  const live = useLive(({ progress }) => progress[row.id]);
  const progress = live ?? row.progress;
  const title = rowTitle(row);
  return (
    <li className="today-row">
      <div className="today-row-head">
        <bdi className="today-name" title={title}>
          {title}
        </bdi>
        <Chip tone={stateTone(row.state)}>{t(`state.${row.state}`)}</Chip>
      </div>
      {progress !== null && progress.total > 0 && (
        <div className="today-progress">
          <Progress label={title} value={progress.sent} total={progress.total} />
          <span className="numbers today-quiet">
            {t('outbox.bytes', { sent: bytesText(progress.sent), total: bytesText(progress.total) })}
          </span>
        </div>
      )}
      {row.problem !== null && <p className="today-quiet">{problemText(row.problem).message}</p>}
    </li>
  );
}

/** What is on its way out, with its bytes. */
export function SendingSection({ sending }: { readonly sending: Overview['sending'] }) {
  const more = sending.count - Math.min(SHOWN, sending.rows.length);
  return (
    <Section
      title={t('today.sending')}
      actions={
        <Button kind="quiet" size="small" onPress={() => openOutbox()}>
          {t('today.sendingAll')}
        </Button>
      }
    >
      {sending.count === 0 ? (
        <p className="card today-none">{t('today.sendingNone')}</p>
      ) : (
        <ul className="card today-list">
          {sending.rows.slice(0, SHOWN).map((row) => (
            <Row key={row.id} row={row} />
          ))}
          {more > 0 && <li className="today-more">{t('common.andMore', { count: more })}</li>}
        </ul>
      )}
    </Section>
  );
}
