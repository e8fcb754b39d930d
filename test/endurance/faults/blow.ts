import { z } from 'zod';

/** What stands at the program's outer boundary. */
const KINDS = ['sql', 'file', 'http', 'keychain'] as const;

/** One blow at the program: which call is struck, on which side of it, and how. */
export const blowSchema = z.object({
  at: z.union([
    /** The i-th call, from 0: among those of one kind, those that change something, or all. How many others come between differs from run to run. */
    z.object({ nth: z.int(), of: z.enum([...KINDS, 'changes', 'all']) }),
    /** The first call of this name right after one of that name. */
    z.object({ name: z.string(), after: z.string() }),
    /** Any change that is not among these points, with this chance each time; the seed draws. */
    z.object({ notAt: z.array(z.string()), chance: z.number(), seed: z.int() }),
  ]),
  /** `full`: from that call on no call finds room on the station's own disk, for a quarter of an hour. */
  how: z.enum(['kill', 'fail', 'full']),
  /** `before`: the call has no effect. `after`: it has had its effect, and the program never hears of it. Drawn for `notAt`. */
  side: z.enum(['before', 'after']),
  /** Chooses among the errors that fit the call. */
  flavour: z.int(),
});
export type Blow = z.infer<typeof blowSchema>;

/** What is played: `front` (folders, drops, answers, edits) or `desk` (what a person decides, takes back and sets). */
const SCENES = ['front', 'desk'] as const;
export type SceneName = (typeof SCENES)[number];

/** What the child is started with. */
export const orderSchema = z.object({
  scene: z.enum(SCENES),
  root: z.string(),
  apiSecret: z.string(),
  secrets: z.string(),
  /** The sha256 of each document of the scenario, by its name: names are purged in the end, hashes are not. */
  documents: z.record(z.string(), z.string()),
  /** How much later it is for this run than for the machine, in milliseconds. */
  laterMs: z.number(),
  blow: blowSchema.nullable(),
  /** Where what it met is written (`Told`), or null. */
  tell: z.string().nullable(),
});
export type Order = z.infer<typeof orderSchema>;

/** One call the program made, as the run without a blow tells them: its kind and its name. */
export const callSchema = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  /** It is a durable step or a side effect. */
  changes: z.boolean(),
  /** A full disk refuses it. */
  needsRoom: z.boolean(),
});
export type Call = z.infer<typeof callSchema>;

/** What comes before the first call. */
export const NO_CALL = '';

/** What a run without a blow tells of itself: its calls, and the statements it ran, each once. */
export const toldSchema = z.object({ calls: z.array(callSchema), statements: z.array(z.string()) });
export type Told = z.infer<typeof toldSchema>;

/** A side of a named call, at which a station can be killed. */
export const pointOf = (side: Blow['side'], name: string): string => `${side} ${name}`;

/** What the child notes down before it strikes. */
export const noteSchema = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  point: z.string(),
  /** The station's time, in milliseconds. */
  at: z.number(),
});
export type Note = z.infer<typeof noteSchema>;

/** How a run of the child ended by itself. */
export const endSchema = z.object({
  /** Null when nothing was left to do; else what still was. */
  restless: z.string().nullable(),
});
