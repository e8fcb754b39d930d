import type { MenuItemConstructorOptions } from 'electron';
import type { Place } from '../../contract/events.ts';

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
    label: 'Quit Clearfolder',
    accelerator: 'CmdOrCtrl+Q',
    click: quit,
  };
  const settings = to('Settings', { screen: 'settings' }, ',');
  return [
    ...(mac
      ? [
          {
            label: 'Clearfolder',
            submenu: [
              { role: 'about' as const },
              settings,
              { type: 'separator' as const },
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              { type: 'separator' as const },
              quitItem,
            ],
          },
        ]
      : []),
    {
      label: '&File',
      submenu: [
        { label: 'Add documents…', accelerator: 'CmdOrCtrl+O', click: addDocuments },
        { type: 'separator' },
        { label: 'Lock this station', accelerator: 'CmdOrCtrl+Shift+L', click: lock },
        { role: 'close' },
        ...(mac ? [] : [settings, quitItem]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        to('Today', { screen: 'today' }, '1'),
        to('Waiting', { screen: 'waiting', task: null }, '2'),
        to('Verdicts', { screen: 'verdicts' }, '3'),
        to('Tasks', { screen: 'tasks' }, '4'),
        to('Folders', { screen: 'folders' }, '5'),
        { type: 'separator' },
        { role: 'reload' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
