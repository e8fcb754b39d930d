import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { useLive } from '../../state/live.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Why the engine does not run, and the way to start it again. Nothing while it runs. */
export function RestartBox() {
  const stopped = useLive(
    ({ overview }) => overview?.attention.find((one) => one.kind === 'engine-stopped') ?? null,
  );
  const { run, busy, failure } = useAction('app.restart-engine');
  if (stopped === null) return null;
  return (
    <FailureBox failure={failure ?? stopped.failure}>
      <Button isDisabled={busy} onPress={() => void run({})}>
        {t(busy ? 'settings.restarting' : 'settings.restart')}
      </Button>
      {busy && <Progress label={t('settings.restarting')} />}
    </FailureBox>
  );
}
