import { Button } from '../../components/button.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import type { AuditFilters } from './audit-filters.tsx';

/** Saves what the filters leave of the record. */
export function AuditExport({ filters }: { readonly filters: AuditFilters }) {
  const host = useHost();
  const { run, busy } = useAction('audit.export');
  const save = async (format: 'csv' | 'jsonl') => {
    const made = await run({ ...filters, format });
    if (!made.ok) return sayFailure(made.error);
    const { file, name, entries } = made.value;
    const saved = await host.saveMade(file, name);
    if (!saved.ok) sayFailure(saved.error);
    else if (saved.value.saved) say(t('audit.exported', { count: entries }));
  };
  return (
    <>
      <Button isDisabled={busy} onPress={() => void save('csv')}>
        {t(busy ? 'audit.exporting' : 'audit.exportCsv')}
      </Button>
      <Button isDisabled={busy} onPress={() => void save('jsonl')}>
        {t('audit.exportJsonl')}
      </Button>
    </>
  );
}
