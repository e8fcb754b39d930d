import { useCallback, useEffect, useState } from 'react';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import type { Finding } from '../../../src-main/contract/views/folder.ts';
import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Findings } from '../../components/findings.tsx';
import { Progress } from '../../components/progress.tsx';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Tests a rule as soon as it is shown, and again when asked; tells whether it found a fault. */
export function TestBox({ rule, onTested }: { readonly rule: FolderRule; onTested(faulty: boolean): void }) {
  const { run, busy, failure } = useAction('folders.test');
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const text = JSON.stringify(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the rule
  const test = useCallback(async () => {
    const result = await run({ rule });
    if (!result.ok) return;
    setFindings(result.value);
    onTested(result.value.some(({ state }) => state === 'fault'));
  }, [run, text, onTested]);
  useEffect(() => void test(), [test]);
  return (
    <section className="folder-test" aria-label={t('folders.test')}>
      <div className="section-header">
        <h3>{t('folders.test')}</h3>
        <Button size="small" isDisabled={busy} onPress={() => void test()}>
          {t('folders.test.again')}
        </Button>
      </div>
      {busy && <Progress label={t('folders.test.busy')} />}
      {failure !== null && <FailureBox failure={failure} />}
      <Findings findings={findings} />
      {findings.some(({ state }) => state === 'fault') && (
        <p className="folder-fault" role="status">
          {t('folders.test.fault')}
        </p>
      )}
    </section>
  );
}
