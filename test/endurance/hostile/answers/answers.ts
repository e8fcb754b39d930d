import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readAll } from '../../../../src-main/core/ledger/db/ledger.ts';
import { addMessage } from '../../../../src-main/core/ledger/tables/messages.ts';
import {
  type MessagePayload,
  messageSchema,
  type NewFile,
} from '../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { addSubmission } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { setDetailsDue } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { createTestClock } from '../../../support/clock.ts';
import { newSubmission } from '../../../support/new-submission.ts';
import { randomInt, seededRandom } from '../../../support/random.ts';
import type { Status } from '../../../support/service-model/model-task.ts';
import { freezeDocument } from '../../../support/world/freeze-document.ts';
import type { Fate } from '../../../support/world/line.ts';
import { WorldStation } from '../../../support/world/station.ts';
import { worldsPlace } from '../../memory-disk.ts';
import { type Counts, type Run, sampleOf, textOf } from '../../part.ts';
import { atRest, refusedWrongly, rowsOf, shownWrongly, VICTIM } from './judge.ts';
import { pathsOf } from './mutations.ts';
import { type Answered, type Refusal, type Spoil, SpoilingService, spoilsOf } from './spoiling-service.ts';

const TELL_EVERY = 200;
/** For this many cases with one spoilt field there is one case with two spoilt fields. */
const SINGLES_FOR_A_PAIR = 5;

interface Case {
  readonly name: string;
  readonly plot: Plot;
  readonly spoils: readonly Spoil[];
}

/** Plays a random sample of all spoilt fields, alone and in pairs. @throws what does not hold, with the name of the case */
export async function hostileAnswers(count: number, { seed, only, say, stop }: Run): Promise<Counts> {
  using place = worldsPlace('answers');
  const playCase = ({ plot, spoils }: Omit<Case, 'name'>): Promise<Played> =>
    place.inEmptyFolder((dir, template) => playScene(dir, { plot, spoils, seed, template }));
  const cases = sampleOf(withPairs(await singleCases(playCase), seed), count, { seed, only });
  const sum = { 'answer cases': 0, 'answers spoilt': 0 };
  for (const one of cases) {
    if (stop.aborted) break;
    const { wrong, spoilt } = await playCase(one).catch((error: unknown) => ({
      wrong: [textOf(error)],
      spoilt: 0,
    }));
    if (wrong.length > 0) throw new Error(`${one.name}\n  ${wrong.join('\n  ')}`);
    sum['answer cases'] += 1;
    sum['answers spoilt'] += spoilt;
    if (sum['answer cases'] % TELL_EVERY === 0) say(`${sum['answer cases']} of ${cases.length} cases`);
  }
  return sum;
}

/** Every field of every kind of answer, spoilt in every way; an answer of several plots is spoilt in the first alone. */
async function singleCases(playCase: (one: Omit<Case, 'name'>) => Promise<Played>): Promise<Case[]> {
  const cases: Case[] = [];
  const done = new Set<Answered>();
  for (const plot of PLOTS) {
    const { wrong, samples } = await playCase({ plot, spoils: [] });
    if (wrong.length > 0) throw new Error(`${plot}, with nothing spoilt: ${wrong.join('\n')}`);
    for (const [answered, sample] of samples) {
      if (done.has(answered)) continue;
      done.add(answered);
      for (const spoil of spoilsOf(answered, sample, pathsOf(sample)))
        cases.push({ name: `${plot}: ${nameOf(spoil)}`, plot, spoils: [ofVictim(spoil)] });
    }
  }
  return cases;
}

/** In a list the spoilt row is the victim's, wherever the row stands. */
function ofVictim(spoil: Spoil): Spoil {
  const { answered, path } = spoil;
  const isRow = answered === 'list' && path[0] === 'tasks' && path.length > 1;
  return isRow ? { ...spoil, path: ['tasks', '@', ...path.slice(2)] } : spoil;
}

const nameOf = ({ answered, path, mutation }: Spoil) => `${answered} /${path.join('/')} ${mutation.name}`;

function withPairs(singles: readonly Case[], seed: number): Case[] {
  const random = seededRandom(seed);
  const byPlot = Map.groupBy(singles, ({ plot }) => plot);
  const pairs = singles
    .filter((_, index) => index % SINGLES_FOR_A_PAIR === 0)
    .flatMap((one) => {
      const others = byPlot.get(one.plot) ?? [];
      const other = others[randomInt(random, 0, others.length - 1)];
      if (other === undefined) return [];
      return [{ ...one, name: `${one.name} and ${other.name}`, spoils: [...one.spoils, ...other.spoils] }];
    });
  return [...singles, ...pairs];
}

