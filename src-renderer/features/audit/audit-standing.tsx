import { useCallback, useEffect, useState } from 'react';
import type {
  AuditEntry,
  AuditFinding,
  AuditStanding as Standing,
} from '../../../src-main/contract/views/audit.ts';
import { Chip } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { keyed } from '../../components/keyed.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { entryToShow, findingText, standingText } from './audit-text.ts';

/** Verifies the audit record when the screen opens, and shows the result and its findings. */
export function AuditStanding({ onOpen }: { onOpen(entry: AuditEntry): void }) {
  const { run, busy, failure } = useAction('audit.verify');
  const [standing, setStanding] = useState<Standing | null>(null);
  const check = useCallback(async () => {
    const result = await run({});
    if (result.ok) setStanding(result.value);
  }, [run]);
  const page = useAction('audit.page');
  useEffect(() => {
    void check();
  }, [check]);
  const open = async (seq: number) => {
    const result = await page.run({ before: seq + 1, length: 1 });
    const entry = result.ok ? result.value.rows[0] : undefined;
    if (entry !== undefined) onOpen(entry);
  };
  const said = standing === null ? null : standingText(standing);
  return (
    <div className="stack gap-2">
      <div className="wrap middle audit-standing-line">
        <div role="status">
          {busy && standing === null && t('audit.checking')}
          {said !== null && <Chip tone={said.tone}>{said.words}</Chip>}
        </div>
        <Button kind="quiet" size="small" isDisabled={busy} onPress={() => void check()}>
          {t(busy ? 'audit.checking' : 'audit.check')}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {page.failure !== null && <FailureBox failure={page.failure} />}
      {standing !== null && standing.findings.length > 0 && (
        <ul className="stack gap-1 scrolls audit-findings">
          {keyed(standing.findings).map(({ key, item }) => (
            <Finding key={key} finding={item} onShow={(seq) => void open(seq)} />
          ))}
        </ul>
      )}
      {standing?.whole === false && <p>{t('common.whatToDo', { next: t('audit.tampered') })}</p>}
    </div>
  );
}

function Finding({ finding, onShow }: { readonly finding: AuditFinding; onShow(seq: number): void }) {
  const seq = entryToShow(finding);
  return (
    <li>
      {findingText(finding)}{' '}
      {seq !== null && (
        <Button kind="quiet" size="small" onPress={() => onShow(seq)}>
          {t('audit.showEntry', { seq })}
        </Button>
      )}
    </li>
  );
}
