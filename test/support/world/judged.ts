import type { MessagePayload } from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import type { ServiceModel } from '../service-model/service-model.ts';
import type { Firewall } from './firewall.ts';
import type { Share } from './share.ts';
import type { WorldStation } from './station.ts';

/** The decisions of people that change what must hold. */
export interface Decided {
  /** How many additional Tasks a document, or a submission, may make: by sha256, and by external_id. */
  readonly again: Map<string, number>;
  /** Submissions and messages that were taken back. */
  readonly withdrawn: Set<string>;
  /** Whether a ledger was restored from a copy: more files wait for a person from then on. */
  restored: boolean;
  /** Answers, edits and events in the order of the clerk's acts. */
  readonly messages: Said[];
  /** Whether rules ask about files that are older than the rule. */
  asksFirst: boolean;
  /** Files that nobody decided to send; see unsent.ts. */
  readonly unsent: Map<string, string | null>;
  /** The sha256 of the beginning of each text that grew later, by path, until a person decides about the whole text. */
  readonly grown: Map<string, string>;
  /** The same by path, also after the decision: a person is asked again about a text that was touched before the text was sent. */
  readonly beginnings: Map<string, string>;
  /** Whether the service denied Tasks, in its own words, that it had made. */
  denied: boolean;
  /** Whether time enough has passed that retention may purge. */
  mayPurge: boolean;
  /** The sha256 of each document whose private copy was changed on the disk. */
  readonly spoilt: Set<string>;
  /** Whether reads of the service did not show new Tasks for minutes. */
  lagged: boolean;
  /** What was seen to break at the very moment. */
  readonly seen: Set<string>;
}

export function nothingDecided(): Decided {
  return {
    again: new Map(),
    withdrawn: new Set(),
    restored: false,
    messages: [],
    asksFirst: false,
    unsent: new Map(),
    grown: new Map(),
    beginnings: new Map(),
    denied: false,
    spoilt: new Set(),
    lagged: false,
    mayPurge: false,
    seen: new Set(),
  };
}

/** An answer, edit or event that a station kept. */
export interface Said {
  readonly station: WorldStation;
  readonly id: string;
  readonly taskUuid: string;
  readonly payload: MessagePayload;
}

/** The suffix of the id of a rule that replaces the usual rule of a folder. */
export const OTHER_RULE = '-other';

export interface Judged {
  readonly service: ServiceModel;
  /** The watched folders, by the id of their rule; see `OTHER_RULE`. */
  readonly shares: ReadonlyMap<string, Share>;
  /** Documents for giving by hand. */
  readonly desk: Share;
  readonly stations: readonly WorldStation[];
  readonly decided: Decided;
  readonly firewall?: Firewall;
}
