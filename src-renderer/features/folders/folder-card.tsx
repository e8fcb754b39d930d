import { useState } from 'react';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Time } from '../../components/time.tsx';
import { say, sayFailure } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { timeText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { BacklogDialog } from './backlog-dialog.tsx';
import { FolderCounts } from './folder-counts.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { groupingText } from './rule-text.ts';

/** One folder in one glance: whether it is watched, what needs a person, and its files by what became of them. */
export function FolderCard({ folder, onEdit }: { readonly folder: FolderViewOfRule; onEdit(): void }) {
  const [asking, setAsking] = useState<'backlog' | 'remove' | null>(null);
  const { id, rule, problem, remark, backlog_waiting: backlog } = folder;
  return (
    <li className="folder card" aria-label={t('folders.one', { id })}>
      <div className="wrap folder-head">
        <h2 className="folder-title">
          <bdi>{id}</bdi>
        </h2>
        <Health folder={folder} />
        <div className="wrap folder-actions">
          <Acts folder={folder} />
          <Button size="small" kind="quiet" onPress={onEdit}>
            {t('folders.edit')}
          </Button>
          <Button size="small" kind="quiet" onPress={() => setAsking('remove')}>
            {t('folders.remove')}
          </Button>
        </div>
      </div>
      <p className="folder-path">
        <bdi>{folder.path}</bdi>
      </p>
      <p className="wrap quiet folder-facts">
        <span>{t(`folders.watching.${folder.watching}`)}</span>
        {folder.last_scan === null ? (
          <span>{t('folders.notLooked')}</span>
        ) : (
          <span>
            {t('folders.lastLook')} <Time iso={folder.last_scan} />
          </span>
        )}
        <span>{groupingText(rule.group)}</span>
        <span>
          {t('drop.taskType')} <bdi>{rule.taskType}</bdi>
        </span>
        <span>{t(folder.moves ? 'folders.after.move' : 'folders.after.keep')}</span>
      </p>
      {problem !== null && (
        <div className="folder-problem">
          <p className="folder-problem-words">{problemText(problem).message}</p>
          <p>{t('common.whatToDo', { next: problemText(problem).next })}</p>
          {(problem.code === 'folder.read-only' || problem.code === 'folder.left-by-other') && (
            <SoleUser id={id} />
          )}
        </div>
      )}
      {remark !== null && <p className="quiet">{remark}</p>}
      {backlog > 0 && (
        <div className="spread folder-backlog">
          <p>{t('folders.backlog.waiting', { count: backlog })}</p>
          <Button size="small" kind="primary" onPress={() => setAsking('backlog')}>
            {t('folders.backlog.decide')}
          </Button>
        </div>
      )}
      <FolderCounts folder={folder} />
      {asking === 'backlog' && <BacklogDialog folder={folder} onClose={() => setAsking(null)} />}
      {asking === 'remove' && <RemoveDialog folder={folder} onClose={() => setAsking(null)} />}
    </li>
  );
}

function Health({ folder }: { readonly folder: FolderViewOfRule }) {
  if (!folder.reachable) {
    return (
      <Chip tone="bad">
        {folder.unreachable_since === null
          ? t('folders.health.away')
          : t('folders.health.awaySince', { time: timeText(folder.unreachable_since) })}
      </Chip>
    );
  }
  if (folder.handled_by !== null)
    return <Chip tone="info">{t('folders.health.other', { station: folder.handled_by })}</Chip>;
  if (folder.paused) return <Chip tone="warn">{t('folders.health.paused')}</Chip>;
  if (folder.problem !== null) return <Chip tone="warn">{t('folders.health.problem')}</Chip>;
  return <Chip tone="ok">{t('folders.health.ok')}</Chip>;
}

function SoleUser({ id }: { readonly id: string }) {
  const answer = useAction('folders.no-other-station');
  const press = async () => {
    const result = await answer.run({ folder: id });
    if (result.ok) say(t('folders.noOtherStation.done', { id }));
    else sayFailure(result.error);
  };
  return (
    <Button size="small" kind="primary" isDisabled={answer.busy} onPress={() => void press()}>
      {t('folders.noOtherStation')}
    </Button>
  );
}

function Acts({ folder: { id, paused } }: { readonly folder: FolderViewOfRule }) {
  const rescan = useAction('folders.rescan');
  const pause = useAction('folders.pause');
  const resume = useAction('folders.resume');
  const look = async () => {
    const result = await rescan.run({ folder: id });
    if (result.ok) say(t('folders.looking'));
    else sayFailure(result.error);
  };
  const turn = async () => {
    const result = await (paused ? resume : pause).run({ folder: id });
    if (result.ok) say(t(paused ? 'folders.resumed' : 'folders.paused', { id }));
    else sayFailure(result.error);
  };
  return (
    <>
      <Button size="small" kind="quiet" isDisabled={rescan.busy} onPress={() => void look()}>
        {t('folders.look')}
      </Button>
      <Button size="small" kind="quiet" isDisabled={pause.busy || resume.busy} onPress={() => void turn()}>
        {t(paused ? 'folders.resume' : 'folders.pause')}
      </Button>
    </>
  );
}
