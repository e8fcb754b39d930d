import { baseUrlFault, identifier, isLocked, proxyFault } from '../../../src-main/contract/settings.ts';
import type { ParsedInput } from '../../../src-main/contract/verbs/index.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';

/** The choice of a service that is not in the list of services yet. No environment can have this name. */
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
  /** Whether the person chose the private file for the secrets. */
  readonly inFile: boolean;
}

export type ConnectFault = 'name' | 'taken' | 'address' | 'proxy' | 'proxyUser';
export type Service = ParsedInput<'connect.test'>['service'];

/** Whether the policy lets a person connect this computer to a service at all. */
export function mayConnect({ settings, locked }: SettingsView): boolean {
  return settings.environment !== 'practice' || !isLocked(locked, 'environment');
}

/** The names of the services that a person may choose. `NEW` stands for a service that the person adds. */
export function servicesToChoose({ settings, locked }: SettingsView): readonly string[] {
  if (isLocked(locked, 'environment')) return [settings.environment];
  const known = Object.keys(settings.environments);
  return isLocked(locked, 'environments') ? known : [...known, NEW];
}

export function firstDraft(view: SettingsView): ConnectDraft {
  const { environment, environments, network } = view.settings;
  // A person who opens the dialog of a connected station wants another service.
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
