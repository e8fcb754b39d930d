import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import type { ProblemView } from '../../../src-main/contract/views/common.ts';
import type { FileRowView } from '../../../src-main/contract/views/outbox.ts';
import { Button } from '../../components/button.tsx';
import { StateChip } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Time } from '../../components/time.tsx';
import { say } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/use-verb.ts';
import { bytesText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';

/** Problems of documents that are missing or incomplete and can never be sent. */
const NOT_SENDABLE: ReadonlySet<string> = new Set([
  'file.empty',
  'file.unreadable',
  'file.vanished',
  'file.changing',
]);

function Problem({ problem }: { readonly problem: ProblemView }) {
  const { message, next } = problemText(problem);
  return (
    <p>
      {message} <span className="files-next">{t('common.whatToDo', { next })}</span>
    </p>
  );
}

type Decision = VerbInput<'files.decide'>['decision'];

interface FileItemProps {
  readonly file: FileRowView;
  readonly showFolder: boolean;
  onClose(): void;
  onDecided(): void;
}

/** A file with its state, and with the decisions that a person can make about it. */
export function FileItem({ file, showFolder, onClose, onDecided }: FileItemProps) {
  const decide = useAction('files.decide');
  const { problem, state, task_uuid: task } = file;
  const go = async (decision: Decision) => {
    const result = await decide.run({ file: file.id, decision });
    if (!result.ok) return;
    say(t(decision === 'leave-out' ? 'files.leftOut' : 'files.goes'));
    onDecided();
  };
  return (
    <li className="stack gap-1 files-item">
      <div className="files-item-line">
        <bdi className="break files-name">{file.path}</bdi>
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
      {problem !== null && <Problem problem={problem} />}
      {decide.failure !== null && <FailureBox failure={decide.failure} />}
      <div className="wrap gap-2 files-actions">
        {state === 'held' && (
          <>
            {file.answers.map(({ task_uuid, name }) => (
              <Button
                key={task_uuid}
                size="small"
                kind="primary"
                isDisabled={decide.busy}
                onPress={() => void go({ answer_to: task_uuid })}
              >
                <span>
                  {t('files.giveTo')} <bdi>{name}</bdi>
                </span>
              </Button>
            ))}
            {(problem === null || !NOT_SENDABLE.has(problem.code)) && (
              <Button size="small" isDisabled={decide.busy} onPress={() => void go('send')}>
                {t('files.send')}
              </Button>
            )}
            <Button size="small" isDisabled={decide.busy} onPress={() => void go('leave-out')}>
              {t('files.leaveOut')}
            </Button>
          </>
        )}
        {state === 'duplicate' && (
          <Button size="small" isDisabled={decide.busy} onPress={() => void go('send-anyway')}>
            {t('files.sendAnyway')}
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
            {t('files.openTask')}
          </Button>
        )}
      </div>
    </li>
  );
}
