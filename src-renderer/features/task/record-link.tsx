import type { RecordViewOfTask } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/button.tsx';
import { plainName } from '../../strings/format.ts';
import { rangesText } from '../../strings/range-text.ts';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-context.ts';

interface RecordLinkProps {
  readonly record: RecordViewOfTask;
  readonly withType?: boolean;
}

/** Leads to the document a record was found in, at the page where it begins. */
export function RecordLink({ record, withType = true }: RecordLinkProps) {
  const { nameOf, open } = useDocuments();
  const name = nameOf(record.data_item);
  const place = rangesText(record.ranges);
  const words = [withType ? plainName(record.record_type) : null, name, place].filter(Boolean).join(', ');
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={t('task.openAt', { name: words, place: '' }).replace(/[, ]+$/, '')}
      onPress={() => open(record.data_item, record.ranges[0] ?? null)}
    >
      <bdi className="record-link">{words}</bdi>
    </Button>
  );
}
