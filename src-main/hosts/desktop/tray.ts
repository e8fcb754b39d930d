import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { assertNever } from '../../contract/assert-never.ts';
import { isEverythingOut, openCounts } from '../../contract/views/open-counts.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import type { ElectronMain } from './electron-main.ts';

interface TrayPorts {
  readonly electron: Pick<ElectronMain, 'Tray' | 'Menu' | 'nativeImage'>;
  readonly icons: string;
  readonly open: () => void;
  readonly quit: () => void;
}

export interface StationTray {
  show(line: StationLine): void;
  destroy(): void;
}

/** The tray icon, or null on a machine that has no tray: the program must be usable without one. */
export function createTray({ electron, icons, open, quit }: TrayPorts): StationTray | null {
  const image = (state: StationLine['state']) =>
    electron.nativeImage.createFromPath(join(icons, `tray-${state}.png`));
  try {
    const tray = new electron.Tray(image('working'));
    tray.on('click', open);
    let shown = '';
    return {
      show(line) {
        const key = `${line.state} ${line.words}`;
        if (key === shown) return;
        shown = key;
        tray.setImage(image(line.state));
        tray.setToolTip(`Clearfolder: ${line.words}`);
        // A Linux tray shows a changed menu only when it is set again; there the menu is also where the words are seen.
        tray.setContextMenu(
          electron.Menu.buildFromTemplate([
            { label: line.words, enabled: false },
            { type: 'separator' },
            { label: 'Open Clearfolder', click: open },
            { label: 'Quit', click: quit },
          ]),
        );
      },
      destroy: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}

interface BadgePorts {
  readonly electron: Pick<ElectronMain, 'app' | 'nativeImage'>;
  readonly platform: NodeJS.Platform;
  readonly icons: string;
  readonly window: () => BrowserWindow | null;
}

/** How many things need a person, on the program's icon: a number, or on Windows a mark over it. */
export function createBadge({ electron, platform, icons, window }: BadgePorts): (count: number) => void {
  return (count) => {
    if (platform !== 'win32') {
      electron.app.setBadgeCount(count);
      return;
    }
    const mark = electron.nativeImage.createFromPath(join(icons, 'tray-needs-attention.png'));
    window()?.setOverlayIcon(count === 0 ? null : mark, count === 0 ? '' : `${count} need attention`);
  };
}

const STATION_STATES = ['all-sent', 'working', 'needs-attention', 'cannot-work'] as const;
/** What the tray shows, the best first; whatever is worst wins. */
export type StationState = (typeof STATION_STATES)[number];

export interface StationLine {
  readonly state: StationState;
  /** Things that need a person. */
  readonly attention: number;
  /** One true sentence with its time, and no names (I11). */
  readonly words: string;
}

/** What an overview comes to, in one line. `timeOf` gives the time of day of an ISO time, as people here write it. */
export function stationLine(overview: Overview, timeOf: (iso: string) => string): StationLine {
  const { unaccounted, foldersPaused } = openCounts(overview);
  // Nobody is told of a pause again, but what lies in that folder is not out.
  const attention = attentionCount(overview.attention) + foldersPaused + Math.min(1, unaccounted);
  const state = stateOf(overview, attention);
  const { confirmed_at } = overview.connection;
  const confirmed = confirmed_at === null ? 'Not confirmed yet' : `Last confirmed ${timeOf(confirmed_at)}`;
  return { state, attention, words: `${sentence(state, attention, overview)}. ${confirmed}.` };
}

/** How many documents, Tasks and folders need a person. */
function attentionCount(attention: readonly Attention[]): number {
  return attention.reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0);
}

/** Everything that has not arrived yet and needs nobody for it. */
function underWay({ account, answers_not_out, sending }: Overview): number {
  const files = account.settling + account.queued + account.sending + account.unconfirmed;
  // An answer that was not refused is among `sending`; a refused one needs a person.
  return Math.max(files, sending.count, answers_not_out);
}

function stateOf(overview: Overview, attention: number): StationState {
  const { connection, folders_unreachable } = overview;
  switch (connection.state) {
    case 'unreachable':
    case 'needs-secret':
    case 'stopped':
      return 'cannot-work';
    case 'starting':
    case 'connected':
      break;
    default:
      return assertNever(connection.state);
  }
  if (attention > 0 || folders_unreachable > 0) return 'needs-attention';
  return isEverythingOut(overview) ? 'all-sent' : 'working';
}

function sentence(state: StationState, attention: number, overview: Overview): string {
  switch (state) {
    case 'all-sent':
      return overview.account.accepted > 0 ? 'All documents are sent' : 'Nothing left to send';
    case 'working': {
      const { others } = openCounts(overview);
      const count = Math.max(0, underWay(overview) - others);
      if (count > 0) return `Sending ${count}`;
      if (others > 0) return `${others} left to another station`;
      const looks = overview.connection.state === 'starting' || overview.folders_unseen > 0;
      return looks ? 'Checking the folders' : 'Not everything is confirmed';
    }
    case 'needs-attention': {
      const count = Math.max(attention, overview.folders_unreachable);
      return count === 1 ? '1 item needs attention' : `${count} items need attention`;
    }
    case 'cannot-work':
      return CANNOT[overview.connection.state] ?? 'Clearfolder cannot send anything';
    default:
      return assertNever(state);
  }
}

const CANNOT: Readonly<Partial<Record<Overview['connection']['state'], string>>> = {
  unreachable: 'The service cannot be reached; your documents wait on this computer',
  'needs-secret': 'The api_secret is missing or rejected; your documents wait on this computer',
  stopped: 'Clearfolder has stopped; open Clearfolder to see why',
};
