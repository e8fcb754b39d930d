import { ANSWER_NOTES, READY_MARKER } from './share-io/own-folders.ts';

interface JunkRule {
  readonly name: string;
  /** The pattern is compared with each segment of a path. A folder whose name matches hides every file below the folder. */
  readonly pattern: RegExp;
}

/** The rules for files that are never documents. If several rules match a file, screens show the first matching rule. */
export const JUNK_RULES: readonly JunkRule[] = [
  { name: 'ready-marker', pattern: new RegExp(`^\\${READY_MARKER}$`) },
  { name: 'office-lock', pattern: /^~\$|^\.~lock\..*#$/ },
  {
    name: 'partial-download',
    pattern: /\.(crdownload|part|partial|download|tmp|filepart|opdownload)$|^~.*\.tmp$/i,
  },
  { name: 'windows-thumbnails', pattern: /^(thumbs\.db|ehthumbs\.db|desktop\.ini)$/i },
  { name: 'macos-metadata', pattern: /^(\.DS_Store|\._.*|__MACOSX)$/ },
  { name: 'nas-metadata', pattern: /^(@eaDir|\.@__thumb)$/ },
  { name: 'clearfolder-archive', pattern: /^Sent \(Clearfolder\)$/ },
  ...Object.values(ANSWER_NOTES).map((note) => ({
    name: 'answer-note',
    pattern: new RegExp(`^${note.replace('.', '\\.')}$`),
  })),
  { name: 'hidden', pattern: /^\./ },
];

/** Returns the name of the first junk rule that matches, or null. `relativePath` has `/` on every system. */
export function junkRuleOf(relativePath: string): string | null {
  const parts = relativePath.split('/');
  for (const rule of JUNK_RULES) {
    if (parts.some((part) => rule.pattern.test(part))) return rule.name;
  }
  return null;
}
