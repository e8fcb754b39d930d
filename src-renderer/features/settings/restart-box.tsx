import type { Failure } from '../../../src-main/contract/result.ts';
import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { useLive } from '../../state/live.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Why the engine does not run, or null while it does. */
export function useStopped(): Failure | null {
  return useLive(
    ({ overview }) => overview?.attention.find((one) => one.kind === 'engine-stopped')?.failure ?? null,
  );
}

/** Why the engine does not run, and the way to start it again. Nothing while it runs. */
export function RestartBox() {
  const stopped = useStopped();
  const { run, busy, failure } = useAction('app.restart-engine');
  if (stopped === null) return null;
  return (
    <FailureBox failure={failure ?? stopped}>
      <Button isDisabled={busy} onPress={() => void run({})}>
        {t(busy ? 'settings.restarting' : 'settings.restart')}
      </Button>
      {busy && <Progress label={t('settings.restarting')} />}
    </FailureBox>
  );
}
