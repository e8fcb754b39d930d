import type { AuditEntry } from '../../../src-main/contract/views/audit.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Button } from '../../components/input/button.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { goTo } from '../../state/place.ts';
import { fullTimeText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { actionText, subjectText, taskOf } from './audit-text.ts';

/** Shows one entry of the audit record in full. */
export function AuditEntryDialog({ entry, onClose }: { readonly entry: AuditEntry; onClose(): void }) {
  const task = taskOf(entry);
  return (
    <Dialog
      title={t('audit.entry', { seq: entry.seq })}
      onClose={onClose}
      actions={
        <>
          {task !== null && (
            <Button onPress={() => goTo({ screen: 'task', task })}>{t('audit.entry.openTask')}</Button>
          )}
          <Button kind="primary" onPress={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <dl className="audit-entry">
        <dt>{t('audit.column.when')}</dt>
        <dd>{fullTimeText(entry.at)}</dd>
        <dt>{t('audit.column.who')}</dt>
        <dd>
          <bdi>{entry.actor}</bdi>
        </dd>
        <dt>{t('audit.column.what')}</dt>
        <dd>
          {actionText(entry.action)} <code>{entry.action}</code>
        </dd>
        {entry.subject !== null && (
          <>
            <dt>{t('audit.column.about')}</dt>
            <dd>
              <bdi>{subjectText(entry)}</bdi>
            </dd>
          </>
        )}
        {Object.keys(entry.detail).length > 0 && (
          <>
            <dt>{t('audit.column.more')}</dt>
            <dd>
              <JsonView value={entry.detail} />
            </dd>
          </>
        )}
        <dt>{t('audit.entry.hash')}</dt>
        <dd>
          <code>{entry.hash}</code>
        </dd>
      </dl>
    </Dialog>
  );
}
