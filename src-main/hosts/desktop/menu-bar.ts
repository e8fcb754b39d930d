import type { MenuItemConstructorOptions } from 'electron';
import type { Place } from '../../contract/events.ts';
import { type Said, say } from '../../contract/say.ts';
import { said, t } from '../language.ts';

// The labels of the menu items that Electron provides as roles. Without a label, Electron shows an English label.
const LABELS = {
  about: say('desktop.menu.about'),
  hide: say('desktop.menu.hide'),
  hideOthers: say('desktop.menu.hideOthers'),
  unhide: say('desktop.showAll'),
  close: say('desktop.closeWindow'),
  undo: say('desktop.undo'),
  redo: say('desktop.redo'),
  cut: say('desktop.cut'),
  copy: say('desktop.copy'),
  paste: say('desktop.paste'),
  delete: say('desktop.delete'),
  selectAll: say('desktop.selectAll'),
  reload: say('desktop.reload'),
  resetZoom: say('desktop.actualSize'),
  zoomIn: say('desktop.menu.zoomIn'),
  zoomOut: say('desktop.menu.zoomOut'),
  togglefullscreen: say('desktop.toggleFullScreen'),
  minimize: say('desktop.minimize'),
} as const satisfies Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, Said>>;

const item = (role: keyof typeof LABELS): MenuItemConstructorOptions => ({ role, label: said(LABELS[role]) });
const separator: MenuItemConstructorOptions = { type: 'separator' };

export const editMenu = (): MenuItemConstructorOptions => ({
  label: t('desktop.menu.edit'),
  submenu: [
    ...[item('undo'), item('redo'), separator, item('cut'), item('copy'), item('paste')],
    ...[item('delete'), separator, item('selectAll')],
  ],
});

interface MenuPorts {
  readonly mac: boolean;
  readonly lead: (place: Place) => void;
  readonly addDocuments: () => void;
  /** Locks the station, or opens the settings if the station cannot be locked. */
  readonly lock: () => void;
  readonly quit: () => void;
}

export function menuBar({ mac, lead, addDocuments, lock, quit }: MenuPorts): MenuItemConstructorOptions[] {
  const to = (label: string, place: Place, key: string): MenuItemConstructorOptions => ({
    label,
    accelerator: `CmdOrCtrl+${key}`,
    click: () => lead(place),
  });
  const quitItem: MenuItemConstructorOptions = {
    label: t('desktop.quitClearfolder'),
    accelerator: 'CmdOrCtrl+Q',
    click: quit,
  };
  const settings = to(t('desktop.settings'), { screen: 'settings' }, ',');
  return [
    ...(mac
      ? [
          {
            label: 'Clearfolder',
            submenu: [
              item('about'),
              settings,
              { type: 'separator' as const },
              item('hide'),
              item('hideOthers'),
              item('unhide'),
              { type: 'separator' as const },
              quitItem,
            ],
          },
        ]
      : []),
    {
      label: t('desktop.menu.file'),
      submenu: [
        { label: t('desktop.menu.addDocuments'), accelerator: 'CmdOrCtrl+O', click: addDocuments },
        { type: 'separator' },
        { label: t('desktop.lockStation'), accelerator: 'CmdOrCtrl+Shift+L', click: lock },
        item('close'),
        ...(mac ? [] : [settings, quitItem]),
      ],
    },
    editMenu(),
    {
      label: t('desktop.menu.view'),
      submenu: [
        to(t('desktop.today'), { screen: 'today' }, '1'),
        to(t('desktop.waiting'), { screen: 'waiting', task: null }, '2'),
        to(t('desktop.verdicts'), { screen: 'verdicts' }, '3'),
        to(t('exports.tasks'), { screen: 'tasks' }, '4'),
        to(t('desktop.folders'), { screen: 'folders' }, '5'),
        { type: 'separator' },
        item('reload'),
        item('resetZoom'),
        item('zoomIn'),
        item('zoomOut'),
        item('togglefullscreen'),
      ],
    },
    { role: 'windowMenu', label: t('desktop.window'), submenu: [item('minimize'), item('close')] },
  ];
}
