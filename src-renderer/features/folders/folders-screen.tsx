import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { isLocked } from '../../../src-main/contract/settings.ts';
import { ACCOUNT_STATES, type AccountState } from '../../../src-main/contract/views/common.ts';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Chip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Screen } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useUncompared } from '../../state/live.ts';
import { say, sayResult } from '../../state/notices.ts';
import { openAddFolder, openBacklog, openFiles } from '../../state/panels.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { heldCausesText, heldText } from '../../strings/held-causes-text.ts';
import { problemText, saidText } from '../../strings/problem-text.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { Offer } from './offer.tsx';
import { groupingText } from './rule-draft.ts';
import './folders.css';

export function FoldersScreen() {
  const { data: folders, failure } = useVerb('folders.list', {});
  const { data: view } = useVerb('settings.get', {});
  const locked = view !== null && isLocked(view.locked, 'folders');
  const [editing, setEditing] = useState<FolderViewOfRule | null>(null);
  const rescan = useAction('folders.rescan');
  const lookAtAll = async () => {
    sayResult(await rescan.run({ folder: null }), () => t('folders.looking'));
  };
  const add = locked ? null : (
    <Button kind="primary" onPress={openAddFolder}>
      {t('folders.add')}
    </Button>
  );
  return (
    <Screen
      title={t('shell.folders')}
      lead={folders === null || folders.length === 0 ? null : leadText(folders)}
      actions={
        folders !== null &&
        folders.length > 0 && (
          <>
            <Button isDisabled={rescan.busy} onPress={() => void lookAtAll()}>
              {t('folders.lookAll')}
            </Button>
            {add}
          </>
        )
      }
    >
      {locked && <p className="quiet">{t('folders.locked')}</p>}
      {failure !== null && <FailureBox failure={failure} />}
      {folders === null && failure === null && <Loading />}
      {folders?.length === 0 && (
        <Empty title={t('folders.empty.title')} action={add}>
          {t('folders.empty.text')}
        </Empty>
      )}
      <ul className="folders">
        {folders?.map((folder) => (
          <FolderCard key={folder.id} folder={folder} locked={locked} onEdit={() => setEditing(folder)} />
        ))}
      </ul>
      {editing !== null && <FolderDialog folder={editing} onClose={() => setEditing(null)} />}
    </Screen>
  );
}

function leadText(folders: readonly FolderViewOfRule[]): string {
  const away = folders.filter(({ reachable }) => !reachable).length;
  const paused = folders.filter(({ paused }) => paused).length;
  return t('folders.lead', { count: folders.length, away, paused });
}

interface FolderCardProps {
  readonly folder: FolderViewOfRule;
  readonly locked: boolean;
  onEdit(): void;
}

