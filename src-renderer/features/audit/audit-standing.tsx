import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { keyed } from '../../components/keyed.ts';
import { t } from '../../strings/translate.ts';
import { findingText, standingText } from './audit-text.ts';
import { useStanding } from './use-standing.ts';

/** Whether the record is whole, and what was found about it. It is checked when the screen is opened. */
export function AuditStanding() {
  const { standing, busy, failure, check } = useStanding();
  useEffect(() => {
    void check();
  }, [check]);
  const said = standing === null ? null : standingText(standing);
  return (
    <div className="audit-standing">
      <div className="audit-standing-line">
        <div role="status">
          {busy && standing === null && t('audit.checking')}
          {said !== null && <Chip tone={said.tone}>{said.words}</Chip>}
        </div>
        <Button kind="quiet" size="small" isDisabled={busy} onPress={() => void check()}>
          {t(busy ? 'audit.checking' : 'audit.check')}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {standing !== null && standing.findings.length > 0 && (
        <ul className="audit-findings">
          {keyed(standing.findings.map(findingText)).map(({ key, item }) => (
            <li key={key}>{item}</li>
          ))}
        </ul>
      )}
      {standing?.whole === false && <p>{t('common.whatToDo', { next: t('audit.tampered') })}</p>}
    </div>
  );
}
