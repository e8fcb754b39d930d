import { useRef, useState } from 'react';
import { ACCOUNT_STATES, type AccountState } from '../../../src-main/contract/views/common.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty } from '../../components/screen.tsx';
import { Select } from '../../components/select.tsx';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { FileItem } from './file-item.tsx';
import './files-dialog.css';

const PAGE = 100;

interface FilesDialogProps {
  /** The folder of the files; null means all folders and drops. */
  readonly folder: string | null;
  /** Only dropped files. */
  readonly drops: boolean;
  readonly states: readonly AccountState[];
  onClose(): void;
}

/** The files behind a count: each with its state, the reason, and possible decisions. */
export function FilesDialog({ folder, drops, states: first, onClose }: FilesDialogProps) {
  const [states, setStates] = useState(first);
  const [offset, setOffset] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { data, failure, loading } = useVerb('files.page', {
    folder,
    drops,
    states: [...states],
    offset,
    length: PAGE,
  });
  const show = (chosen: readonly AccountState[]) => {
    setStates(chosen);
    setOffset(0);
  };
  const turn = (to: number) => {
    setOffset(to);
    list.current?.focus();
  };
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
        <StateSelect states={states} first={first} onChange={show} />
        <p className="files-count numbers" role="status">
          {data === null ? '' : t('common.files', { count: data.count })}
        </p>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {loading && data === null && <Loading />}
      <div ref={list} tabIndex={-1} className="files-list">
        {data?.rows.length === 0 && <Empty title={t('files.none')} />}
        <ul>
          {data?.rows.map((file) => (
            <FileItem
              key={file.id}
              file={file}
              showFolder={folder === null}
              onClose={onClose}
              onDecided={() => list.current?.focus()}
            />
          ))}
        </ul>
      </div>
      {data !== null && data.count > PAGE && (
        <div className="spread">
          <Button size="small" isDisabled={offset === 0} onPress={() => turn(Math.max(0, offset - PAGE))}>
            {t('files.newer')}
          </Button>
          <span className="quiet numbers">
            {t('files.range', { from: offset + 1, to: offset + data.rows.length, count: data.count })}
          </span>
          <Button size="small" isDisabled={offset + PAGE >= data.count} onPress={() => turn(offset + PAGE)}>
            {t('files.older')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface StateSelectProps {
  readonly states: readonly AccountState[];
  readonly first: readonly AccountState[];
  onChange(states: readonly AccountState[]): void;
}

function StateSelect({ states, first, onChange }: StateSelectProps) {
  const several = first.length > 1 ? [{ value: 'several' as const, label: t('files.several') }] : [];
  const options = [
    { value: 'all' as const, label: t('files.all') },
    ...several,
    ...ACCOUNT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
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
