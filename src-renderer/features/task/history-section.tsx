import { useState } from 'react';
import { LONGEST_NOTE } from '../../../src-main/contract/characters.ts';
import type { HistoryEntryView, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { goTo } from '../../state/place.ts';
import { statusText } from '../../strings/format.ts';
import { issueText, nameText } from '../../strings/issue-text.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { ChangeDialog } from './change-dialog.tsx';

export function HistorySection({ task }: { readonly task: Pick<TaskDetail, 'uuid' | 'history'> }) {
  const host = useHost();
  const [writing, setWriting] = useState(false);
  const { uuid, history } = task;
  return (
    <>
      <div>
        <Button size="small" onPress={() => setWriting(true)}>
          {t('task.addNote')}
        </Button>
      </div>
      {writing && (
        <ChangeDialog
          title={t('task.noteTitle')}
          label={t('task.note')}
          hint={t('task.noteHint')}
          lines={4}
          first=""
          most={LONGEST_NOTE}
          fault={t('task.noteFault')}
          saved={t('task.noteSaved')}
          late={t('undo.over')}
          save={(text) => host.call('tasks.add-note', { task: uuid, text })}
          onClose={() => setWriting(false)}
        />
      )}
      <Entries uuid={uuid} history={history} />
    </>
  );
}

function Entries({ uuid, history }: Pick<TaskDetail, 'uuid' | 'history'>) {
  if (history.length === 0) return <p className="task-note">{t('task.noHistory')}</p>;
  return (
    <ol className="history">
      {keyed(history.toReversed()).map(({ key, item: entry }) => (
        <li key={key} className="history-entry">
          <span className="quiet history-time">
            <Time iso={entry.at} />
          </span>
          <div>
            <Entry entry={entry} uuid={uuid} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry, uuid }: { readonly entry: HistoryEntryView; readonly uuid: string }) {
  switch (entry.kind) {
    case 'status':
      return <p>{t('task.historyStatus', { status: statusText(entry.status) })}</p>;
    case 'asked':
      return entry.issues.length === 0 ? (
        <p>{t('task.historyAskedNothing')}</p>
      ) : (
        <>
          <p>{t('task.historyAsked')}</p>
          <ul className="break history-list">
            {keyed(entry.issues).map(({ key, item: issue }) => (
              <li key={key}>{issueText(issue)}</li>
            ))}
          </ul>
        </>
      );
    case 'sent':
      return <Sent entry={entry} uuid={uuid} />;
  }
}

function Sent({ entry, uuid }: { readonly entry: Sent; readonly uuid: string }) {
  const { went_to, already_there: already, problem } = entry;
  const trouble = problem && problemText(problem);
  return (
    <>
      <p>
        <strong>{whatText(entry)}</strong>{' '}
        <span className="task-note">
          {t('task.historyBy', { who: entry.by })} · {t(`state.${entry.state}`)}
        </span>
      </p>
      {entry.files.length + Object.keys(entry.data ?? {}).length > 0 && (
        <ul className="break history-list">
          {keyed(entry.files).map(({ key, item: name }) => (
            <li key={key}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {Object.entries(entry.data ?? {}).map(([name, value]) => (
            <li key={name}>
              {entry.event !== 'note' && `${nameText(name)}: `}
              <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {trouble !== null && (
        <p className="break">
          {trouble.message} <span className="soft">{t('common.whatToDo', { next: trouble.next })}</span>
        </p>
      )}
      {already !== null && (
        <p className="task-note break">
          {already.files.length === 0
            ? t('task.historyAlreadyCount', { count: already.count })
            : t('task.historyAlready', { files: already.files.join(', ') })}
        </p>
      )}
      {went_to !== null && went_to !== uuid && (
        <p className="task-note">
          {t('task.historyWentTo')}{' '}
          <Button kind="quiet" size="small" onPress={() => goTo({ screen: 'task', task: went_to })}>
            {t('task.openSuccessor')}
          </Button>
        </p>
      )}
    </>
  );
}

const whatText = ({ what, event }: Sent): string =>
  event === null || event === 'note' ? t(`task.historySent.${what}`) : t('task.historyEvent', { event });

type Sent = Extract<HistoryEntryView, { kind: 'sent' }>;

const OPEN = ['queued', 'sending', 'unconfirmed'];

/** Returns the newest sent message of one of the `kinds`, if this message is queued, sending or unconfirmed. Otherwise returns null. */
export function pendingEdit(
  history: readonly HistoryEntryView[],
  kinds: readonly Sent['what'][],
): Sent | null {
  const newest = history.findLast((entry) => entry.kind === 'sent' && kinds.includes(entry.what));
  return newest?.kind === 'sent' && OPEN.includes(newest.state) ? newest : null;
}
