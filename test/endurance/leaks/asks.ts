import { z } from 'zod';
import { VERBS, type VerbName } from '../../../src-main/contract/verbs/index.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';

/** One call of a page, and whether the program carries the call out. */
export interface Ask {
  readonly verb: VerbName;
  readonly input: object;
  readonly ends: 'taken' | 'refused';
  readonly locked?: true;
  /** A call that waits until a person confirms the change (I9). */
  readonly needsPerson?: true;
}

export interface AskScene {
  readonly settings: SettingsView['settings'];
  readonly task: string;
  readonly apiSecret: string;
  readonly wrongSecret: string;
  readonly pin: string;
  readonly patient: string;
  readonly member: string;
  /** Whether a drop holds unsent documents, which a new start of the engine would lose. */
  readonly dropOpen: boolean;
}

const NOWHERE = 'nowhere';

/**
 * Every verb that changes something, or that a lock refuses, in an order in which it can be asked: with what cannot be done, so that its words are
 * heard, and with what can be done where the scene goes on as it would have.
 */
export function changes(scene: AskScene): readonly Ask[] {
  const { settings, task, apiSecret, wrongSecret, pin, patient, member, dropOpen } = scene;
  const [rule] = settings.folders;
  if (rule === undefined) throw new Error('the scene has no folder');
  const refused = (verb: VerbName, input: object): Ask => ({ verb, input, ends: 'refused' });
  const taken = (verb: VerbName, input: object): Ask => ({ verb, input, ends: 'taken' });
  const given = { grouping: 'each', task_type: 'x', request_spec: {}, name: patient, duplicates: false };
  const { environment, environments, network } = settings;
  const address = environments[environment] ?? '';
  const service = { environment, address, network, proxy_login: null, in_file: false };
  return [
    taken('tasks.get', { task }),
    refused('tasks.ask', { reference: `canary-${NOWHERE}` }),
    refused('tasks.look', { task: NOWHERE }),
    taken('tasks.look', { task }),
    refused('tasks.rename', { task: NOWHERE, name: patient }),
    taken('tasks.rename', { task, name: `${patient}, renamed` }),
    refused('tasks.set-cleared', { tasks: [NOWHERE], cleared: true }),
    taken('tasks.set-cleared', { tasks: [task], cleared: true }),
    refused('tasks.set-external-id', { task: NOWHERE, external_id: patient }),
    taken('tasks.set-external-id', { task, external_id: 'canary-reference' }),
    taken('tasks.shares-external-id', { external_id: patient }),
    refused('tasks.decide-twin', { task: NOWHERE, superfluous: true }),
    refused('tasks.add-note', { task: NOWHERE, text: patient }),
    taken('tasks.add-note', { task, text: 'called the clinic' }),
    refused('tasks.add-staff-note', { task: NOWHERE, text: patient }),
    taken('tasks.add-staff-note', { task, text: `${patient} called` }),
    refused('tasks.assign', { task: NOWHERE, to: 'Ana' }),
    taken('tasks.assign', { task, to: 'Ana' }),
    refused('tasks.set-aside', { task: NOWHERE, until: '2999-01-01' }),
    refused('tasks.give-up', { task: NOWHERE, reason: patient }),
    refused('documents.printed', { task: NOWHERE, item: NOWHERE, page: null }),
    refused('answers.send', { task: NOWHERE, drop: null, data: { member_id: member } }),
    refused('drops.add-paths', { drop: NOWHERE, paths: [`/tmp/${patient}`] }),
    refused('drops.add-text', { drop: NOWHERE, name: patient, kind: 'text', text: member }),
    refused('drops.correct', { task: NOWHERE }),
    refused('drops.text', { drop: NOWHERE, index: 0 }),
    refused('drops.remove-file', { drop: NOWHERE, index: 0 }),
    refused('drops.send-anyway', { drop: NOWHERE, index: 0 }),
    refused('drops.send', { drop: NOWHERE, ...given }),
    refused('drops.purpose', { drop: NOWHERE, task_type: given.task_type, request_spec: given.request_spec }),
    refused('drops.discard', { drop: NOWHERE }),
    refused('outbox.retry', { id: NOWHERE }),
    taken('outbox.retry-all', {}),
    taken('outbox.withdraw', { ids: [NOWHERE] }),
    taken('outbox.plan', { ids: [NOWHERE], act: 'withdraw' }),
    taken('files.plan', { files: [999_999], act: 'leave-out' }),
    taken('plans.undo', { plans: [999_999] }),
    taken('plans.dismiss', { newest: 999_999 }),
    refused('outbox.send-again', { id: NOWHERE }),
    refused('outbox.as-task', { id: NOWHERE }),
    refused('files.decide', { file: 999_999, decision: 'send' }),
    refused('task-types.try', { task_type: ' ' }),
    refused('folders.save', { rule: { ...rule, path: patient }, replaces: null }),
    taken('folders.save', { rule, replaces: rule.id }),
    refused('folders.remove', { folder: NOWHERE }),
    ...(['folders.pause', 'folders.resume', 'folders.rescan'] as const).flatMap((verb) => [
      refused(verb, { folder: NOWHERE }),
      taken(verb, { folder: rule.id }),
    ]),
    refused('folders.decide-offer', { folder: NOWHERE, decision: 'send' }),
    taken('folders.decide-offer', { folder: rule.id, decision: 'dismiss' }),
    refused('folders.decide-backlog', { folder: NOWHERE, decision: 'send' }),
    taken('folders.decide-backlog', { folder: rule.id, decision: 'send' }),
    refused('settings.save', { settings: { ...settings, folders: [rule, { ...rule, id: 'twice' }] } }),
    taken('settings.save', { settings }),
    refused('preferences.save', { preferences: { theme: patient } }),
    taken('preferences.save', { preferences: {} }),
    refused('views.save', { view: { screen: patient, name: patient, filters: {} }, replaces: null }),
    taken('views.save', {
      view: { screen: 'tasks', name: patient, filters: { search: member } },
      replaces: null,
    }),
    taken('views.remove', { screen: 'tasks', name: patient }),
    taken('drafts.keep', { typed: { [task]: { member_id: member } } }),
    { ...taken('lock.set', { idle_minutes: 60, new_pin: pin }), needsPerson: true },
    refused('redirect.answer', { question: NOWHERE, proof: `${pin}2` }),
    refused('lock.set', { idle_minutes: null, pin: `${pin}0` }),
    taken('lock.add-user', { name: 'Ana', pin: `${pin}3`, station_pin: pin }),
    refused('lock.remove-user', { user: NOWHERE, station_pin: pin }),
    taken('lock.now', {}),
    { ...refused('tasks.get', { task }), locked: true },
    refused('lock.unlock', { pin: `${pin}1` }),
    taken('lock.unlock', { pin }),
    taken('lock.set', { idle_minutes: null, pin }),
    taken('connect.place', { environment }),
    taken('connect.test', { service, api_secret: wrongSecret }),
    refused('connect.finish', { id: NOWHERE, folders: [] }),
    taken('connect.cancel', {}),
    refused('secret.set', { api_secret: wrongSecret }),
    refused('secret.same-organisation', { organisation: 'f'.repeat(64) }),
    refused('secret.own-environment', { environment: 'other' }),
    taken('secret.clear', {}),
    taken('secret.set', { api_secret: apiSecret }),
    (dropOpen ? refused : taken)('app.restart-engine', {}),
  ];
}

