import { z } from 'zod';
import { stationReportSchema } from '../../contract/views/station-report.ts';
import { requestOutcomeSchema, requestSchema } from '../ledger/tables/engine-requests.ts';

/** The questions that a process of the same account may ask the running engine. A connection carries one question. */
export const questionSchema = z.discriminatedUnion('ask', [
  /** The engine stores the request as a row before the engine answers `saved` (I5), and answers `ended` once the row has an outcome. */
  z.strictObject({
    ask: z.literal('request'),
    actor: z.string().min(1).max(256),
    request: requestSchema,
  }),
  /** Another process has committed rows or changed a secret. `task`: a Task that a person opened and whose details the engine fetches. */
  z.strictObject({ ask: z.literal('look'), task: z.string().max(256).nullable() }),
  z.strictObject({ ask: z.literal('stop') }),
  z.strictObject({ ask: z.literal('state') }),
]);
export type Question = z.infer<typeof questionSchema>;

export const answerSchema = z.discriminatedUnion('say', [
  /** The first line of every connection. A person who asks a hung engine never gets this line, and the engine never gets the question. */
  z.object({
    say: z.literal('hello'),
    version: z.string(),
    pid: z.int(),
    /** The real path of the data folder of the engine. A copied data folder names the door of the engine of the original. */
    folder: z.string(),
  }),
  /** The engine is starting or stopping, and did not take the question. */
  z.object({ say: z.literal('not-ready') }),
  /** The question cannot be read, usually because the two programs have different versions. */
  z.object({ say: z.literal('not-understood') }),
  z.object({ say: z.literal('done') }),
  z.object({ say: z.literal('saved') }),
  z.object({ say: z.literal('ended'), outcome: requestOutcomeSchema }),
  z.object({ say: z.literal('state'), report: stationReportSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** The maximum number of bytes of a line, in both directions. */
export const LINE_BYTES = 1_048_576;

/** Returns the lines of a stream. @throws Error for a longer line than `LINE_BYTES` */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    kept = Buffer.concat([kept, chunk]);
    for (let end = kept.indexOf(10); end >= 0; end = kept.indexOf(10)) {
      yield kept.subarray(0, end).toString();
      kept = kept.subarray(end + 1);
    }
    if (kept.length > LINE_BYTES) throw new Error('The line is too long.');
  }
}
