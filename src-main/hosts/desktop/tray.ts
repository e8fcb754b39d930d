import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { assertNever } from '../../contract/assert-never.ts';
import { type Said, say } from '../../contract/say.ts';
import { isEverythingOut, isHeldUp, openCounts } from '../../contract/views/open-counts.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import { said, t } from '../language.ts';
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

/** Creates the tray icon; returns null on a machine without a tray. */
export function createTray({ electron, icons, open, quit }: TrayPorts): StationTray | null {
  const image = (state: StationLine['state']) =>
    electron.nativeImage.createFromPath(join(icons, `tray-${state}.png`));
  try {
    const tray = new electron.Tray(image('working'));
    tray.on('click', open);
    let shown = '';
    return {
      show(line) {
        const key = `${line.state} ${line.text}`;
        if (key === shown) return;
        shown = key;
        tray.setImage(image(line.state));
        tray.setToolTip(`Clearfolder: ${line.text}`);
        // A Linux tray shows a changed menu only after `setContextMenu`. The first entry repeats the text, because a Linux tray may have no
        // tooltip.
        tray.setContextMenu(
          electron.Menu.buildFromTemplate([
            { label: line.text, enabled: false },
            { type: 'separator' },
            { label: t('desktop.openClearfolder'), click: open },
            { label: t('desktop.menu.quit'), click: quit },
          ]),
        );
      },
      destroy: () => tray.destroy(),
    };
  } catch {
    return null;
  }
}

/** Shows on the program's icon how many items need a person: as a number or, on Windows, as a mark without a number. */
export function showBadge(
  { app, nativeImage }: Pick<ElectronMain, 'app' | 'nativeImage'>,
  icons: string,
  window: BrowserWindow | null,
  count: number,
): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  const mark = nativeImage.createFromPath(join(icons, 'tray-needs-attention.png'));
  window?.setOverlayIcon(count === 0 ? null : mark, count === 0 ? '' : t('desktop.needAttention', { count }));
}

const TRAY_STATES = ['all-sent', 'working', 'needs-attention', 'cannot-work'] as const;
/**
 * The state that the tray shows. If several states apply, the tray shows the worst state. From best to worst:
 * - `all-sent`: the service has confirmed that nothing is left to send.
 * - `working`: documents or answers are on their way, or the service has not confirmed everything.
 * - `needs-attention`: something needs a person, or a folder cannot be reached.
 * - `cannot-work`: the engine has stopped, the ledger cannot be written, the service cannot be reached, or the api_secret is missing or rejected.
 */
export type TrayState = (typeof TRAY_STATES)[number];

export interface StationLine {
  readonly state: TrayState;
  readonly attention: number;
  /** A sentence about the state, and the time of the last confirmation by the service. The text has no names (I11). */
  readonly text: string;
}

/** Returns the state and its text. `timeOf` formats the time of day of an ISO time for the person's locale. */
export function stationLine(overview: Overview, timeOf: (iso: string) => string): StationLine {
  const { unaccounted, foldersPaused } = openCounts(overview);
  // Paused folders are not in `overview.attention`, but count here, because the documents in a paused folder are not sent.
  const attention = attentionCount(overview.attention) + foldersPaused + Math.min(1, unaccounted);
  const state = stateOf(overview, attention);
  const { confirmed_at } = overview.connection;
  const confirmed =
    confirmed_at === null
      ? t('desktop.notCheckedYet')
      : t('desktop.lastChecked', { when: timeOf(confirmed_at) });
  return { state, attention, text: `${sentence(state, attention, overview)}. ${confirmed}.` };
}

function attentionCount(attention: readonly Attention[]): number {
  return attention.reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0);
}

function stateOf(overview: Overview, attention: number): TrayState {
  const { state, folders_unreachable: unreachable } = overview;
  switch (state) {
    case 'not-running':
    case 'service-away':
    case 'no-sign-in':
    case 'cannot-record':
      return 'cannot-work';
    case 'starting':
    case 'not-scanned':
    case 'paused':
    case 'needs-attention':
    case 'fine':
      if (attention > 0 || unreachable > 0) return 'needs-attention';
      return isEverythingOut(overview) ? 'all-sent' : 'working';
    default:
      return assertNever(state);
  }
}

function sentence(state: TrayState, attention: number, overview: Overview): string {
  switch (state) {
    case 'all-sent':
      return overview.account.accepted > 0 ? t('desktop.allDocumentsSent') : t('desktop.nothingLeftSend');
    case 'working': {
      const facts = workingFacts(overview);
      if (facts.length > 0) return facts.join('. ');
      const scanning = overview.connection.state === 'starting' || overview.folders_unseen > 0;
      return scanning ? t('desktop.checkingFolders') : t('desktop.serviceNotConfirmedEverything');
    }
    case 'needs-attention': {
      const count = Math.max(attention, overview.folders_unreachable);
      return t('desktop.itemsNeedAttention', { count });
    }
    case 'cannot-work':
      if (overview.state === 'cannot-record') return t('desktop.cannotWriteDisk');
      return said(CANNOT[overview.connection.state] ?? say('desktop.tray.cannotSendAnything'));
    default:
      return assertNever(state);
  }
}

// Has the same counts, nouns and order as the sentence of Today (`openFacts`).
function workingFacts(overview: Overview): string[] {
  const { answers, settling, underway, others, unconfirmed, changes } = openCounts(overview);
  const facts = [
    answers > 0 && t('desktop.answersNotSentYet', { count: answers }),
    settling > 0 &&
      (overview.compared
        ? t('desktop.filesStillSaved', { count: settling })
        : t('desktop.filesWaitService', { count: settling })),
    underway > 0 &&
      (isHeldUp(overview)
        ? t('desktop.documentsNotSentYet', { count: underway })
        : t('desktop.documentsSent', { count: underway })),
    others > 0 && t('desktop.filesHandledAnotherStation', { count: others }),
    unconfirmed > 0 && t('desktop.documentsNotConfirmedYet', { count: unconfirmed }),
    changes > 0 && t('desktop.changesSent', { count: changes }),
  ];
  return facts.filter((fact) => fact !== false);
}

const CANNOT: Readonly<Partial<Record<Overview['connection']['state'], Said>>> = {
  unreachable: say('desktop.serviceCannotReached'),
  'needs-secret': say('desktop.secretApiKeyMissing'),
  stopped: say('desktop.stoppedOpenSeeWhy'),
};
