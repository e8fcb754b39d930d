import { useHost } from '../../state/host-context.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import type { TaskQuery } from '../../state/tasks-view.ts';
import { language, t } from '../../strings/translate.ts';
import { ExportButton } from '../export-button.tsx';

interface TasksExportProps {
  readonly query: TaskQuery;
  /** The filters of `query` in words, such as "Folder: Clinic". */
  readonly filters: readonly string[];
  /** A sentence about Tasks that a person may miss in the file. */
  readonly note?: string | null;
}

/** The button that exports all Tasks of a list. The dialog says how many Tasks the file will contain, and which filters apply. */
export function TasksExport(props: TasksExportProps) {
  const host = useHost();
  return (
    <ExportButton
      text={<TasksInFile {...props} />}
      make={(format) => host.call('tasks.export', { ...props.query, format, language: language() })}
      said={({ tasks }, file) => t('export.tasks.done', { count: tasks, file })}
    />
  );
}

function TasksInFile({ query, filters, note = null }: TasksExportProps) {
  const { data } = useVerb('tasks.page', { ...query, length: 1 });
  return (
    <>
      <p role="status">
        {data === null ? t('common.loading') : t('export.tasks.text', { count: data.count })}
      </p>
      <p className="break">
        {filters.length === 0 ? t('export.noFilters') : t('export.filters', { list: filters.join(' · ') })}
      </p>
      {note !== null && <p>{note}</p>}
    </>
  );
}
