import { useEffect, useRef, useState } from 'react';
import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import { ACCOUNT_STATES } from '../../../src-main/contract/views/common.ts';
import type { FileRowView } from '../../../src-main/contract/views/outbox.ts';
import { StateChip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox } from '../../components/input/choice.tsx';
import { PartButtons, usePart } from '../../components/input/pick-list.tsx';
import { Select } from '../../components/input/select.tsx';
import { Loading } from '../../components/progress.tsx';
import {
  PlanButton,
  SelectButton,
  type Selection,
  SelectionBar,
  useSelection,
} from '../../components/rows/selection.tsx';
import { Empty } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { useUncompared } from '../../state/live.ts';
import { say, sayPlanned } from '../../state/notices.ts';
import type { FilesWanted } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { bytesText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import './files-dialog.css';

const PAGE = 100;

interface FilesDialogProps extends FilesWanted {
  onClose(): void;
}

export function FilesDialog({ folder, drops, states: first, onClose }: FilesDialogProps) {
  const [states, setStates] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  const part = usePart(PAGE, JSON.stringify(states), list);
  const { data, failure, loading } = useVerb('files.page', {
    folder,
    drops,
    states: [...states],
    offset: part.offset,
    length: PAGE,
  });
  const selection = useSelection<FileRowView>(JSON.stringify(states));
  // With large text, the end of the empty list would be in view, without its words.
  const isEmpty = data?.rows.length === 0;
  useEffect(() => {
    if (isEmpty && document.activeElement === list.current) list.current?.scrollIntoView();
  }, [isEmpty]);
  return (
    <Dialog
      title={
        folder !== null ? t('files.title.folder', { folder }) : t(drops ? 'files.title.drops' : 'files.title')
      }
      onClose={onClose}
      size="wide"
      actions={<Button onPress={onClose}>{t('common.close')}</Button>}
    >
      <div className="wrap gap-3 files-head">
        <StateSelect states={states} first={first} onChange={setStates} />
        <p className="files-count numbers" role="status">
          {data === null ? '' : t('common.files', { count: data.count })}
        </p>
        {(selection.rows !== null || data?.rows.some(isHeld)) && <SelectButton selection={selection} />}
      </div>
      <SelectionBar
        selection={selection}
        all={data?.count ?? 0}
        onAll={() => selection.change(new Map(data?.rows.filter(isHeld).map((file) => [`${file.id}`, file])))}
      >
        <ActOnFiles selection={selection} />
      </SelectionBar>
      {failure !== null && <FailureBox failure={failure} />}
      {loading && data === null && <Loading />}
      <div ref={list} tabIndex={-1} className="files-list">
        {isEmpty && <Empty title={t('files.none')} />}
        <ul>
          {data?.rows.map((file) => (
            <FileItem
              key={file.id}
              file={file}
              planned={data.planned[file.id] ?? null}
              selection={selection}
              showFolder={folder === null}
              onClose={onClose}
              onDecided={(item) => (nextOf(item) ?? list.current)?.focus()}
            />
          ))}
        </ul>
      </div>
      {data !== null && (
        <PartButtons part={part} shown={data.rows.length} count={data.count} label={t('files.show')} />
      )}
    </Dialog>
  );
}

const isHeld = ({ state }: FileRowView) => state === 'held';

const nextOf = (item: HTMLElement | null) =>
  [item?.nextElementSibling, item?.previousElementSibling].find((one) => one instanceof HTMLElement);

/**
 * Buttons that send or leave out the selected files. The button for sending ignores files that are no documents, because a person must look
 * at each such file first.
 */
function ActOnFiles({ selection }: { readonly selection: Selection<FileRowView> }) {
  const host = useHost();
  const files = [...(selection.rows?.values() ?? [])];
  const acts = [
    {
      act: 'send',
      said: 'select.sends',
      late: t('undo.over.sent', { what: 'documents' }),
      label: 'select.send',
      some: files.filter((file) => canSend(file) && !NO_DOCUMENT.has(file.problem?.code ?? '')),
    },
    {
      act: 'leave-out',
      said: 'select.leavesOut',
      late: t('undo.over.leftOut'),
      label: 'select.leaveOut',
      some: files,
    },
  ] as const;
  return acts.map(({ act, said, late, label, some }) => (
    <PlanButton
      key={act}
      label={label}
      said={said}
      late={late}
      count={some.length}
      plan={() => host.call('files.plan', { files: some.map(({ id }) => id), act })}
      onPlanned={() => selection.change(null)}
    />
  ));
}

interface StateSelectProps extends Pick<FilesWanted, 'states'> {
  readonly first: FilesWanted['states'];
  onChange(states: FilesWanted['states']): void;
}

function StateSelect({ states, first, onChange }: StateSelectProps) {
  const uncompared = useUncompared();
  const options = [
    { value: 'all' as const, label: t('files.all') },
    ...(first.length > 1 ? [{ value: 'several' as const, label: t('files.several') }] : []),
    ...ACCOUNT_STATES.map((value) => ({
      value,
      label: t(value === 'settling' && uncompared ? 'state.uncompared' : `state.${value}`),
    })),
  ];
  const value = states.length === 0 ? 'all' : states.length > 1 ? 'several' : (states[0] ?? 'all');
  return (
    <Select
      label={t('files.show')}
      value={value}
      options={options}
      onChange={(chosen) => onChange(chosen === 'all' ? [] : chosen === 'several' ? first : [chosen])}
    />
  );
}

/** The problems of files that cannot be sent. For such a file, the dialog does not offer the decision `send`. */
const NOT_SENDABLE: ReadonlySet<string> = new Set([
  'file.empty',
  'file.unreadable',
  'file.vanished',
  'file.changing',
]);

/** The problems of files that a person should look at before the person sends the file. */
const NO_DOCUMENT: ReadonlySet<string> = new Set([
  'file.not-a-document',
  'file.web-page',
  'file.conflict-copy',
]);
const UNFIT: ReadonlySet<string> = new Set([...NO_DOCUMENT, 'file.unfinished']);

const canSend = ({ can_be_sent: can, problem }: FileRowView) =>
  can && (problem === null || !NOT_SENDABLE.has(problem.code));

type Decision = VerbInput<'files.decide'>['decision'];

/** Returns the first sentence of what happened and of what to do. `rest` has the other sentences, such as other possible reasons. */
function shortened({ message, next }: ReturnType<typeof problemText>) {
  const [what = '', ...moreWhat] = message.split(SENTENCE_END);
  const [act = '', ...moreActs] = next.split(SENTENCE_END);
  // An advice of two sentences stays whole: the second sentence often says what to do in the other case.
  if (moreActs.length < 2 && moreWhat.length < 2) return { message, next, rest: '' };
  return { message: what, next: act, rest: [...moreWhat, ...moreActs].join(' ') };
}
const SENTENCE_END = /(?<=[.!?]) (?=\p{Lu}|[“¿])/u;

interface FileItemProps {
  readonly file: FileRowView;
  readonly planned: 'send' | 'leave-out' | null;
  readonly selection: Selection<FileRowView>;
  readonly showFolder: boolean;
  onClose(): void;
  onDecided(item: HTMLElement | null): void;
}

function FileItem({ file, planned, selection, showFolder, onClose, onDecided }: FileItemProps) {
  const decide = useAction('files.decide');
  const plan = useAction('files.plan');
  const host = useHost();
  const busy = decide.busy || plan.busy;
  const failure = decide.failure ?? plan.failure;
  const item = useRef<HTMLLIElement>(null);
  const { problem, state, task_uuid: task } = file;
  const waits = useUncompared() && state === 'settling';
  const words = problem === null ? null : shortened(problemText(problem));
  const go = async (decision: Decision) => {
    const result = await decide.run({ file: file.id, decision });
    if (!result.ok) return;
    say(t('files.goes', { file: file.path }));
    onDecided(item.current);
  };
  const leaveOut = async () => {
    const result = await plan.run({ files: [file.id], act: 'leave-out' });
    if (!result.ok) return;
    sayPlanned(host, t('files.leftOut', { file: file.path }), result.value, t('undo.over.leftOut'));
    onDecided(item.current);
  };
  const button = (label: PlainKey, act: () => Promise<void>) => (
    <Button size="small" isDisabled={busy} onPress={() => void act()}>
      {t(label)}
    </Button>
  );
  return (
    <li ref={item} tabIndex={-1} className="stack gap-1 files-item">
      <div className="files-item-line">
        {selection.rows === null || state !== 'held' ? (
          <bdi className="break files-name">{file.path}</bdi>
        ) : (
          <Checkbox
            isSelected={selection.rows.has(`${file.id}`)}
            onChange={() => selection.toggle(`${file.id}`, file)}
          >
            <bdi className="break files-name">{file.path}</bdi>
          </Checkbox>
        )}
        <StateChip state={state} />
      </div>
      <p className="wrap quiet files-facts numbers">
        {showFolder && <bdi>{file.folder ?? t('common.drop')}</bdi>}
        <span>{bytesText(file.size)}</span>
        <span>
          {t('files.found')} <Time iso={file.found_at} />
        </span>
        {file.ignored_by !== null && <span>{t('drop.ignored.by', { rule: file.ignored_by })}</span>}
      </p>
      {waits && (
        <p>
          {t('files.uncompared')}{' '}
          <span className="files-next">{t('common.whatToDo', { next: t('files.uncompared.next') })}</span>
        </p>
      )}
      {words !== null && (
        <>
          <p>
            {words.message} <span className="files-next">{t('common.whatToDo', { next: words.next })}</span>
          </p>
          {words.rest !== '' && (
            <Disclosure title={t('files.details')}>
              <p>{words.rest}</p>
            </Disclosure>
          )}
        </>
      )}
      {planned !== null && <p className="soft">{t(`select.planned.${planned}`)}</p>}
      {failure !== null && <FailureBox failure={failure} />}
      <div className="wrap gap-2 files-actions">
        {state === 'held' && planned === null && selection.rows === null && (
          <>
            {file.answers.map(({ task_uuid, name }) => (
              <Button
                key={task_uuid}
                size="small"
                kind="primary"
                isDisabled={busy}
                onPress={() => void go({ answer_to: task_uuid })}
              >
                <span>
                  {t('files.giveTo')} <bdi>{name}</bdi>
                </span>
              </Button>
            ))}
            {canSend(file) &&
              button(problem !== null && UNFIT.has(problem.code) ? 'files.sendAnyway' : 'files.send', () =>
                go('send'),
              )}
            {button('files.leaveOut', leaveOut)}
          </>
        )}
        {state === 'duplicate' && file.can_be_sent && button('files.sendAnyway', () => go('send-anyway'))}
        {problem?.code === 'file.not-a-document' && file.folder !== null && (
          <Button
            size="small"
            kind="quiet"
            onPress={() => {
              onClose();
              goTo({ screen: 'folders' });
            }}
          >
            {t('files.folderSettings')}
          </Button>
        )}
        {task !== null && (
          <Button
            size="small"
            kind="quiet"
            onPress={() => {
              onClose();
              goTo({ screen: 'task', task });
            }}
          >
            {t('common.openTask')}
          </Button>
        )}
      </div>
    </li>
  );
}
