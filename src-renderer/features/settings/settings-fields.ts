import { type FolderRule, type Settings, settingsSchema } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';

interface Field {
  textOf(settings: Settings): string;
  /** The settings with this text in its place; checked as a whole afterwards. */
  put(settings: Settings, text: string): unknown;
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const FIELDS = {
  stationName: {
    textOf: ({ station }) => station ?? '',
    put: (settings, text) => ({ ...settings, station: orNull(text) }),
  },
  concurrency: {
    textOf: ({ sending }) => String(sending.concurrency),
    put: (settings, text) => ({ ...settings, sending: { ...settings.sending, concurrency: number(text) } }),
  },
  idle: {
    textOf: ({ sending }) => String(sending.idleTimeoutSeconds),
    put: (settings, text) => ({
      ...settings,
      sending: { ...settings.sending, idleTimeoutSeconds: number(text) },
    }),
  },
  undo: {
    textOf: ({ sending }) => String(sending.undoSeconds),
    put: (settings, text) => ({ ...settings, sending: { ...settings.sending, undoSeconds: number(text) } }),
  },
  seconds: {
    textOf: ({ tracking }) => String(tracking.seconds),
    put: (settings, text) => ({ ...settings, tracking: { ...settings.tracking, seconds: number(text) } }),
  },
  scope: {
    textOf: ({ tracking }) => tracking.scope,
    put: (settings, text) => ({ ...settings, tracking: { ...settings.tracking, scope: text } }),
  },
  listen: {
    textOf: ({ callbacks }) => callbacks.listen ?? '',
    put: (settings, text) => ({ ...settings, callbacks: { listen: orNull(text) } }),
  },
  caFile: {
    textOf: ({ network }) => network.extraCaFile ?? '',
    put: (settings, text) => ({ ...settings, network: { ...settings.network, extraCaFile: orNull(text) } }),
  },
  proxy: {
    textOf: ({ network }) => network.proxy ?? '',
    put: (settings, text) => ({ ...settings, network: { ...settings.network, proxy: orNull(text) } }),
  },
  days: {
    textOf: ({ retention }) => String(retention.days),
    put: (settings, text) => ({ ...settings, retention: { days: number(text) } }),
  },
} satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;
export type FieldTexts = Readonly<Partial<Record<FieldName, string>>>;

const NAMES: readonly FieldName[] = [
  'stationName',
  'concurrency',
  'idle',
  'undo',
  'seconds',
  'scope',
  'listen',
  'caFile',
  'proxy',
  'days',
];

/** What a field shows while nobody has changed it. */
export function textOfField(settings: Settings, name: FieldName): string {
  return FIELDS[name].textOf(settings);
}

/** Which of these texts differ from what is kept. */
export function changedFields(settings: Settings, texts: FieldTexts): readonly FieldName[] {
  return NAMES.filter((name) => texts[name] !== undefined && texts[name] !== textOfField(settings, name));
}

/** The settings with these texts in them, or which of them cannot be. */
export function withTexts(
  settings: Settings,
  texts: FieldTexts,
): { readonly settings: Settings | null; readonly faults: readonly FieldName[] } {
  const faults: FieldName[] = [];
  let result = settings;
  for (const name of NAMES) {
    const text = texts[name];
    if (text === undefined) continue;
    const parsed = settingsSchema.safeParse(FIELDS[name].put(result, text));
    if (parsed.success) result = parsed.data;
    else faults.push(name);
  }
  return { settings: faults.length === 0 ? result : null, faults };
}

type Known = Pick<SettingsView, 'settings' | 'data_folder'>;

/** The folders that a person set up: not the one with samples, which practice mode keeps inside the data folder. */
export function ownFolders({ settings, data_folder: home }: Known): readonly FolderRule[] {
  return settings.folders.filter(({ path }) => !isBelow(path, home));
}

/** The settings with another environment in force. Samples about invented patients never go to a real service. */
export function switchedTo(known: Known, name: string, environments: Settings['environments']): Settings {
  const { settings } = known;
  const folders = name === 'practice' ? settings.folders : [...ownFolders(known)];
  return { ...settings, environment: name, environments, folders };
}

function isBelow(path: string, home: string): boolean {
  return path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
}
