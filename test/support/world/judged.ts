import type { MessagePayload } from '../../../src-main/core/ledger/rows.ts';
import type { ServiceModel } from '../service-model/service-model.ts';
import type { Firewall } from './firewall.ts';
import type { Share } from './share.ts';
import type { WorldStation } from './station.ts';

/** What people decided, as far as it changes what must hold. */
export interface Decided {
  /** Documents that may make so many Tasks more, by sha256. */
  readonly again: Map<string, number>;
  /** Submissions and messages that were taken back. */
  readonly withdrawn: Set<string>;
  /** A ledger was put back from a copy: more waits for a person from then on. */
  restored: boolean;
  /** Answers, edits and events that were kept, in the order in which they were. */
  readonly messages: Said[];
  /** Rules ask about what lay in their folder before them. */
  asksFirst: boolean;
  /** Files that nobody decided to send; see unsent.ts. */
  readonly unsent: Map<string, string | null>;
}

export function nothingDecided(): Decided {
  return {
    again: new Map(),
    withdrawn: new Set(),
    restored: false,
    messages: [],
    asksFirst: false,
    unsent: new Map(),
  };
}

/** What somebody said to a Task at a station, which kept it. */
export interface Said {
  readonly station: WorldStation;
  readonly id: string;
  readonly taskUuid: string;
  readonly payload: MessagePayload;
}

/** What the id of a rule ends with that watches a folder in the place of its usual one. */
export const OTHER_RULE = '-other';

/** A world, as far as it is judged. */
export interface Judged {
  readonly service: ServiceModel;
  /** The watched folders, by the id of their rule; see `OTHER_RULE`. */
  readonly shares: ReadonlyMap<string, Share>;
  /** Documents that are given by hand. */
  readonly desk: Share;
  readonly stations: readonly WorldStation[];
  readonly decided: Decided;
  readonly firewall?: Firewall;
}
