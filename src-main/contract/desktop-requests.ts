import { z } from 'zod';

const id = z.string().min(1).max(200);
const documentShape = { task: id, item: id };
const name = z.string().max(500);
const saved = z.object({ saved: z.boolean(), name: z.string() });

/**
 * The requests of a page that the desktop program answers itself, because these requests need paths, a dialog or the clipboard, or return
 * bytes. `saved` is false if the person canceled the dialog.
 */
export const DESKTOP_REQUESTS = {
  'desktop.listen': { input: z.strictObject({}), output: z.null() },
  /** Adds the files whose paths come with the request, and the folders that `desktop.choose-folder` returned. */
  'desktop.add-files': {
    input: z.strictObject({ drop: id, folders: z.array(z.string()) }),
    output: z.unknown(),
  },
  'desktop.save-document': { input: z.strictObject({ ...documentShape, name }), output: saved },
  'desktop.save-made': { input: z.strictObject({ file: id, name }), output: saved },
  'desktop.read-document': {
    input: z.strictObject(documentShape),
    output: z.object({
      name: z.string(),
      /** The media type. */
      type: z.string(),
      bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
    }),
  },
  'desktop.choose-folder': { input: z.strictObject({}), output: z.object({ path: z.string().nullable() }) },
  'desktop.copy-text': { input: z.strictObject({ text: z.string().max(10_000_000) }), output: z.null() },
} satisfies Record<`desktop.${string}`, { input: z.ZodType; output: z.ZodType }>;

export type DesktopRequest = keyof typeof DESKTOP_REQUESTS;
export type DesktopInput<N extends DesktopRequest> = z.output<(typeof DESKTOP_REQUESTS)[N]['input']>;
export type DesktopOutput<N extends DesktopRequest> = z.output<(typeof DESKTOP_REQUESTS)[N]['output']>;

const SCHEMAS: {
  readonly [N in DesktopRequest]: {
    readonly input: z.ZodType<DesktopInput<N>>;
    readonly output: z.ZodType<DesktopOutput<N>>;
  };
} = DESKTOP_REQUESTS;

export function desktopInputOf<N extends DesktopRequest>(name: N): z.ZodType<DesktopInput<N>> {
  return SCHEMAS[name].input;
}

export function desktopOutputOf<N extends DesktopRequest>(name: N): z.ZodType<DesktopOutput<N>> {
  return SCHEMAS[name].output;
}

export function isDesktopRequest(name: string): name is DesktopRequest {
  return Object.hasOwn(DESKTOP_REQUESTS, name);
}