/** What the network and the service do to the victim, so that every kind of answer comes about. */
const PLOTS = [
  'plain',
  'lost-create',
  'unsent-create',
  'lost-upload',
  'frozen',
  'refused-type',
  'refused-field',
  'limited',
] as const;
type Plot = (typeof PLOTS)[number];

interface Played {
  readonly wrong: readonly string[];
  readonly spoilt: number;
  readonly samples: ReadonlyMap<Answered, unknown>;
}

const MINUTE = 60_000;
const PATIENCE_MINUTES = 8 * 60;
/** A Retry-After counts for a day at most. */
const LIMITED_PATIENCE_MINUTES = 26 * 60;
const REFUSALS: Readonly<Partial<Record<Plot, Refusal>>> = {
  'refused-type': 400,
  'refused-field': 422,
  limited: 429,
};
/** Whether the spoilt field concerns one Task: a spoilt field of the whole list hides the other Task, too. */
const isOfOneTask = ({ answered, path }: Spoil) =>
  answered === 'list' ? path.includes('@') && path.at(-1) !== '@' : answered !== 'token';

/**
 * Lets a station process two Tasks from create to end while answers about one are spoilt, then lets the service recover. The
 * views must show both as the service said, and both must end as they are at the service.
 */
async function playScene(
  dir: string,
  options: {
    readonly plot: Plot;
    readonly spoils: readonly Spoil[];
    readonly template: string;
    readonly seed: number;
  },
): Promise<Played> {
  const { plot, spoils, template, seed } = options;
  const random = seededRandom(seed);
  const wrong: string[] = [];
  const faults: string[] = [];
  const stations: WorldStation[] = [];
  const clock = createTestClock(Date.UTC(2026, 0, 5, 8), () => stations.some((one) => one.busy));
  const service = new SpoilingService({ now: () => clock.now(), random });
  service.spoils = spoils;
  const lost = faultsOf(plot);
  const refusal = REFUSALS[plot] ?? null;
  let create: Fate | null = null;
  let upload: Fate | null = null;
  const fate = (_method: string, path: string): Fate => {
    let chosen: Fate | null = null;
    if (path.endsWith('/task/create')) [chosen, create] = [create, null];
    if (path.includes(service.victim ?? '?') && path.endsWith('/upload')) [chosen, upload] = [upload, null];
    return chosen ?? { do: 'answer' };
  };
  mkdirSync(join(dir, 'station'), { recursive: true });
  const station = new WorldStation({
    name: 'station',
    dir: join(dir, 'station'),
    rules: [],
    clock,
    service,
    random,
    fate,
    pace: { outboxPollMs: 20_000, auditMs: MINUTE },
    trackingSeconds: 30,
    template,
    durable: false,
    log: (event, fields) => {
      if (event === 'engine.fault') faults.push(JSON.stringify(fields));
    },
  });
  stations.push(station);
  await station.start();
  const { ledger, engine } = station.running;

  const freeze = (id: string) => [freezeDocument(station.spoolDir, id, Buffer.from(`%PDF document ${id}`))];
  const send = async (id: string): Promise<string> => {
    ledger.transaction(() => addSubmission(ledger, newSubmission(id, freeze(id)), clock.now()));
    engine.outbox.wake();
    let isTold = false;
    for (let waited = 0; service.tasks.withExternalId(id).length === 0 && waited < 120; waited += 1) {
      await clock.advance(5_000);
      if (refusal === null || service.refused === null) continue;
      if (!isTold) {
        isTold = true;
        look('refused');
        // A wait without a time may be over by now.
        if (refusal !== 429 || clock.now() < service.refused.notBefore)
          wrong.push(...refusedWrongly(station, refusal, service.spoilt > 0));
      }
      for (const row of refused(station)) engine.outbox.retry(row);
    }
    return service.tasks.withExternalId(id).at(-1)?.uuid ?? '';
  };
  const say = (id: string, taskUuid: string, payload: MessagePayload, files: readonly NewFile[] = []) =>
    addMessage(ledger, { id, taskUuid, payload, files, actor: 'clerk' }, clock.now());
  const move = (uuid: string, status: Status) => {
    const task = service.tasks.find(uuid);
    if (task !== undefined && task.status !== status) service.tasks.move(task, status);
  };
  const look = (when: string) =>
    wrong.push(...shownWrongly(station, service).map((what) => `${when}: ${what}`));

  try {
    const bystander = await send('BYSTANDER');
    service.bystander = bystander;
    await clock.advance(MINUTE);
    [create, upload] = [lost.create, lost.upload];
    service.victimIs(VICTIM);
    service.refuses = refusal;
    const victim = await send(VICTIM);
    const both = [bystander, victim];
    await clock.advance(MINUTE);
    look('created');
    for (const uuid of both) move(uuid, 'processing');
    await clock.advance(MINUTE);
    for (const uuid of both) move(uuid, 'waiting');
    await clock.advance(2 * MINUTE);
    look('waiting');
    const victimTask = service.tasks.find(victim);
    if (plot === 'frozen' && victimTask !== undefined) service.tasks.freeze(victimTask);
    // The victim's uuid may be unknown yet; a person answers the known Tasks.
    for (const [index, uuid] of [victim, bystander].entries()) {
      if (uuid === '') continue;
      say(
        `ANSWER-${index}`,
        uuid,
        { kind: 'answer', data: { member_id: `M-${index}` } },
        freeze(`ANSWER-${index}`),
      );
      say(`NAME-${index}`, uuid, { kind: 'name', name: `Renamed ${index}` });
      say(`EVENT-${index}`, uuid, { kind: 'event', event: 'seen', extraData: {} });
    }
    engine.outbox.wake();
    await clock.advance(3 * MINUTE);
    look('answered');
    const newer = service.tasks.find(victim)?.frozenTo ?? undefined;
    // A frozen Task stays where it is.
    for (const uuid of newer === undefined ? both : [bystander, newer]) move(uuid, 'completed');
    await clock.advance(3 * MINUTE);
    look('completed');
    if (spoils.every(isOfOneTask)) {
      const row = rowsOf(station).find(({ uuid }) => uuid === bystander);
      const verdicts = row === undefined ? [] : taskFullView(ledger, bystander, '2026-11-20').verdicts;
      if (row?.status !== 'completed' || verdicts.length !== 2)
        wrong.push(
          `I8: the other Task is ${row?.status} with ${verdicts.length} verdicts while one is spoilt`,
        );
    }
    const { spoilt } = service;
    service.spoils = [];
    for (const { uuid } of rowsOf(station)) setDetailsDue(ledger, uuid, true);
    // A spoilt token has closed the sign-in until there is a new secret.
    if (spoils.some(({ answered }) => answered === 'token')) service.rotate();
    station.setSecret(service.apiSecret).catch((error: unknown) => faults.push(String(error)));
    let left = ['never looked'];
    const patience = plot === 'limited' ? LIMITED_PATIENCE_MINUTES : PATIENCE_MINUTES;
    for (let minutes = 0; minutes < patience && left.length > 0; minutes += minutes < 20 ? 1 : 20) {
      for (const id of refused(station)) engine.outbox.retry(id);
      // The victim's Task waits for its delayed answer.
      for (const uuid of newer === undefined ? [victim] : [newer])
        await finish(service, uuid, answerIsOpen(station));
      await clock.advance((minutes < 20 ? 1 : 20) * MINUTE);
      left = atRest(station, service, { isDataDenied: isDenied(spoils) });
    }
    look('well again');
    if (
      refusal !== null &&
      (service.createdAt[1] ?? 0) < (service.refused?.notBefore ?? Number.POSITIVE_INFINITY)
    )
      wrong.push('I8: it was tried again sooner than the service asked');
    return {
      wrong: [...wrong, ...left, ...faults.map((fault) => `unforeseen: ${fault}`)],
      spoilt,
      samples: service.samples,
    };
  } finally {
    station.crash();
    await clock.settle();
  }
}

