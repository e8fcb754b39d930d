import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/loading.tsx';
import { ScrollText } from '../../components/scroll-text.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useVerb } from '../../state/use-verb.ts';
import { fullTimeText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** The newest payload of a Task exactly as the service gave it. */
export function RawPayload({ uuid }: { readonly uuid: string }) {
  const host = useHost();
  const { data, failure } = useVerb('tasks.raw', { task: uuid });
  if (data === null) return failure === null ? <Loading /> : <FailureBox failure={failure} />;
  const copy = async () => {
    const copied = await host.copyText(data.json);
    if (copied.ok) say(t('common.copied'));
    else sayFailure(copied.error);
  };
  return (
    <>
      <div className="record-line">
        <span className="task-note">
          {t('task.rawAsOf', { time: fullTimeText(data.taken_at), status: data.status })}
        </span>
        <Button size="small" onPress={copy}>
          {t('common.copy')}
        </Button>
      </div>
      <ScrollText label={t('task.raw')} text={data.json} />
    </>
  );
}
