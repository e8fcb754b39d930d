import type { Backlog, FolderRule } from '../../../src-main/contract/settings.ts';
import type { Organisation } from '../../../src-main/contract/views/settings-view.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { BacklogField } from '../../components/folders/backlog-field.tsx';
import { countBacklog } from '../../components/folders/count-backlog.ts';
import { PreviewBox } from '../../components/folders/preview-box.tsx';
import { Loading } from '../../components/progress.tsx';
import { Fact } from '../../components/screen.tsx';
import { usePreview } from '../../state/queries/use-preview.ts';
import { t } from '../../strings/translate.ts';

export type Decisions = Readonly<Record<string, Backlog>>;

interface FoldersStepProps {
  readonly organisation: Organisation;
  readonly address: string;
  readonly kept: 'keychain' | 'file' | 'variable';
  readonly folders: readonly FolderRule[];
  /** The number of files that wait for a decision in each folder, by the id of the folder rule. Null if the service is not in use yet. */
  readonly waiting: Readonly<Record<string, number>> | null;
  readonly decisions: Decisions;
  onDecide(folder: string, decision: Backlog): void;
}

/**
 * The last step of the dialog: shows the organization of the api_secret, and asks for each watched folder whether the files in the folder
 * are sent.
 */
export function FoldersStep({ organisation, address, kept, folders, ...step }: FoldersStepProps) {
  return (
    <>
      <p role="status">{t('connect.accepted')}</p>
      <dl className="facts">
        <Fact name={t('settings.organisation')}>
          <bdi className="strong">{organisation.name ?? t('settings.organisation.unnamed')}</bdi>
        </Fact>
        <Fact name={t('settings.environment.address')}>
          <bdi className="break">{address}</bdi>
        </Fact>
        <Fact name={t('connect.kept')}>{t(`connect.kept.${kept}`)}</Fact>
      </dl>
      <h3>{t('connect.folders')}</h3>
      <p>{t(folders.length === 0 ? 'connect.folders.none' : 'connect.folders.text')}</p>
      {folders.length > 0 && (
        <ul className="stack gap-3">
          {folders.map((rule) => (
            <FolderQuestion key={rule.id} rule={rule} {...step} />
          ))}
        </ul>
      )}
    </>
  );
}

interface FolderQuestionProps extends Pick<FoldersStepProps, 'waiting' | 'decisions' | 'onDecide'> {
  readonly rule: FolderRule;
}

function FolderQuestion({ rule, waiting, decisions, onDecide }: FolderQuestionProps) {
  const preview = usePreview(rule, waiting === null);
  const { data, failure, looking } = preview;
  const backlog = countBacklog(waiting === null ? null : (waiting[rule.id] ?? 0), data);
  return (
    <li className="stack gap-3 connect-folder" aria-label={t('folders.one', { id: rule.id })}>
      <bdi className="strong break">{rule.path}</bdi>
      {failure !== null && <FailureBox failure={failure} />}
      {looking && <Loading label={t('folders.preview.looking')} />}
      {data !== null && !data.reachable && <p className="field-fault">{t('folders.preview.unreachable')}</p>}
      {data?.reachable && (
        <>
          <p>{t('connect.folders.sum', { files: data.taken })}</p>
          <Disclosure title={t('connect.folders.see')}>
            <PreviewBox preview={preview} />
          </Disclosure>
        </>
      )}
      {backlog.documents > 0 && (
        <BacklogField
          {...backlog}
          value={decisions[rule.id] ?? 'ask'}
          ages={data?.backlog ?? []}
          later
          onChange={(decision) => onDecide(rule.id, decision)}
        />
      )}
    </li>
  );
}