const isDenied = (spoils: readonly Spoil[]): boolean =>
  spoils.some(({ answered }) => answered === 'update') &&
  spoils.some(({ answered, path }) => answered === 'get' && path[0] === 'data_items');

function faultsOf(plot: Plot): { readonly create: Fate | null; readonly upload: Fate | null } {
  const cut = (taken: boolean): Fate => ({ do: 'cut', taken });
  if (plot === 'lost-create') return { create: cut(true), upload: null };
  if (plot === 'unsent-create') return { create: cut(false), upload: null };
  return { create: null, upload: plot === 'lost-upload' ? cut(true) : null };
}

function answerIsOpen(station: WorldStation): boolean {
  const rows = readAll(
    station.running.ledger.db.prepare("SELECT * FROM message WHERE lane = 'answers'"),
    messageSchema,
  );
  return rows.some(({ state }) => state !== 'accepted' && state !== 'rejected');
}

function refused(station: WorldStation): string[] {
  const sql = (table: string) => `SELECT id FROM ${table} WHERE state = 'rejected'`;
  const { db } = station.running.ledger;
  return readAll(
    db.prepare(`${sql('submission')} UNION ALL ${sql('message')}`),
    z.object({ id: z.string() }),
  ).map(({ id }) => id);
}

async function finish(service: SpoilingService, uuid: string, open: boolean): Promise<void> {
  const task = service.tasks.find(uuid);
  if (task === undefined) return;
  if (open && task.status !== 'waiting') service.tasks.move(task, 'waiting');
  if (!open && task.status !== 'completed') service.tasks.move(task, 'completed');
}
