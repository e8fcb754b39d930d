import { READY_MARKER } from './share-io/own-folders.ts';

interface JunkRule {
  readonly name: string;
  /** Matches one part of a path: the name of a file, or the name of a folder above the file. */
  readonly pattern: RegExp;
}

/** Names of files that are never documents. The first matching rule is shown to the person. */
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
  { name: 'hidden', pattern: /^\./ },
];

/** The name of the junk rule that matches a path (relative, with `/`), or null. */
export function junkRuleOf(relativePath: string): string | null {
  const parts = relativePath.split('/');
  for (const rule of JUNK_RULES) {
    if (parts.some((part) => rule.pattern.test(part))) return rule.name;
  }
  return null;
}
