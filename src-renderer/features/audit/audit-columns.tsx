import type { AuditEntry } from '../../../src-main/contract/views/audit.ts';
import type { Column } from '../../components/table-columns.ts';
import { Time } from '../../components/time.tsx';
import { t } from '../../strings/translate.ts';
import { actionText, detailText, subjectText } from './audit-text.ts';

/** The columns of the record. */
export function auditColumns(): readonly Column<AuditEntry>[] {
  return [
    {
      id: 'number',
      title: t('audit.column.number'),
      least: 4,
      spare: 3,
      cell: ({ seq }) => <span className="numbers">{seq}</span>,
    },
    { id: 'when', title: t('audit.column.when'), least: 10, cell: ({ at }) => <Time iso={at} /> },
    {
      id: 'who',
      title: t('audit.column.who'),
      least: 7,
      share: 1,
      cell: ({ actor }) => <Cut text={actor} />,
    },
    {
      id: 'what',
      title: t('audit.column.what'),
      least: 13,
      share: 1.5,
      cell: ({ action }) => <Cut text={actionText(action)} />,
    },
    {
      id: 'about',
      title: t('audit.column.about'),
      least: 9,
      share: 1.75,
      spare: 2,
      cell: (entry) => <Cut text={subjectText(entry)} />,
    },
    {
      id: 'more',
      title: t('audit.column.more'),
      least: 8,
      share: 1.1,
      spare: 1,
      cell: ({ detail }) => <Cut text={detailText(detail)} />,
    },
  ];
}

function Cut({ text }: { readonly text: string }) {
  return (
    <bdi className="cut audit-cell" title={text}>
      {text}
    </bdi>
  );
}
