import type { FolderViewOfRule } from '../../src-main/contract/views/folder.ts';
import type { Preferences } from '../../src-main/contract/views/settings-view.ts';
import type { IconName } from '../components/icon.tsx';
import type { Host } from '../host/host.ts';
import { chooseFiles } from '../state/given-files.ts';
import { useLive } from '../state/live.ts';
import { lockNow } from '../state/lock.ts';
import { say, sayFailure } from '../state/notices.ts';
import { openKeys, openOutbox } from '../state/panels.ts';
import { goTo } from '../state/place.ts';
import { beginDrop } from '../state/uploads.ts';
import { t } from '../strings/translate.ts';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  run(): void | Promise<void>;
}

async function retryAll(host: Host): Promise<void> {
  const result = await host.call('outbox.retry-all', {});
  if (result.ok) say(t('palette.retriedAll', { count: result.value.count }));
  else sayFailure(result.error);
}

async function rescan(host: Host): Promise<void> {
  const result = await host.call('folders.rescan', { folder: null });
  if (result.ok) say(t('palette.rescanned'));
  else sayFailure(result.error);
}

async function switchFolder(host: Host, { id, paused }: FolderViewOfRule): Promise<void> {
  const result = await host.call(paused ? 'folders.resume' : 'folders.pause', { folder: id });
  if (result.ok) say(t(paused ? 'palette.resumed' : 'palette.paused', { folder: id }));
  else sayFailure(result.error);
}

async function setTheme(host: Host, theme: Preferences['theme']): Promise<void> {
  const { preferences } = useLive.getState();
  if (preferences === null) return;
  const result = await host.call('preferences.save', { preferences: { ...preferences, theme } });
  if (result.ok) useLive.setState({ preferences: result.value });
  else sayFailure(result.error);
}

/** What the palette can do. */
export function paletteActions(host: Host, folders: readonly FolderViewOfRule[]): readonly Action[] {
  return [
    {
      id: 'add-files',
      label: t('palette.addFiles'),
      icon: 'add',
      run: async () => beginDrop(host, await chooseFiles(host, 'files')),
    },
    {
      id: 'add-folder',
      label: t('palette.addFolder'),
      icon: 'add',
      run: async () => beginDrop(host, await chooseFiles(host, 'folder')),
    },
    { id: 'outbox', label: t('palette.outbox'), icon: 'outbox', run: () => openOutbox() },
    { id: 'retry-all', label: t('palette.retryAll'), icon: 'refresh', run: () => retryAll(host) },
    { id: 'rescan', label: t('palette.rescan'), icon: 'folders', run: () => rescan(host) },
    ...folders.map((folder) => ({
      id: `folder-${folder.id}`,
      label: t(folder.paused ? 'palette.resume' : 'palette.pause', { folder: folder.id }),
      icon: 'pause' as const,
      run: () => switchFolder(host, folder),
    })),
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: theme,
      label: t(`palette.${theme}`),
      icon: 'sun' as const,
      run: () => setTheme(host, theme),
    })),
    { id: 'lock', label: t('palette.lock'), icon: 'key', run: () => lockNow(host) },
    { id: 'audit', label: t('audit.open'), icon: 'clock', run: () => goTo({ screen: 'audit' }) },
    { id: 'keys', label: t('palette.keys'), icon: 'key', run: () => openKeys() },
  ];
}
