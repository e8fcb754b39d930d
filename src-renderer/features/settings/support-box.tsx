import { useState } from 'react';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { ScrollText } from '../../components/scroll-text.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Shows all that a support bundle would hold, and saves that very text when the person wants it. */
export function SupportBox() {
  const host = useHost();
  const { run, busy, failure } = useAction('support.make');
  const [made, setMade] = useState<VerbOutput<'support.make'> | null>(null);
  const make = async () => {
    const result = await run({});
    if (result.ok) setMade(result.value);
  };
  const save = async ({ file, name }: VerbOutput<'support.make'>) => {
    const result = await host.saveMade(file, name);
    if (!result.ok) return sayFailure(result.error);
    if (!result.value.saved) return;
    setMade(null);
    say(t('support.saved'));
  };
  return (
    <>
      {busy && <Progress label={t('support.making')} />}
      {failure !== null && <FailureBox failure={failure} />}
      <div className="wrap gap-2 settings-actions">
        <Button isDisabled={busy} onPress={() => void make()}>
          {t(busy ? 'support.making' : 'support.make')}
        </Button>
      </div>
      {made !== null && (
        <Dialog
          title={t('support.title')}
          isOpen
          onClose={() => setMade(null)}
          size="full"
          actions={
            <>
              <Button onPress={() => setMade(null)}>{t('common.close')}</Button>
              <Button kind="primary" onPress={() => void save(made)}>
                {t('support.save')}
              </Button>
            </>
          }
        >
          <p>{t('support.text')}</p>
          <ScrollText label={t('support.content')} text={made.text} />
        </Dialog>
      )}
    </>
  );
}
