import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Time } from '../../components/time.tsx';
import { type Asked, useAction } from '../../state/queries/use-verb.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

interface CopiesElsewhereProps {
  readonly copies: NonNullable<VerbOutput<'backups.state'>['copies']>;
}

/** Automatic copies to another place: the newest copy, or the problem that prevents copies. */
function CopiesElsewhere({ copies: { folder, hours, last, problem } }: CopiesElsewhereProps) {
  return (
    <>
      <p>
        {t('settings.backups.copies', { count: hours })}{' '}
        {last === null ? (
          t('settings.backups.copies.none')
        ) : (
          <>
            {t('settings.backups.copies.last')} <Time iso={last} />
          </>
        )}
      </p>
      <p className="break">
        <bdi>{folder}</bdi>
      </p>
      {problem !== null && <FailureBox failure={problemText(problem)} />}
    </>
  );
}

/** The newest backup of the ledger, a button that makes another backup, and how to restore a backup. */
export function BackupsGroup({ asked }: { readonly asked: Asked<VerbOutput<'backups.state'>> }) {
  const { data: state, failure: unknown, refresh } = asked;
  const { run, busy, failure } = useAction('backups.make');
  const fault = failure ?? unknown;
  const make = async () => {
    if ((await run({})).ok) refresh();
  };
  return (
    <Group id="backups" title={t('settings.backups')} text={t('settings.backups.text')}>
      {fault !== null && <FailureBox failure={fault} />}
      {state !== null && (
        <>
          <p role="status">
            {state.last === null ? (
              t('settings.backups.none')
            ) : (
              <>
                {t('settings.backups.last', { count: state.count })} <Time iso={state.last} />
              </>
            )}
          </p>
          <p className="break">
            <bdi>{state.folder}</bdi>
          </p>
          {state.cipher !== null && <p>{t(`settings.backups.cipher.${state.cipher}`)}</p>}
          {state.copies !== null && <CopiesElsewhere copies={state.copies} />}
          <p>{t('settings.backups.keep')}</p>
          <pre className="break settings-command">clearfolder backup FILE --passphrase</pre>
          <p>{t('settings.backups.restore')}</p>
          <pre className="break settings-command">clearfolder restore latest</pre>
        </>
      )}
      <div className="wrap gap-2 middle">
        <Button isDisabled={busy} onPress={() => void make()}>
          {t(busy ? 'settings.backups.busy' : 'settings.backups.make')}
        </Button>
      </div>
    </Group>
  );
}
