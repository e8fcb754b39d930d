import type { Drop, DropCorrectionView } from '../../../src-main/contract/views/drop.ts';
import { Checkbox } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { issueText } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';

interface CorrectionPartProps {
  readonly correction: DropCorrectionView;
  readonly files: Drop['files'];
  readonly busy: boolean;
  readonly what: string;
  onWhat(what: string): void;
  readonly again: boolean;
  onAgain(again: boolean): void;
}

/**
 * The part of the form for a correction: the person describes what has changed. Below, the form lists the changes that Clearfolder finds,
 * or warns that nothing has changed.
 */
export function CorrectionPart(props: CorrectionPartProps) {
  const { correction, files, busy, what, onWhat, again, onAgain } = props;
  const changes = [
    ...documentChanges(correction, files),
    ...(correction.changed.task_type ? [t('correct.change.type')] : []),
    ...(correction.changed.request_spec ? [t('correct.change.details')] : []),
  ];
  return (
    <div className="stack gap-3">
      <Refusals task={correction.task} />
      <TextField
        label={t('correct.what')}
        hint={t('correct.what.hint')}
        value={what}
        onChange={onWhat}
        most={500}
        lines={3}
        isRequired
      />
      {changes.length > 0 && (
        <div className="stack gap-1">
          <h3 className="quiet strong">{t('correct.changes')}</h3>
          <ul className="stack gap-1 correction-changes">
            {keyed(changes).map(({ key, item }) => (
              <li key={key} className="break">
                {item}
              </li>
            ))}
          </ul>
        </div>
      )}
      {!busy && correction.unchanged && (
        <div className="stack gap-2 correction-unchanged" role="status">
          <p className="strong">{t('correct.unchanged')}</p>
          <p>{t('correct.unchanged.text')}</p>
          <Checkbox isSelected={again} onChange={onAgain}>
            {t('correct.again')}
          </Checkbox>
        </div>
      )}
    </div>
  );
}

/** The reasons for which the service did not approve the Task: what the person corrects. */
function Refusals({ task }: { readonly task: string }) {
  const { data } = useVerb('tasks.get', { task });
  if (data === null) return null;
  const refused = data.verdicts.filter(({ approved }) => !approved);
  const lines =
    refused.length > 0
      ? refused.flatMap(({ code, conclusion, reasons }) =>
          [
            ...reasons.map(issueText),
            ...(reasons.length === 0 && conclusion !== null ? [conclusion] : []),
          ].map((text) => `${code}: ${text}`),
        )
      : data.issues.map(issueText);
  if (lines.length === 0) return null;
  return (
    <section className="stack gap-1 correction-reasons">
      <h3 className="strong">
        {t(refused.length > 0 ? 'correct.reasons.verdicts' : 'correct.reasons.issues')}
      </h3>
      <ul className="stack gap-1 correction-changes">
        {keyed([...new Set(lines)]).map(({ key, item }) => (
          <li key={key} className="break">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

function documentChanges({ documents }: DropCorrectionView, files: Drop['files']): string[] {
  const going = files.filter(({ state }) => state === 'ready' || state === 'duplicate');
  const kept = new Set(going.filter(({ carried }) => carried).map(({ path }) => path));
  const added = new Set(going.filter(({ carried }) => !carried).map(({ path }) => path));
  return [
    ...documents.flatMap((name) => {
      if (kept.has(name)) return [];
      return [t(added.has(name) ? 'correct.change.text' : 'correct.change.left', { name })];
    }),
    ...[...added]
      .filter((name) => !documents.includes(name))
      .map((name) => t('correct.change.added', { name })),
  ];
}

/** Lists the documents of the Task that Clearfolder could not copy into the drop, each with the reason. */
export function LostDocuments({ correction }: { readonly correction: DropCorrectionView }) {
  if (correction.lost.length === 0) return null;
  const title = t('correct.lost', { count: correction.lost.length });
  return (
    <section aria-label={title} className="drop-behind-bad card">
      <h3 className="drop-behind-title">{title}</h3>
      <ul>
        {keyed(correction.lost.map(({ name, why }) => `${name}: ${t(`correct.lost.${why}`)}`)).map(
          ({ key, item }) => (
            <li key={key} className="drop-file drop-file-reason break">
              {item}
            </li>
          ),
        )}
      </ul>
      <p className="drop-duplicates">{t('correct.lost.next')}</p>
    </section>
  );
}
