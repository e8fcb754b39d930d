import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../strings/translate.ts';

interface Refused {
  readonly taskType: string;
  readonly allowed: readonly string[];
}

/** The task type that several rows were refused for, with what the service allows instead; null when there is no such one. */
export function refusedType(rows: readonly OutboxRow[]): Refused | null {
  const refused = rows.filter((row) => row.state === 'rejected' && row.allowed_task_types.length > 0);
  const [first] = refused;
  if (first === undefined || first.task_type === null) return null;
  const same = refused.filter((row) => row.task_type === first.task_type);
  return same.length < 2 ? null : { taskType: first.task_type, allowed: first.allowed_task_types };
}

interface RefusedTypeProps {
  readonly refused: Refused;
  onRetry(instead: string): Promise<void>;
}

/** One wrong task type refuses a whole folder: the remedy is one press too, not one for each document. */
export function RefusedType({ refused, onRetry }: RefusedTypeProps) {
  return (
    <div className="stack gap-2 outbox-together">
      <p>{t('outbox.together', { type: refused.taskType })}</p>
      <div className="wrap gap-2 outbox-actions">
        {refused.allowed.map((type) => (
          <Button key={type} size="small" onPress={() => void onRetry(type)}>
            {t('outbox.togetherAs', { type })}
          </Button>
        ))}
      </div>
    </div>
  );
}
