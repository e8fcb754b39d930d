import { ANSWER_NOTES, ARCHIVE_FOLDER, READY_MARKER } from './share-io/own-folders.ts';

interface JunkRule {
  readonly name: string;
  /** Names of files and folders, in the exact spelling of the system that makes them. */
  readonly names?: readonly string[];
  readonly patterns?: readonly RegExp[];
}

/**
 * The rules for files that are never documents. A rule is compared with each segment of a path, so a folder whose name matches hides every
 * file below the folder. If several rules match a file, screens show the first matching rule. A name or pattern fits only what a system
 * writes: a folder `Snapshot` or `Recycle center` may be a person's own folder with documents.
 */
export const JUNK_RULES: readonly JunkRule[] = [
  { name: 'ready-marker', names: [READY_MARKER] },
  {
    name: 'trash',
    names: [
      '#recycle', // Synology, TerraMaster
      '@Recycle', // QNAP
      'Recycle Bin', // ReadyNAS
      'trashbox', // Buffalo
      '.recycle', // Samba
      '.Recycle.Bin', // Unraid
      '.Trash', // macOS, Linux
      '.Trashes', // macOS
      'Network Trash Folder', // AppleShare, Netatalk
      'RECYCLER', // Windows XP
      'RECYCLED', // Windows on FAT
      'files_trashbin', // Nextcloud, ownCloud
      '.SyncTrash', // Resilio Sync
      '.debris', // MEGA
    ],
    patterns: [
      /^\$RECYCLE\.BIN$/i, // Windows
      /^\$I[0-9A-Z]{6}(\..*)?$/, // Windows: where a deleted file came from
      /^\.Trash-\d+$/, // Linux
      /^\.trashed-\d+-/, // Android
    ],
  },
  {
    name: 'snapshot',
    names: [
      '#snapshot', // Synology
      '@sharesnap', // Synology
      '@Recently-Snapshot', // QNAP
      '~snapshot', // NetApp
      '.snapshot', // NetApp, Isilon, Qumulo
      '.snapshots', // snapper
      '.snap', // CephFS, UFS
      '.zfs',
      '.ckpt', // Dell EMC
    ],
    patterns: [/^@GMT-\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d$/], // Samba, Windows: previous versions
  },
  {
    name: 'old-version',
    names: [
      '.stversions', // Syncthing
      'files_versions', // Nextcloud, ownCloud
      '.SyncArchive', // Resilio Sync
    ],
  },
  { name: 'office-lock', patterns: [/^~\$|^\.~lock\..*#$/] },
  {
    name: 'partial-download',
    patterns: [
      /\.(crdownload|part|partial|download|tmp|filepart|opdownload|aria2|fdmdownload|dtapart|ffs_tmp|!ut|!qB|bc!|!sync)$/i,
      /^~.*\.tmp$/i,
      /^\.(syncthing\..*\.tmp|goutputstream-\w+)$/,
      /\.sb-[0-9a-f]{8}-\w{6}$/, // macOS: a document that a program was saving to a share
    ],
  },
  {
    name: 'temporary',
    names: [
      '@tmp', // Synology
      '.TemporaryItems', // macOS
      'Temporary Items', // AppleShare, Netatalk
      'OneDriveTemp',
      '.tmp.drivedownload', // Google Drive
      '.tmp.driveupload', // Google Drive
      '.~tmp~', // rsync
      '.rsync-partial',
    ],
    patterns: [/^\.(nfs[0-9a-f]{8,}|fuse_hidden[0-9a-f]+|smbdelete[\w.]+|afpDeleted\w+)$/], // deleted, but still open
  },
  {
    name: 'file-stream',
    patterns: [
      // A mark that Windows attaches to a downloaded file. A system without such marks makes a file of its own, whose colon may be another
      // character or missing.
      /.Zone\.Identifier(.?\$DATA)?$/i,
      /.[:\uF022\uF03A\uFFFD](SmartScreen|encryptable|AFP_AfpInfo|AFP_Resource|com\.(apple|dropbox)\.[\w.#]+)(.?\$DATA)?$/,
      /.@Syno(EAStream|Resource)$/, // Synology
    ],
  },
  { name: 'shortcut', patterns: [/\.(lnk|url|website|webloc|inetloc|desktop)$/i] },
  {
    name: 'windows-thumbnails',
    patterns: [/^(thumbs\.db|ehthumbs(_vista)?\.db|desktop\.ini)$/i],
  },
  {
    name: 'sync-metadata',
    names: [
      'DfsrPrivate', // Windows Server, DFS Replication
      '_gsdata_', // GoodSync
      '_SYNCAPP', // Allway Sync
      '.SynologyWorkingDirectory',
      '.dropbox',
      '.dropbox.attr',
      '.dropbox.cache',
      '.stfolder', // Syncthing
      '.stignore', // Syncthing
      '.sync', // Resilio Sync
      '.SyncID', // Resilio Sync
      '.SyncIgnore', // Resilio Sync
      '.owncloudsync.log',
      '.nextcloudsync.log',
      '.849C9593-D756-4E56-8D6E-42412F2A707B', // OneDrive
    ],
    patterns: [
      /^\._?sync_.*\.db(-shm|-wal)?$/, // Nextcloud, ownCloud
      /\.ffs_(db|lock)$/, // FreeFileSync
      /^SyncToy_.*\.dat$/,
      /^appdata_oc[0-9a-z]{10}$/, // Nextcloud
    ],
  },
  {
    name: 'macos-metadata',
    names: [
      '.DS_Store',
      '__MACOSX',
      '.AppleDB',
      '.AppleDesktop',
      '.AppleDouble',
      '.DocumentRevisions-V100',
      '.Spotlight-V100',
      '.fseventsd',
      '.apdisk',
      'TheVolumeSettingsFolder',
    ],
    patterns: [
      /^\._/,
      /^:2e(_.*|DS_Store|AppleD\w+|TemporaryItems)$/, // Netatalk 2 writes the first point of a name as `:2e`.
      /^Icon(\r|\uF00D|:0d)$/, // the icon of a folder; SMB and Netatalk write the carriage return in their own way
    ],
  },
  {
    name: 'system-folder',
    names: [
      'lost+found', // Linux
      'LOST.DIR', // Android
      '$WinREAgent',
    ],
    patterns: [/^System Volume Information$/i, /^FOUND\.\d{3}$/i], // Windows
  },
  {
    name: 'nas-metadata',
    names: [
      '@eaDir', // Synology
      '@sharebin', // Synology
      '.@__thumb', // QNAP
      '@__thumb', // QNAP
      '.@upload_cache', // QNAP
      '.streams', // QNAP
    ],
  },
  { name: 'clearfolder-archive', names: [ARCHIVE_FOLDER] },
  { name: 'answer-note', names: Object.values(ANSWER_NOTES) },
  // iCloud puts `.page.pdf.icloud` in place of a page that is not on this computer. Such a file is held, so that a packet waits for the page.
  { name: 'hidden', patterns: [/^\.(?!.*\.icloud$)/] },
];

/** Returns the name of the first junk rule that matches, or null. `relativePath` has `/` on every system. */
export function junkRuleOf(relativePath: string): string | null {
  const parts = relativePath.split('/');
  const isJunk = ({ names, patterns }: JunkRule) =>
    parts.some((part) => names?.includes(part) || patterns?.some((pattern) => pattern.test(part)));
  return JUNK_RULES.find(isJunk)?.name ?? null;
}
