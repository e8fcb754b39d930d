import type { Sheet } from './sheet.ts';

/** A file of a packet before it is written: printed sheets, a text file, or JSON. */
export type SampleFile =
  | { readonly name: string; readonly kind: 'pdf'; readonly sheets: readonly Sheet[] }
  | { readonly name: string; readonly kind: 'text'; readonly sheet: Sheet }
  | { readonly name: string; readonly kind: 'json'; readonly json: string };

/** What the service says about a packet, with `SAMPLE_REQUEST_SPEC`. */
export interface ExpectedResult {
  readonly status: 'completed' | 'waiting';
  readonly verdicts: readonly { readonly code: string; readonly approved: boolean }[];
  readonly issueKeys: readonly string[];
}

/** A packet as it is made up. */
export interface PacketPlan {
  /** Name of its subfolder. */
  readonly folder: string;
  /** One line for a person. */
  readonly title: string;
  readonly files: readonly SampleFile[];
  readonly expected: ExpectedResult;
  /** What a waiting packet needs, and what comes of it then. */
  readonly answer?: {
    readonly files: readonly SampleFile[];
    readonly data: Readonly<Record<string, string>> | null;
    readonly expected: ExpectedResult;
  };
}
