import type { ReactNode } from 'react';
import type { AccountState } from '../../src-main/contract/views/common.ts';
import type { TaskRowView } from '../../src-main/contract/views/task.ts';
import { useLive } from '../state/live.ts';
import { standText, timeText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';
import './chip.css';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'info';

/** A label of one or two words. The color must not mean more than the words. */
export function Chip({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`chip chip-${tone}`}>{children}</span>;
}

const STATE_TONES: Readonly<Record<AccountState, Tone>> = {
  ignored: 'plain',
  settling: 'info',
  held: 'warn',
  queued: 'plain',
  sending: 'info',
  unconfirmed: 'warn',
  accepted: 'ok',
  rejected: 'bad',
  duplicate: 'plain',
  withdrawn: 'plain',
};

export function StateChip({ state }: { readonly state: AccountState }) {
  return <Chip tone={STATE_TONES[state]}>{t(`state.${state}`)}</Chip>;
}

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  failed: 'bad',
  invalid: 'bad',
  processing: 'info',
};

interface StatusChipProps {
  readonly task: Pick<TaskRowView, 'status' | 'denied_since' | 'gone_since'>;
}

/** Shows the status of a Task: an unknown status as it is (I7), or the denial if the service denies the Task (I10). */
export function StatusChip({ task }: StatusChipProps) {
  return <Chip tone={toneOf(task)}>{standText(task)}</Chip>;
}

function toneOf({
  status,
  denied_since: denied,
  gone_since: gone,
}: Pick<TaskRowView, 'status' | 'denied_since' | 'gone_since'>): Tone {
  if (gone !== null) return 'bad';
  return denied === null ? (STATUS_TONES[status] ?? 'plain') : 'warn';
}

interface VerdictChipsProps {
  readonly verdicts: readonly { readonly code: string; readonly approved: boolean }[];
  /** The maximum number of chips. If there are more codes, codes without approval come first. */
  readonly most?: number;
}

export function VerdictChips({ verdicts, most = Number.POSITIVE_INFINITY }: VerdictChipsProps) {
  const ordered = verdicts.length > most ? verdicts.toSorted(byApproval) : verdicts;
  const shown = ordered.slice(0, most);
  return (
    <span className="verdict-chips">
      {shown.map(({ code, approved }) => {
        const words = t(approved ? 'verdict.approved' : 'verdict.not-approved');
        return (
          <Chip key={code} tone={approved ? 'ok' : 'bad'}>
            <span aria-hidden="true">{approved ? '✓' : '✗'}</span>
            <span title={`${code}: ${words}`}>
              {code}
              <span className="visually-hidden"> {words}</span>
            </span>
          </Chip>
        );
      })}
      {ordered.length > shown.length && (
        <Chip>{t('common.andMore', { count: ordered.length - shown.length })}</Chip>
      )}
    </span>
  );
}

function byApproval(a: { readonly approved: boolean }, b: { readonly approved: boolean }): number {
  return Number(a.approved) - Number(b.approved);
}

/** Shows the age of the data while the service or the engine is unreachable (I10). */
export function AsOf({ iso }: { readonly iso: string | null }) {
  const isFresh = useLive(({ up, overview }) => up && overview?.connection.state === 'connected');
  if (isFresh || iso === null) return null;
  return <Chip tone="warn">{t('common.asOf', { time: timeText(iso) })}</Chip>;
}
