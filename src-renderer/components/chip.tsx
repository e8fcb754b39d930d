import type { ReactNode } from 'react';
import type { AccountState } from '../../src-main/contract/views/common.ts';
import type { TaskRowView } from '../../src-main/contract/views/task.ts';
import { useLive, useUncompared } from '../state/live.ts';
import { standText } from '../strings/format.ts';
import { timeText } from '../strings/time-text.ts';
import { t } from '../strings/translate.ts';
import './chip.css';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'info';

/** A label of one or two words. The words alone must give the whole meaning, without the color. */
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
  const uncompared = useUncompared();
  const key = state === 'settling' && uncompared ? 'uncompared' : state;
  return <Chip tone={STATE_TONES[state]}>{t(`state.${key}`)}</Chip>;
}

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  waiting: 'warn',
  failed: 'bad',
  invalid: 'bad',
  processing: 'info',
};

/** Shows the status of a Task, or that the service no longer confirms the Task (I10). An unknown status appears unchanged (I7). */
export function StatusChip({ task }: { readonly task: Parameters<typeof standText>[0] }) {
  const known = task.denied_since === null ? (STATUS_TONES[task.status] ?? 'plain') : 'warn';
  return <Chip tone={task.gone_since === null ? known : 'bad'}>{standText(task)}</Chip>;
}

interface VerdictChipsProps {
  readonly verdicts: readonly { readonly code: string; readonly approved: boolean }[];
  /** The maximum number of chips. If there are more verdicts, the verdicts that are not approved come first. */
  readonly most?: number | undefined;
}

export function VerdictChips({ verdicts, most = Number.POSITIVE_INFINITY }: VerdictChipsProps) {
  const ordered =
    verdicts.length > most ? verdicts.toSorted((a, b) => Number(a.approved) - Number(b.approved)) : verdicts;
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

interface OutcomeProps {
  readonly task: Parameters<typeof standText>[0] & Pick<TaskRowView, 'verdicts' | 'details'>;
  readonly most?: number;
}

/** Shows the verdicts of a Task. Without verdicts, shows the status; for a completed Task, shows why no verdict appears. */
export function Outcome({ task, most }: OutcomeProps) {
  if (task.verdicts.length > 0) return <VerdictChips verdicts={task.verdicts} most={most} />;
  if (task.status !== 'completed') return <StatusChip task={task} />;
  return <span className="quiet break">{t(`verdict.none.${task.details}`)}</span>;
}

/** Shows the time at which the data was current. Shows nothing while the window, the engine and the service are connected (I10). */
export function AsOf({ iso }: { readonly iso: string | null }) {
  const isFresh = useLive(({ up, overview }) => up && overview?.connection.state === 'connected');
  if (isFresh || iso === null) return null;
  return <Chip tone="warn">{t('common.asOf', { time: timeText(iso) })}</Chip>;
}
