import type { MenuItemConstructorOptions } from 'electron';
import type { Place } from '../../contract/events.ts';
import { type Said, say } from '../../contract/say.ts';
import { said, t } from '../language.ts';

// The labels of the menu items that Electron provides as roles. Without a label, Electron shows an English label.
const LABELS = {
  about: say('About Clearfolder'),
  hide: say('Hide Clearfolder'),
  hideOthers: say('Hide Others'),
  unhide: say('Show All'),
  close: say('Close Window'),
  undo: say('Undo'),
  redo: say('Redo'),
  cut: say('Cut'),
  copy: say('Copy'),
  paste: say('Paste'),
  delete: say('Delete'),
  selectAll: say('Select All'),
  reload: say('Reload'),
  resetZoom: say('Actual Size'),
  zoomIn: say('Zoom In'),
  zoomOut: say('Zoom Out'),
  togglefullscreen: say('Toggle Full Screen'),
  minimize: say('Minimize'),
} as const satisfies Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, Said>>;

const item = (role: keyof typeof LABELS): MenuItemConstructorOptions => ({ role, label: said(LABELS[role]) });
const separator: MenuItemConstructorOptions = { type: 'separator' };

export const editMenu = (): MenuItemConstructorOptions => ({
  label: t('&Edit'),
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
    label: t('Quit Clearfolder'),
    accelerator: 'CmdOrCtrl+Q',
    click: quit,
  };
  const settings = to(t('Settings'), { screen: 'settings' }, ',');
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
      label: t('&File'),
      submenu: [
        { label: t('Add documents…'), accelerator: 'CmdOrCtrl+O', click: addDocuments },
        { type: 'separator' },
        { label: t('Lock this station'), accelerator: 'CmdOrCtrl+Shift+L', click: lock },
        item('close'),
        ...(mac ? [] : [settings, quitItem]),
      ],
    },
    editMenu(),
    {
      label: t('&View'),
      submenu: [
        to(t('Today'), { screen: 'today' }, '1'),
        to(t('Waiting'), { screen: 'waiting', task: null }, '2'),
        to(t('Verdicts'), { screen: 'verdicts' }, '3'),
        to(t('Tasks'), { screen: 'tasks' }, '4'),
        to(t('Folders'), { screen: 'folders' }, '5'),
        { type: 'separator' },
        item('reload'),
        item('resetZoom'),
        item('zoomIn'),
        item('zoomOut'),
        item('togglefullscreen'),
      ],
    },
    { role: 'windowMenu', label: t('Window'), submenu: [item('minimize'), item('close')] },
  ];
}
