import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { Button } from '../../components/button.tsx';
import { LiveProgress } from '../../components/live-progress.tsx';
import { Section } from '../../components/screen.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { openOutbox } from '../../state/panels.ts';
import { problemText } from '../../strings/problem-text.ts';
import { rowTitle } from '../../strings/row-title.ts';
import { t } from '../../strings/translate.ts';

const SHOWN = 6;

function Row({ row }: { readonly row: OutboxRow }) {
  const title = rowTitle(row);
  return (
    <li className="stack gap-1 today-row">
      <div className="spread today-row-head">
        <bdi className="cut today-name" title={title}>
          {title}
        </bdi>
        <StateChip state={row.state} />
      </div>
      <LiveProgress row={row} title={title} />
      {row.problem !== null && <p className="quiet">{problemText(row.problem).message}</p>}
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
        <p className="card row gap-2 today-none">{t('today.sendingNone')}</p>
      ) : (
        <ul className="card today-list">
          {sending.rows.slice(0, SHOWN).map((row) => (
            <Row key={row.id} row={row} />
          ))}
          {more > 0 && <li className="quiet today-more">{t('common.andMore', { count: more })}</li>}
        </ul>
      )}
    </Section>
  );
}
