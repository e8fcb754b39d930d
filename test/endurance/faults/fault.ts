import { z } from 'zod';

const KINDS = ['sql', 'file', 'http', 'keychain'] as const;

/** One fault to inject: at which call, on which side of the call, and how. */
export const faultSchema = z.object({
  at: z.union([
    /** The call of this name, counted by `time` from 0; with `after`, only calls right after one of that name count. */
    z.object({ name: z.string(), after: z.string().nullable(), time: z.int() }),
    /** Any change that is not among these points, with this chance each time; the seed draws. */
    z.object({ notAt: z.array(z.string()), chance: z.number(), seed: z.int() }),
  ]),
  /** `full`: from the call on, the station's own disk has no room for a quarter of an hour. */
  how: z.enum(['kill', 'fail', 'full']),
  /** `before`: the call has no effect. `after`: the call has its effect, and the program never hears of the effect. Drawn for `notAt`. */
  side: z.enum(['before', 'after']),
  /** Chooses among the errors that fit the call. */
  variant: z.int(),
});
export type Fault = z.infer<typeof faultSchema>;

/** `front`: folders, drops, answers, edits. `desk`: what a person decides, takes back and sets. */
export const SCENES = ['front', 'desk'] as const;
export type SceneName = (typeof SCENES)[number];

export const optionsSchema = z.object({
  scene: z.enum(SCENES),
  root: z.string(),
  apiSecret: z.string(),
  secrets: z.string(),
  /** The sha256 of each document of the scene by its name: retention purges names, not hashes. */
  documents: z.record(z.string(), z.string()),
  /** How far this run's clock is ahead of the machine's, in milliseconds. */
  laterMs: z.number(),
  fault: faultSchema.nullable(),
  /** The file for `Told`, or null. */
  tell: z.string().nullable(),
});
export type ChildOptions = z.infer<typeof optionsSchema>;

/** One call of the program across its boundary; the name has no ids, times or counters. */
const callSchema = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  /** The call is a durable step or a side effect. */
  changes: z.boolean(),
  /** A full disk refuses the call. */
  needsRoom: z.boolean(),
});
export type Call = z.infer<typeof callSchema>;

/** The name before the first call. */
export const NO_CALL = '';

/** What a run without a fault tells: its calls in order, and its SQL statements, each once. */
export const toldSchema = z.object({ calls: z.array(callSchema), statements: z.array(z.string()) });
export type Told = z.infer<typeof toldSchema>;

/** A side of a named call, at which a station can be killed. */
export const pointOf = (side: Fault['side'], name: string): string => `${side} ${name}`;

/** What the child writes down before it injects the fault. */
export const noteSchema = z.object({
  point: z.string(),
  /** The station's time, in milliseconds. */
  at: z.number(),
});
export type Note = z.infer<typeof noteSchema>;

/** How a child process ended by itself. */
export const endSchema = z.object({
  /** What was still to do, or null. */
  unfinished: z.string().nullable(),
});