export type Call = (verb: VerbName, input: unknown) => Promise<unknown>;

/** How a page asks, and how with a person who confirms what is asked. */
export interface Asking {
  readonly call: Call;
  readonly confirmed: Call;
}

interface Questions {
  readonly verbs: readonly VerbName[];
  /** Inputs for the verbs that change nothing; each verb gets the inputs that fit. */
  readonly inputs: readonly object[];
  /** Inputs for the other verbs. */
  readonly changing: readonly Ask[];
  /** An input that no verb accepts. */
  readonly nonsense: string;
}

const answerSchema = z.object({ ok: z.boolean() });

/** Asks every verb. Gives the number of verbs carried out, and what went wrong. */
export async function askEverything(
  { call, confirmed }: Asking,
  { verbs, inputs, changing, nonsense }: Questions,
): Promise<{ done: number; wrong: string[] }> {
  const done = new Set<string>();
  const wrong: string[] = [];
  const ask = async (verb: VerbName, input: unknown, asking = call) => {
    const { ok } = answerSchema.parse(await asking(verb, input));
    if (ok) done.add(verb);
    return ok ? 'taken' : 'refused';
  };
  for (const name of verbs) {
    if ((await ask(name, { nonsense })) !== 'refused') wrong.push(`${name} took nonsense`);
    if (changing.some(({ verb }) => verb === name)) continue;
    const fitting = inputs.filter((one) => VERBS[name].input.safeParse(one).success);
    if (fitting.length === 0) wrong.push(`nobody knows what to ask ${name}`);
    for (const one of fitting) await ask(name, one);
  }
  for (const { verb, input, ends, needsPerson } of changing)
    if ((await ask(verb, input, needsPerson ? confirmed : call)) !== ends)
      wrong.push(`${verb} ${Object.keys(input)} was not ${ends}`);
  return { done: done.size, wrong };
}
