import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Button } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import { goTo } from '../../state/place.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';
import { SupportBox } from './support-box.tsx';

/** What runs here, for whom, and where it keeps its things. */
export function AboutGroup({ view }: { readonly view: SettingsView | null }) {
  const { data } = useVerb('app.info', {});
  return (
    <Group id="about" title={t('settings.about')}>
      <dl className="settings-facts">
        {data !== null && (
          <>
            <dt>{t('settings.about.version')}</dt>
            <dd>{data.version}</dd>
            <dt>{t('settings.about.runtime')}</dt>
            <dd>
              {data.runtime} {data.platform}
            </dd>
            <dt>{t('settings.about.host')}</dt>
            <dd>{t(`settings.about.host.${data.host}`)}</dd>
            <dt>{t('settings.about.user')}</dt>
            <dd>
              <bdi>{data.user}</bdi>
            </dd>
            <dt>{t('settings.about.since')}</dt>
            <dd>
              <Time iso={data.started_at} />
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
      <div className="settings-actions">
        <Button onPress={() => goTo({ screen: 'audit' })}>{t('audit.open')}</Button>
      </div>
    </Group>
  );
}
