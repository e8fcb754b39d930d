import { useEffect } from 'react';
import { isLocked, type Settings, settingsSchema } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { ownFolders } from '../../state/own-folders.ts';
import { forgottenStore } from '../../state/store.ts';

const FIELDS = {
  stationName: { path: ['station'], read: textOrNull },
  concurrency: { path: ['sending', 'concurrency'], read: number },
  idle: { path: ['sending', 'idleTimeoutSeconds'], read: number },
  undo: { path: ['sending', 'undoSeconds'], read: number },
  milestones: { path: ['sending', 'milestones'], read: (text: string) => text === 'true' },
  seconds: { path: ['tracking', 'seconds'], read: number },
  scope: { path: ['tracking', 'scope'], read: (text: string) => text },
  listen: { path: ['callbacks', 'listen'], read: textOrNull },
  caFile: { path: ['network', 'extraCaFile'], read: textOrNull },
  proxy: { path: ['network', 'proxy'], read: textOrNull },
  days: { path: ['retention', 'days'], read: number },
} as const;

export type FieldName = keyof typeof FIELDS;
type FieldTexts = Readonly<Partial<Record<FieldName, string>>>;

const isFieldName = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);
const NAMES = Object.keys(FIELDS).filter(isFieldName);

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function number(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Whether the policy of this computer sets the field, so that a person cannot change the field. */
export function isLockedField({ locked }: Pick<SettingsView, 'locked'>, name: FieldName): boolean {
  return isLocked(locked, FIELDS[name].path.join('.'));
}

export function textOfField(settings: Settings, name: FieldName): string {
  const value = FIELDS[name].path.reduce((part: unknown, key) => entriesOf(part)[key], settings);
  return value === null ? '' : String(value);
}

function put(settings: Settings, name: FieldName, text: string): unknown {
  const { path, read } = FIELDS[name];
  const [group, key] = path;
  if (key === undefined) return { ...settings, [group]: read(text) };
  return { ...settings, [group]: { ...entriesOf(settings[group]), [key]: read(text) } };
}

export function changedFields(settings: Settings, texts: FieldTexts): readonly FieldName[] {
  return NAMES.filter((name) => texts[name] !== undefined && texts[name] !== textOfField(settings, name));
}

/** Returns the settings with all typed texts, and the names of the faulty fields. If a field is faulty, `settings` is null. */
export function withTexts(
  settings: Settings,
  texts: FieldTexts,
): { readonly settings: Settings | null; readonly faults: readonly FieldName[] } {
  const faults: FieldName[] = [];
  let result = settings;
  for (const name of NAMES) {
    const text = texts[name];
    if (text === undefined) continue;
    const parsed = settingsSchema.safeParse(put(result, name, text));
    if (parsed.success) result = parsed.data;
    else faults.push(name);
  }
  return { settings: faults.length === 0 ? result : null, faults };
}

type Known = Pick<SettingsView, 'settings' | 'data_folder'>;

/** Returns the settings with another environment. For an environment other than `practice`, the folder of sample packets is left out. */
export function switchedTo(known: Known, name: string, environments: Settings['environments']): Settings {
  const { settings } = known;
  const folders = name === 'practice' ? settings.folders : [...ownFolders(known)];
  return { ...settings, environment: name, environments, folders };
}

/** The unsaved texts of all fields. The store keeps the texts while a person visits another screen. */
export const useDrafts = forgottenStore<{ readonly texts: FieldTexts }>({ texts: {} });

export function putText(name: FieldName, text: string): void {
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [name]: text } }));
}

export function forgetTexts(names: readonly FieldName[]): void {
  useDrafts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !names.some((one) => one === name))),
  }));
}

/** While `unsaved` is true, the browser asks a person before the window closes or reloads. */
export function useCloseGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
