import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater, NsisUpdater } from 'electron-updater';
import { type Settings, updateFeedSchema } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { Log } from '../../core/log/events.ts';

/** The part of electron-updater that the app uses. */
export interface Updater {
  autoInstallOnAppQuit: boolean;
  readonly netSession: Pick<AppUpdater['netSession'], 'setProxy'>;
  setFeedURL(feed: string): void;
  checkForUpdates(): Promise<{
    readonly updateInfo: { readonly version: string };
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
}

interface UpdatePorts {
  /** The address of the update feed in the package (`feedOfPackage`); null for a program that never updates itself. */
  readonly packageFeed: string | null;
  readonly load: (failed: (error: unknown) => void) => Promise<Updater>;
  readonly settings: () => Pick<Settings, 'updates' | 'network'>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'sleep'>;
}

const BETWEEN_CHECKS_MS = 4 * 3_600_000;

/**
 * Looks for an update every four hours, and downloads a new update. electron-updater installs the update when the program quits. The caller
 * must call `stop` before the program quits: `stop` prevents the installation if the settings no longer allow the update.
 */
export function keepUpdated({ packageFeed, load, settings, log, clock }: UpdatePorts): { stop(): void } {
  const ended = new AbortController();
  let updater: Updater | null = null;
  // The feed from which an update was downloaded; null before the first download.
  let ready: string | null = null;
  let fault = '';

  // A repeated error is logged only once, so that a feed that is unreachable for weeks does not fill the log.
  const failed = (error: unknown) => {
    const text = describeError(error);
    if (text !== fault) log('update.failed', { error: text });
    fault = text;
  };
  const feed = () => (settings().updates.check ? (settings().updates.feed ?? packageFeed) : null);

  async function check(): Promise<void> {
    const from = feed();
    if (from === null) return;
    updater ??= await load(failed);
    const { proxy } = settings().network;
    await updater.netSession.setProxy(proxy === null ? { mode: 'direct' } : { proxyRules: proxy });
    updater.setFeedURL(from);
    const found = await updater.checkForUpdates();
    await found?.downloadPromise;
    fault = '';
    if (!found?.downloadPromise || ready === from) return;
    ready = from;
    log('update.ready', { version: found.updateInfo.version });
  }

  const keepChecking = async () => {
    for (; !ended.signal.aborted; await clock.sleep(BETWEEN_CHECKS_MS, ended.signal))
      await check().catch(failed);
  };
  if (packageFeed !== null) void keepChecking();

  return {
    stop() {
      ended.abort();
      // The update is not installed if the settings have switched updates off or changed the feed since the download.
      if (updater !== null) updater.autoInstallOnAppQuit = ready !== null && ready === feed();
    },
  };
}

/**
 * Returns the address of the update feed that a package was built with. Returns null if the package has no feed, or if no signature would
 * protect its updates (docs/decisions/071-signed-updates.md).
 */
export function feedOfPackage(platform: NodeJS.Platform, resources: string): string | null {
  try {
    const text = readFileSync(join(resources, 'app-update.yml'), 'utf8');
    // On Windows, electron-updater checks the signature of an update only if this file names the publisher.
    const isProved = platform === 'darwin' || (platform === 'win32' && /^publisherName:/m.test(text));
    return isProved ? updateFeedSchema.parse(/^url: (\S+)$/m.exec(text)?.[1]) : null;
  } catch {
    return null;
  }
}

export async function loadUpdater(failed: (error: unknown) => void): Promise<Updater> {
  const { default: packages } = await import('electron-updater');
  const { autoUpdater } = packages;
  autoUpdater.logger = null;
  autoUpdater.disableWebInstaller = true;
  // electron-updater reports an error of the installation only by this event.
  autoUpdater.on('error', failed);
  if (autoUpdater instanceof packages.NsisUpdater) refuseUnchecked(autoUpdater);
  return autoUpdater;
}

/** Refuses an update whose signature was not checked. electron-updater accepts such an update if Windows forbids PowerShell. */
export function refuseUnchecked(updater: Pick<NsisUpdater, 'verifyUpdateCodeSignature' | 'logger'>): void {
  const check = updater.verifyUpdateCodeSignature;
  const ignore = () => undefined;
  let warnings: string[] = [];
  updater.logger = { info: ignore, warn: (text) => warnings.push(String(text)), error: ignore };
  updater.verifyUpdateCodeSignature = async (publishers, file) => {
    warnings = [];
    const fault = await check(publishers, file);
    const isUnchecked = warnings.some((text) => text.includes('Ignoring signature validation'));
    return fault ?? (isUnchecked ? 'PowerShell did not check the signature.' : null);
  };
}