function FolderCard({ folder, locked, onEdit }: FolderCardProps) {
  const [removing, setRemoving] = useState(false);
  const { id, rule, problem, said, backlog_waiting: backlog } = folder;
  return (
    <li className="stack gap-2 folder card" aria-label={t('folders.one', { id })}>
      <div className="wrap middle folder-head">
        <h2 className="min-0 break">
          <bdi>{id}</bdi>
        </h2>
        <Health folder={folder} />
        <div className="wrap folder-actions">
          <Acts folder={folder} />
          {!locked && (
            <>
              <Button size="small" kind="quiet" onPress={onEdit}>
                {t('folders.edit')}
              </Button>
              <Button size="small" kind="quiet" onPress={() => setRemoving(true)}>
                {t('folders.remove')}
              </Button>
            </>
          )}
        </div>
      </div>
      <p className="break folder-path">
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
        <span>{t(folder.moves ? 'folders.sent.move' : 'folders.sent.keep')}</span>
      </p>
      {problem !== null && (
        <div className="folder-problem">
          <p className="strong">{problemText(problem).message}</p>
          <p>{t('common.whatToDo', { next: problemText(problem).next })}</p>
          {(problem.code === 'folder.read-only' || problem.code === 'folder.left-by-other') && (
            <SoleUser id={id} />
          )}
        </div>
      )}
      {said !== null && (
        <p className={folder.counts.unreadable > 0 ? 'folder-problem strong' : 'quiet'}>
          {saidText(said.remark)}
        </p>
      )}
      {backlog > 0 && (
        <div className="spread folder-backlog">
          <p>
            {t('folders.backlog.waiting', { count: backlog })} {heldCausesText(folder.backlog_causes)}
          </p>
          <Button size="small" kind="primary" onPress={() => openBacklog(id)}>
            {t('folders.backlog.decide')}
          </Button>
        </div>
      )}
      {folder.offer !== null && <Offer folder={folder} offer={folder.offer} />}
      <FolderCounts folder={folder} />
      {removing && <RemoveDialog folder={folder} onClose={() => setRemoving(false)} />}
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
  if (folder.problem !== null || folder.counts.unreadable > 0)
    return <Chip tone="warn">{t('folders.health.problem')}</Chip>;
  return <Chip tone="ok">{t('folders.health.ok')}</Chip>;
}

function SoleUser({ id }: { readonly id: string }) {
  const answer = useAction('folders.no-other-station');
  const press = async () => {
    sayResult(await answer.run({ folder: id }), () => t('folders.noOtherStation.done', { id }));
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
    sayResult(await rescan.run({ folder: id }), () => t('folders.looking'));
  };
  const turn = async () => {
    sayResult(await (paused ? resume : pause).run({ folder: id }), () =>
      t(paused ? 'folders.resumed' : 'folders.paused', { id }),
    );
  };
  return (
    <>
      <Button size="small" kind="quiet" isDisabled={rescan.busy} onPress={() => void look()}>
        {t('common.refresh')}
      </Button>
      <Button size="small" kind="quiet" isDisabled={pause.busy || resume.busy} onPress={() => void turn()}>
        {t(paused ? 'folders.resume' : 'folders.pause')}
      </Button>
    </>
  );
}

interface FolderCountsProps {
  readonly folder: FolderViewOfRule;
}

// Shows how many files of a folder are in each state. The numbers of all states add up to the number of found files (I1).
function FolderCounts({ folder }: FolderCountsProps) {
  const { id, counts, handled_by: other, backlog_waiting: backlog } = folder;
  const uncompared = useUncompared();
  // A file that another station will send has the state `settling` at this station, so the screen shows another name for the state.
  const name = (state: AccountState) => {
    if (state === 'settling' && other !== null) return t('folders.counts.others');
    if (state === 'settling' && uncompared) return t('today.account.uncompared');
    return state === 'held' ? heldText(counts.held, backlog) : t(`today.account.${state}`);
  };
  const states = ACCOUNT_STATES.filter((state) => counts[state] > 0);
  const sum = states.reduce((total, state) => total + counts[state], 0);
  const open = (wanted: readonly AccountState[]) => openFiles({ folder: id, drops: false, states: wanted });
  if (counts.found === 0) return <p className="quiet">{t('folders.counts.none')}</p>;
  return (
    <>
      <ul className="wrap gap-2 folder-counts" aria-label={t('folders.counts')}>
        <li>
          <AriaButton className="stack card folder-count folder-count-found" onPress={() => open([])}>
            <span className="folder-count-number numbers">{counts.found}</span>
            <span>{t('folders.counts.found')}</span>
          </AriaButton>
        </li>
        {states.map((state) => (
          <li key={state}>
            <AriaButton
              className={`stack card folder-count folder-count-${state}`}
              onPress={() => open([state])}
            >
              <span className="folder-count-number numbers">{counts[state]}</span>
              <span>{name(state)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
      {sum !== counts.found && (
        <p className="field-fault" role="alert">
          {t('folders.counts.wrong', { found: counts.found, sum })}
        </p>
      )}
    </>
  );
}

function RemoveDialog({ folder, onClose }: { readonly folder: FolderViewOfRule; onClose(): void }) {
  const remove = useAction('folders.remove');
  const { held, settling, queued, sending, unconfirmed } = folder.counts;
  const go = async () => {
    const result = await remove.run({ folder: folder.id });
    if (!result.ok) return;
    say(t('folders.removed', { id: folder.id }));
    onClose();
  };
  return (
    <Dialog
      title={t('folders.remove.title', { id: folder.id })}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" isDisabled={remove.busy} onPress={() => void go()}>
            {t('folders.remove.sure')}
          </Button>
        </>
      }
    >
      <p>{t('folders.remove.text')}</p>
      {held + settling > 0 && <p>{t('folders.remove.notSent', { count: held + settling })}</p>}
      {queued + sending + unconfirmed > 0 && (
        <p>{t('folders.remove.onWay', { count: queued + sending + unconfirmed })}</p>
      )}
      {remove.failure !== null && <FailureBox failure={remove.failure} />}
    </Dialog>
  );
}
