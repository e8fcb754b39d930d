import type { ProblemCode } from '../../../contract/problem.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { SubmissionRow } from '../../ledger/db/rows.ts';
import { type FolderPlace, pathOf, placesAt } from '../../ledger/tables/folder-places.ts';
import type { CachedLeaseCheck } from './cached-lease-check.ts';

/** What of a submission tells the folder that it came from. */
type FromFolder = Pick<SubmissionRow, 'folder_id' | 'seq'>;

type Refusal = Extract<ProblemCode, 'station.other' | 'station.gone' | 'station.asks'>;

/** Submissions that may not be created for now. */
interface RefusedPlace extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: Refusal;
}

/** Asked right before each create: is the folder that it came from still this station's? */
export interface FolderGuard {
  mayCreate(submission: FromFolder): Promise<boolean>;
  /** Asked after that: why it was no. `station.gone`: no rule watches the folder any more, and it cannot be reached. */
  whyNot(submission: FromFolder): Refusal;
  /** Something was taken back: who shares its folder is told. What that takes long goes on by itself. */
  takenBack(): Promise<void>;
  /** What a no of a moment ago holds for: what was told so need not ask for now. */
  refused(): readonly RefusedPlace[];
}

export interface FolderGuardParts {
  readonly ledger: Ledger;
  /** The lease of the folder at a path. */
  readonly askedAt: (path: string) => CachedLeaseCheck;
  readonly isGone: (path: string) => boolean;
  readonly onTakenBack: () => Promise<void>;
}

export function createGuard({ ledger, askedAt, isGone, onTakenBack }: FolderGuardParts): FolderGuard {
  /** Who was asked last, for each path. */
  const askedLast = new Map<string, CachedLeaseCheck>();
  const codeOf = (path: string, asked: CachedLeaseCheck): Refusal => {
    if (isGone(path)) return 'station.gone';
    return asked.asksPerson ? 'station.asks' : 'station.other';
  };
  const originOf = ({ folder_id: id, seq }: FromFolder) => (id === null ? null : pathOf(ledger, id, seq));
  return {
    mayCreate: async (submission) => {
      const path = originOf(submission);
      if (path === null) return true;
      const asked = askedAt(path);
      askedLast.set(path, asked);
      return (await asked.mayCreate()) && submission.seq > asked.elsewhereUpTo;
    },
    whyNot: (submission) => {
      const path = originOf(submission);
      return path === null ? 'station.other' : codeOf(path, askedAt(path));
    },
    takenBack: onTakenBack,
    refused: () =>
      [...askedLast]
        .map(([path, asked]) => ({ path, asked, most: asked.refuses ? Infinity : asked.elsewhereUpTo }))
        .filter(({ most }) => most > 0)
        .flatMap(({ path, asked, most }) =>
          placesAt(ledger, path).map(({ folderId, after, upTo }) => ({
            folderId,
            after,
            upTo: Math.min(upTo, most),
            code: codeOf(path, asked),
          })),
        ),
  };
}
