import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { Redirect } from '../../contract/redirect.ts';
import type { Settings } from '../../contract/settings.ts';
import { readNetwork } from '../service/http/network.ts';

const text = z.string().nullable();

/** The values in the settings that decide where documents come from and go to, and who may replace the program (I9). */
export const whereSchema = z.object({
  /** The address of the active environment; null in practice mode. */
  service: text,
  addresses: z.record(z.string(), z.string()),
  proxy: text,
  /** The path of `extraCaFile`, with the SHA-256 of each certificate in the file; null without such a file. */
  authority: text,
  listener: text,
  copies: text,
  updates: text,
  /** The environments whose secrets are in a private file. */
  secrets: z.array(z.string()),
  /** The address of the stations' database. Another database lets stations send documents that other stations sent. */
  stations: text,
  folders: z.array(z.object({ id: z.string(), path: z.string(), callback: text })),
});
export type WhereDocumentsGo = z.infer<typeof whereSchema>;

const NOWHERE: WhereDocumentsGo = {
  service: null,
  addresses: {},
  proxy: null,
  authority: null,
  listener: null,
  copies: null,
  updates: null,
  secrets: [],
  stations: null,
  folders: [],
};

/** Returns the sources and destinations of documents in the settings. Reads the certificates in `extraCaFile`. */
export function whereDocumentsGo(settings: Settings): WhereDocumentsGo {
  const { environment, environments, network, callbacks, copies, updates, stations, folders, secretsInFile } =
    settings;
  return {
    service: environment === 'practice' ? null : (environments[environment] ?? null),
    addresses: environments,
    proxy: network.proxy,
    authority: authorityText(network),
    listener: callbacks.listen,
    copies: copies?.folder ?? null,
    updates: updates.feed,
    secrets: secretsInFile,
    stations: stations.postgres,
    folders: folders.map(({ id, path, callbackTemplate: callback }) => ({ id, path, callback })),
  };
}

export function withoutKeys(where: WhereDocumentsGo): WhereDocumentsGo {
  const folders = where.folders.map((folder) => ({
    ...folder,
    callback: callbackWithoutKeys(folder.callback),
  }));
  return { ...where, folders };
}

/** Returns the differences between two sets of sources and destinations. If `before` is null, every value of `after` counts as new. */
export function redirectsBetween(before: WhereDocumentsGo | null, after: WhereDocumentsGo): Redirect[] {
  const old = before ?? NOWHERE;
  const rules = ({ folders }: WhereDocumentsGo) => new Map(folders.map((one) => [one.id, one]));
  const [oldRules, newRules] = [rules(old), rules(after)];
  const ids = [...new Set([...oldRules.keys(), ...newRules.keys()])];
  const names = [...new Set([...Object.keys(old.addresses), ...Object.keys(after.addresses)])];
  const inFile = [...new Set([...old.secrets, ...after.secrets])];
  const fileOf = ({ secrets }: WhereDocumentsGo, name: string) =>
    secrets.includes(name) ? 'private file' : null;
  const pair = (what: Redirect['what'], subject: string | null, was?: string | null, is?: string | null) => ({
    what,
    subject,
    old: was ?? null,
    new: is ?? null,
  });
  return [
    pair('service', null, old.service, after.service),
    ...names.map((name) => pair('address', name, old.addresses[name], after.addresses[name])),
    pair('proxy', null, old.proxy, after.proxy),
    pair('authority', null, old.authority, after.authority),
    pair('listener', null, old.listener, after.listener),
    pair('copies', null, old.copies, after.copies),
    pair('updates', null, old.updates, after.updates),
    ...inFile.map((name) => pair('secrets', name, fileOf(old, name), fileOf(after, name))),
    pair('stations', null, old.stations, after.stations),
    ...ids.map((id) => ({
      ...pair('folder', id, oldRules.get(id)?.path, newRules.get(id)?.path),
      ...(after.service !== null && newRules.has(id) && { to: after.service }),
    })),
    ...ids.map((id) => pair('callback', id, oldRules.get(id)?.callback, newRules.get(id)?.callback)),
  ].filter((one) => one.old !== one.new);
}

