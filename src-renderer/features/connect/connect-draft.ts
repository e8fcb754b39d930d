import { baseUrlFault, identifier, isLocked, proxyFault } from '../../../src-main/contract/settings.ts';
import type { ParsedInput } from '../../../src-main/contract/verbs/index.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';

/** The value of `chosen` if the person adds a new service. The text is empty, because no environment can have an empty name. */
export const NEW = '';

export interface ConnectDraft {
  /** The name of a known environment, or `NEW`. */
  readonly chosen: string;
  readonly name: string;
  readonly address: string;
  readonly proxy: string;
  readonly proxyUser: string;
  readonly proxyPassword: string;
  readonly caFile: string;
  /** Whether the person chose to keep the secrets in a private file instead of the keychain. */
  readonly inFile: boolean;
}

export type ConnectFault = 'name' | 'taken' | 'address' | 'proxy' | 'proxyUser';
export type Service = ParsedInput<'connect.test'>['service'];

/** Whether the policy of the computer allows a person to connect this station to a service. */
export function mayConnect({ settings, locked }: SettingsView): boolean {
  return settings.environment !== 'practice' || !isLocked(locked, 'environment');
}

/** Returns the names of the environments that a person may choose. `NEW` is included if the person may add a service. */
export function servicesToChoose({ settings, locked }: SettingsView): readonly string[] {
  if (isLocked(locked, 'environment')) return [settings.environment];
  const known = Object.keys(settings.environments);
  return isLocked(locked, 'environments') ? known : [...known, NEW];
}

export function firstDraft(view: SettingsView): ConnectDraft {
  const { environment, environments, network } = view.settings;
  // If the station is already connected, a person who opens this dialog wants another service.
  const isDone = view.secret.state === 'accepted';
  const services = servicesToChoose(view);
  const [first = environment] = services.filter((name) => name !== environment || !isDone);
  return {
    chosen: services.includes(environment) && !isDone ? environment : first,
    name: Object.hasOwn(environments, 'production') ? '' : 'production',
    address: '',
    proxy: network.proxy ?? '',
    proxyUser: '',
    proxyPassword: '',
    caFile: network.extraCaFile ?? '',
    inFile: false,
  };
}

export function faultsOf(draft: ConnectDraft, { settings }: SettingsView): readonly ConnectFault[] {
  const { name, address, proxy } = draft;
  const faults: ConnectFault[] = [];
  if (draft.chosen === NEW) {
    if (name === 'practice' || Object.hasOwn(settings.environments, name)) faults.push('taken');
    else if (!identifier.safeParse(name).success) faults.push('name');
    if (baseUrlFault(address.trim()) !== null) faults.push('address');
  }
  if (proxy.trim() !== '' && proxyFault(proxy.trim()) !== null) faults.push('proxy');
  if (draft.proxyUser.includes(':')) faults.push('proxyUser');
  return faults;
}

export function serviceOf(draft: ConnectDraft, { settings }: SettingsView): Service {
  const isNew = draft.chosen === NEW;
  return {
    environment: isNew ? draft.name : draft.chosen,
    address: isNew ? draft.address.trim() : (settings.environments[draft.chosen] ?? ''),
    network: { proxy: draft.proxy.trim() || null, extraCaFile: draft.caFile.trim() || null },
    proxy_login:
      draft.proxy.trim() === '' || draft.proxyUser === ''
        ? null
        : { user: draft.proxyUser, password: draft.proxyPassword },
    in_file: draft.inFile,
  };
}
