import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Button } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import { goTo } from '../../state/place.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';
import { SupportBox } from './support-box.tsx';

interface AboutGroupProps {
  readonly view: SettingsView | null;
  readonly info: VerbOutput<'app.info'> | null;
}

/** Version, account, and the folders of the data and the settings. */
export function AboutGroup({ view, info }: AboutGroupProps) {
  return (
    <Group id="about" title={t('settings.about')}>
      <dl className="settings-facts">
        {info !== null && (
          <>
            <dt>{t('settings.about.version')}</dt>
            <dd>{info.version}</dd>
            <dt>{t('settings.about.runtime')}</dt>
            <dd>
              {info.runtime} {info.platform}
            </dd>
            <dt>{t('settings.about.host')}</dt>
            <dd>{t(`settings.about.host.${info.host}`)}</dd>
            <dt>{t('settings.about.user')}</dt>
            <dd>
              <bdi>{info.user}</bdi>
            </dd>
            <dt>{t('settings.about.since')}</dt>
            <dd>
              <Time iso={info.started_at} />
            </dd>
          </>
        )}
        {view !== null && (
          <>
            <dt>{t('settings.about.data')}</dt>
            <dd>
              <bdi className="settings-path">{view.data_folder}</bdi>
            </dd>
            <dt>{t('settings.about.file')}</dt>
            <dd>
              <bdi className="settings-path">{view.file ?? t('settings.about.noFile')}</bdi>
            </dd>
          </>
        )}
        <dt>{t('settings.about.licence')}</dt>
        <dd>{t('settings.about.licence.text')}</dd>
      </dl>
      <SupportBox />
      <div className="wrap gap-2 settings-actions">
        <Button onPress={() => goTo({ screen: 'audit' })}>{t('audit.open')}</Button>
      </div>
    </Group>
  );
}