/**
 * Returns the redirects that a person must confirm (I9). After a switch of the service, a person must confirm every value that applies.
 * Practice mode sends nothing, so fewer changes count there. `isChosen`: whether a person chose the folder in a dialog of the operating
 * system. The returned callback addresses contain no passwords and keys.
 */
export function redirectsToConfirm(
  before: Settings,
  after: Settings,
  isChosen: (path: string) => boolean,
): Redirect[] {
  const [old, next] = [whereDocumentsGo(before), whereDocumentsGo(after)];
  const callbackOf = (rule: string | null) => next.folders.find(({ id }) => id === rule)?.callback;
  const isNewPlace = ({ what, subject, new: path }: Redirect) =>
    what === 'folder' &&
    path !== null &&
    !old.folders.some((one) => one.path === path && one.callback === callbackOf(subject)) &&
    !isChosen(path);
  // In practice mode no document leaves this computer, but a page can read every document of a watched folder. A station that has a service
  // therefore asks about a folder, also while practice mode is in use, and about the removal of its last service. A station without a
  // service asks about its folders when a person connects the first service.
  if (next.service === null) {
    const has = ({ addresses }: WhereDocumentsGo) => Object.keys(addresses).length > 0;
    return redirectsBetween(old, next).filter(
      (change) =>
        ['updates', 'secrets'].includes(change.what) ||
        (has(old) && (isNewPlace(change) || (change.what === 'address' && !has(next)))),
    );
  }
  const isSwitch = before.environment !== after.environment || old.service !== next.service;
  const { service, addresses: named, updates, secrets } = old;
  const base = isSwitch ? { ...NOWHERE, service, addresses: named, updates, secrets } : old;
  const addresses = new Set(Object.values(old.addresses));
  // Another environment at the same address needs a confirmation, because a page could set the api_secret of another organization there.
  const renamed: Redirect[] =
    isSwitch && old.service === next.service
      ? [{ what: 'environment', subject: null, old: before.environment, new: after.environment }]
      : [];
  const needed = redirectsBetween(base, next).filter((change) => {
    switch (change.what) {
      case 'folder':
        // `isNewPlace` is false for a rule that only has a new id, because the rule watches the same folder as before.
        return isSwitch ? change.new !== null : isNewPlace(change);
      case 'address':
        // A change of the active address is listed once, as `service`. A new name for a known address redirects nothing.
        return change.new !== null && change.new !== next.service && !addresses.has(change.new);
      case 'callback':
        return change.new !== null;
      default:
        return true;
    }
  });
  return [...renamed, ...needed].map((change) =>
    change.what === 'callback'
      ? { ...change, old: callbackWithoutKeys(change.old), new: callbackWithoutKeys(change.new) }
      : change,
  );
}

function authorityText(network: Settings['network']): string | null {
  const { extraCaFile: file } = network;
  if (file === null) return null;
  try {
    const prints = readNetwork(network).extraCa.map((pem) => new X509Certificate(pem).fingerprint256);
    return `${file} (SHA-256 ${prints.join(', ')})`;
  } catch {
    return `${file} (not readable)`;
  }
}

export function callbackWithoutKeys(template: string | null): string | null {
  if (template === null) return null;
  const filled = template
    .replaceAll('{uuid}', 'uuid-placeholder')
    .replaceAll('{external_id}', 'external-placeholder');
  if (!URL.canParse(filled)) return 'an address that cannot be read';
  const url = new URL(filled);
  url.username = '';
  url.password = '';
  url.hash = '';
  for (const [name, value] of [...url.searchParams]) {
    if (!/^(uuid|external)-placeholder$/.test(value)) url.searchParams.set(name, 'removed');
  }
  return url.href
    .replaceAll('uuid-placeholder', '{uuid}')
    .replaceAll('external-placeholder', '{external_id}');
}
