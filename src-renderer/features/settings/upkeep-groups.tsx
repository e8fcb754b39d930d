import { useState } from 'react';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import type { Finding } from '../../../src-main/contract/views/folder.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Findings } from '../../components/findings.tsx';
import { Button } from '../../components/input/button.tsx';
import { ScrollText } from '../../components/json-view.tsx';
import { Progress } from '../../components/progress.tsx';
import { Fact } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { type Asked, useAction } from '../../state/queries/use-verb.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

interface CopiesElsewhereProps {
  readonly copies: NonNullable<VerbOutput<'backups.state'>['copies']>;
}

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
          <p>{t('settings.backups.cipher')}</p>
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

export function DoctorGroup() {
  const { run, busy, failure } = useAction('doctor.run');
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const go = async () => {
    const result = await run({});
    if (result.ok) setFindings(result.value);
  };
  return (
    <Group id="doctor" title={t('settings.doctor')} text={t('settings.doctor.text')}>
      {busy && <Progress label={t('settings.doctor.busy')} />}
      {failure !== null && <FailureBox failure={failure} />}
      {findings !== null && <Findings findings={findings} />}
      <div className="wrap gap-2 middle">
        <Button isDisabled={busy} onPress={() => void go()}>
          {t(
            busy
              ? 'settings.doctor.busy'
              : findings === null
                ? 'settings.doctor.run'
                : 'settings.doctor.again',
          )}
        </Button>
      </div>
    </Group>
  );
}

interface AboutGroupProps {
  readonly view: SettingsView | null;
  readonly info: VerbOutput<'app.info'> | null;
}

export function AboutGroup({ view, info }: AboutGroupProps) {
  return (
    <Group id="about" title={t('settings.about')}>
      <dl className="facts">
        {info !== null && (
          <>
            <Fact name={t('settings.about.version')}>{info.version}</Fact>
            <Fact name={t('settings.about.runtime')}>
              {info.runtime} {info.platform}
            </Fact>
            <Fact name={t('settings.about.host')}>{t(`settings.about.host.${info.host}`)}</Fact>
            <Fact name={t('settings.about.user')}>
              <bdi>{info.user}</bdi>
            </Fact>
            <Fact name={t('settings.about.since')}>
              <Time iso={info.started_at} />
            </Fact>
          </>
        )}
        {view !== null && (
          <>
            <Fact name={t('settings.about.data')}>
              <bdi className="settings-path">{view.data_folder}</bdi>
            </Fact>
            <Fact name={t('settings.about.file')}>
              <bdi className="settings-path">{view.file ?? t('settings.about.noFile')}</bdi>
            </Fact>
          </>
        )}
        <Fact name={t('settings.about.licence')}>{t('settings.about.licence.text')}</Fact>
      </dl>
      <SupportBox />
      <div className="wrap gap-2 middle">
        <Button onPress={() => goTo({ screen: 'audit' })}>{t('audit.open')}</Button>
      </div>
    </Group>
  );
}

/** Shows the whole text of a support bundle, so that a person can check the text before saving it. */
function SupportBox() {
  const host = useHost();
  const { run, busy, failure } = useAction('support.make');
  const [made, setMade] = useState<VerbOutput<'support.make'> | null>(null);
  const make = async () => {
    const result = await run({});
    if (result.ok) setMade(result.value);
  };
  const save = async ({ file, name }: VerbOutput<'support.make'>) => {
    const result = await host.saveMade(file, name);
    if (!result.ok) return sayFailure(result.error);
    if (!result.value.saved) return;
    setMade(null);
    say(t('support.saved'));
  };
  return (
    <>
      {busy && <Progress label={t('support.making')} />}
      {failure !== null && <FailureBox failure={failure} />}
      <div className="wrap gap-2 middle">
        <Button isDisabled={busy} onPress={() => void make()}>
          {t(busy ? 'support.making' : 'support.make')}
        </Button>
      </div>
      {made !== null && (
        <Dialog
          title={t('support.title')}
          onClose={() => setMade(null)}
          size="full"
          actions={
            <>
              <Button onPress={() => setMade(null)}>{t('common.close')}</Button>
              <Button kind="primary" onPress={() => void save(made)}>
                {t('support.save')}
              </Button>
            </>
          }
        >
          <p>{t('support.text')}</p>
          <ScrollText label={t('support.content')} text={made.text} />
        </Dialog>
      )}
    </>
  );
}
