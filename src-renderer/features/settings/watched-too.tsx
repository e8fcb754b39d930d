import type { FolderRule } from '../../../src-main/contract/settings.ts';
import { t } from '../../strings/translate.ts';

/** Which folders another service gets documents from: those of this station, whatever they were set up for. */
export function WatchedToo({ folders }: { readonly folders: readonly FolderRule[] }) {
  return (
    <div className="settings-watched">
      <p>{t('settings.environment.folders', { count: folders.length })}</p>
      <ul>
        {folders.map(({ id, path }) => (
          <li key={id}>
            <bdi className="settings-path">{path}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
