import type { PageVerb } from '../../contract/bridge.ts';

/** The IPC channels between page and main process that carry no verb. A verb has the channel `verb:<name>`. */
export const CHANNELS = {
  event: 'host:event',
  listen: 'host:listen',
  addFiles: 'host:add-files',
  saveDocument: 'host:save-document',
  saveMade: 'host:save-made',
  readDocument: 'host:read-document',
  chooseFolder: 'host:choose-folder',
  copyText: 'host:copy-text',
} as const;

export const verbChannel = (verb: string) => `verb:${verb}`;

// A copy of the verb names: an import of the contract would load all schemas into the preload script. The type and a test check the copy.
const LISTED: Readonly<Record<PageVerb, true>> = {
  'app.info': true,
  'app.overview': true,
  'app.restart-engine': true,
  'settings.get': true,
  'settings.save': true,
  'secret.set': true,
  'secret.clear': true,
  'secret.same-organisation': true,
  'secret.own-environment': true,
  'secret.check': true,
  'preferences.get': true,
  'preferences.save': true,
  'doctor.run': true,
  'tasks.page': true,
  'tasks.export': true,
  'tasks.facets': true,
  'tasks.get': true,
  'tasks.raw': true,
  'tasks.receipt': true,
  'tasks.printed': true,
  'documents.printed': true,
  'tasks.texts': true,
  'tasks.look': true,
  'tasks.set-cleared': true,
  'tasks.rename': true,
  'tasks.set-external-id': true,
  'tasks.add-note': true,
  'tasks.resume': true,
  'tasks.add-staff-note': true,
  'tasks.assign': true,
  'tasks.set-aside': true,
  'tasks.give-up': true,
  'tasks.take-back': true,
  'tasks.journeys': true,
  'waiting.list': true,
  'answers.send': true,
  'drops.open': true,
  'drops.add-text': true,
  'drops.get': true,
  'drops.list': true,
  'drops.remove-file': true,
  'drops.send-anyway': true,
  'drops.purpose': true,
  'drops.send': true,
  'drops.discard': true,
  'task-types.known': true,
  'outbox.page': true,
  'outbox.retry': true,
  'outbox.retry-all': true,
  'outbox.withdraw': true,
  'outbox.send-again': true,
  'outbox.plan': true,
  'files.plan': true,
  'plans.undo': true,
  'views.list': true,
  'views.save': true,
  'views.remove': true,
  'files.page': true,
  'files.decide': true,
  'folders.decide-backlog': true,
  'folders.no-other-station': true,
  'folders.list': true,
  'folders.preview': true,
  'folders.test': true,
  'task-types.try': true,
  'folders.save': true,
  'folders.remove': true,
  'folders.pause': true,
  'folders.resume': true,
  'folders.rescan': true,
  'places.list': true,
  'lock.state': true,
  'lock.activity': true,
  'lock.now': true,
  'lock.unlock': true,
  'lock.add-user': true,
  'lock.remove-user': true,
  'lock.set': true,
  'redirect.answer': true,
  'drafts.keep': true,
  'drafts.kept': true,
  'audit.page': true,
  'audit.facets': true,
  'audit.verify': true,
  'audit.export': true,
  'support.make': true,
  'backups.state': true,
  'backups.make': true,
  'stations.list': true,
  'insights.get': true,
  'insights.export': true,
};

const isPageVerb = (name: string): name is PageVerb => Object.hasOwn(LISTED, name);

export const PAGE_VERBS: readonly PageVerb[] = Object.keys(LISTED).filter(isPageVerb);

export function pageVerbRecord<T>(make: (name: PageVerb) => T): Readonly<Record<PageVerb, T>> {
  return mapRecord(LISTED, make);
}

function mapRecord<K extends string, T>(keys: Readonly<Record<K, true>>, make: (key: K) => T): Record<K, T>;
function mapRecord<T>(keys: Readonly<Record<string, true>>, make: (key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, make(key)]));
}
