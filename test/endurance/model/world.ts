import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import type { Log } from '../../../src-main/core/log/events.ts';
import { createTestClock, type TestClock } from '../../support/clock.ts';
import { seededRandom } from '../../support/random.ts';
import type { ModelRequest } from '../../support/service-model/messages.ts';
import type { ModelOrganisation } from '../../support/service-model/organisations.ts';
import { ServiceModel } from '../../support/service-model/service-model.ts';
import { Firewall } from '../../support/world/firewall.ts';
import { ALL_CHANGES, allow, forbid } from '../../support/world/forbidden.ts';
import { type Judged, nothingDecided, OTHER_RULE } from '../../support/world/judged.ts';
import type { Fate } from '../../support/world/line.ts';
import { outcomeAtRandom } from '../../support/world/outcome.ts';
import { type Kept, Share } from '../../support/world/share.ts';
import { WorldStation } from '../../support/world/station.ts';
import { createWatch } from '../../support/world/watch.ts';
import { PURPOSES } from './clerk.ts';
import type { Sequence, Watches } from './moves.ts';
import type { Trial } from './trials.ts';

const SECOND = 1_000_000_000n;

/**
 * Gives files of a folder new inode numbers with the same names, bytes and times, as the move of a share to another server or
 * the restore of a backup does.
 */
class NewNumbers {
  readonly #share: Share;
  /** Outside the folder, on the same disk. */
  readonly #place: string;
  /** Files that are away until `bringBack`. */
  readonly #away = new Set<string>();
  /** How many files got a new number. */
  count = 0;

  constructor(share: Share) {
    this.#share = share;
    this.#place = `${share.root}-numbers`;
  }

  renew(): void {
    for (const path of this.#standing()) this.#copy(this.#share.at(path), path);
  }

  /** Takes every second file away, or all files. */
  takeAway(all: boolean): void {
    for (const [index, path] of this.#standing().entries()) {
      if (!all && index % 2 === 1) continue;
      mkdirSync(dirname(this.#kept(path)), { recursive: true });
      renameSync(this.#share.at(path), this.#kept(path));
      this.#share.report(path);
      this.#away.add(path);
    }
  }

  bringBack(): void {
    for (const path of this.#away) {
      this.#copy(this.#kept(path), path);
      rmSync(this.#kept(path));
    }
    this.#away.clear();
  }

  #standing(): string[] {
    return [...this.#share.files.keys()].filter((path) => existsSync(this.#share.at(path)));
  }

  #kept(path: string): string {
    return join(this.#place, 'away', path);
  }

  #copy(from: string, path: string): void {
    const copy = join(this.#place, 'copy');
    mkdirSync(this.#place, { recursive: true });
    copyFileSync(from, copy);
    const { mtimeNs } = lstatSync(from, { bigint: true });
    // One number for all nanoseconds would lose digits.
    const seconds = Number(mtimeNs / SECOND) + Number(mtimeNs % SECOND) / Number(SECOND);
    utimesSync(copy, seconds, seconds);
    if (lstatSync(copy, { bigint: true }).mtimeNs !== mtimeNs) throw new Error('a copy got another time');
    mkdirSync(dirname(this.#share.at(path)), { recursive: true });
    renameSync(copy, this.#share.at(path));
    this.#share.report(path);
    this.count += 1;
  }
}

const LOOKS_SPARED = 0.8;
/** A backup takes as long as all the rest of a short sequence: only one world in so many has no recent backup. */
const WORLDS_OF_A_BACKUP = 8;
/** Documents older than the rule of the folder, where a person decides about older documents. */
const DOCUMENTS_BEFORE = 3;

/** The rule of the folder whose documents are for another purpose than those of the usual folder. */
export const OTHER_PURPOSE = 'spec';
const PRACTICE = 'practice';

/** Polls come a few times a minute: fewer polls simulate faster. */
const PACE = {
  intake: {
    pollMs: 40_000,
    pulseMs: 60_000,
    heartbeatMs: 45_000,
    missedBeats: 2,
    moveMs: 10_000,
    unfinishedMs: 20_000,
    changingMs: 600_000,
  },
  outboxPollMs: 30_000,
  auditMs: 30_000,
};

/** One hospital folder, one or two stations, one service. */
export interface World extends Judged {
  readonly clock: TestClock;
  readonly share: Share;
  readonly numbers: NewNumbers;
  readonly fates: Fate[];
  readonly faults: string[];
  readonly firewall: Firewall;
  up: boolean;
  /** Stations that cannot reach the service while others can. */
  readonly cutOff: Set<string>;
  /** The rules in the settings of a station. */
  readonly rulesFor: (station: string, watches: Watches) => readonly Partial<FolderRule>[];
  /** The rule of a station for the folder, if it has one. */
  readonly ruleOf: (station: WorldStation) => Partial<FolderRule> | undefined;
  readonly pathFor: (station: string) => string;
  readonly otherOrganisation: ModelOrganisation;
  /** The uids of api_secrets that the ledger of a station belongs to: the first one, and those of which a person said so. */
  readonly uidsOf: (station: string) => Set<string>;
  /** Stations whose folder is read-only, and of whose folder nobody has said that no other station uses it. */
  readonly unwritable: Set<string>;
  readonly isReadOnly: () => boolean;
  /** Lets all stations write to the folder. */
  readonly openFolder: () => void;
  /** The station in practice that watches the same folder, if there is one. */
  readonly practice: WorldStation | null;
  /** How often settings left the folder or came back. */
  changesOfRules: number;
  /** The snapshot of the folder that was kept together with the disk of its station. */
  kept: Kept | null;
}

/** Makes a world in an empty folder; nothing runs yet. */
export function createWorld(dir: string, sequence: Sequence, template: string): World {
  const random = seededRandom(sequence.seed);
  const stations: WorldStation[] = [];
  let practice: WorldStation | null = null;
  const has = (trial: Trial) => sequence.trials.includes(trial);
  const clock = createTestClock(
    Date.UTC(2026, 0, 5, 8),
    () => stations.some((station) => station.busy) || practice?.busy === true,
  );
  const service = new ServiceModel({ now: clock.now, random, outcomeOf: outcomeAtRandom(random) });
  service.lagMs = sequence.lagMs;
  service.keepsData = sequence.keepsData;
  const share = new Share(join(dir, 'share'), () => clock.now());
  const desk = new Share(join(dir, 'desk'), () => clock.now());
  const firewall = new Firewall();
  const otherPurpose = has('several purposes')
    ? new Share(join(dir, OTHER_PURPOSE), () => clock.now())
    : null;
  const uids = new Map<string, Set<string>>();
  const uidsOf = (station: string) => {
    const own = uids.get(station) ?? new Set<string>();
    uids.set(station, own);
    return own;
  };
  const unwritable = new Set<string>();
  const readOnly = new Set<string>();
  const elsewhere = join(dir, 'elsewhere');
  mkdirSync(elsewhere);
  const ruleOf = (id: string, path: string): Partial<FolderRule> => ({
    id,
    path,
    taskType: 'prior-auth',
    backlog: sequence.asksFirst ? 'ask' : 'send',
    ...(has('lost reports') ? { watch: 'auto', rescanMinutes: 1440 } : { watch: 'poll' }),
    quietSeconds: 5,
    after: sequence.after,
  });
  // Each of several stations has a mount of its own.
  const pathFor = (station: string) =>
    sequence.stations === 1 && station !== PRACTICE ? share.root : join(dir, station, 'mount');
  const purposes =
    otherPurpose === null
      ? []
      : [{ ...ruleOf(OTHER_PURPOSE, otherPurpose.root), requestSpec: PURPOSES[2].requestSpec }];
  const rulesFor = (station: string, watches: Watches) => {
    switch (watches) {
      case 'usual':
        return [ruleOf('in', pathFor(station)), ...purposes];
      case 'other':
        return [ruleOf(`in${OTHER_RULE}`, pathFor(station)), ...purposes];
      case 'elsewhere':
        return [ruleOf('in', elsewhere), ...purposes];
      case 'none':
        return purposes;
    }
  };
  const world: World = {
    clock,
    service,
    share,
    numbers: new NewNumbers(share),
    shares: new Map(Object.entries({ in: share, ...(otherPurpose && { [OTHER_PURPOSE]: otherPurpose }) })),
    desk,
    stations,
    fates: [],
    decided: nothingDecided(),
    faults: [],
    firewall,
    up: true,
    cutOff: new Set(),
    rulesFor,
    ruleOf: ({ rules }) => rules.find(({ id, path }) => path !== elsewhere && id !== OTHER_PURPOSE),
    pathFor,
    otherOrganisation: service.addOrganisation('other', 'Other'),
    uidsOf,
    unwritable,
    isReadOnly: () => readOnly.size > 0,
    openFolder: () => {
      for (const path of readOnly) allow(path);
      readOnly.clear();
      unwritable.clear();
    },
    get practice() {
      return practice;
    },
    changesOfRules: 0,
    kept: null,
  };
  world.decided.asksFirst = sequence.asksFirst;
  if (sequence.asksFirst)
    for (let there = 0; there < DOCUMENTS_BEFORE; there += 1) share.write(`${share.fresh()}.pdf`);
  const { seen } = world.decided;
  const dataOf = (name: string) => {
    mkdirSync(join(dir, name, 'backups'), { recursive: true });
    if (pathFor(name) !== share.root) share.mount(pathFor(name));
    if (sequence.seed % WORLDS_OF_A_BACKUP !== 0)
      writeFileSync(join(dir, name, 'backups', 'ledger-2026-01-05T07-59-00.000Z.db'), '');
    return join(dir, name);
  };
  const log: Log = (event, fields) => {
    if (event === 'engine.fault') world.faults.push(JSON.stringify(fields));
  };
  // Polls find every file; only a station that relies on reports can miss a file.
  const pace = has('lost reports')
    ? { ...PACE, intake: { ...PACE.intake, probeMs: 120_000 }, watch: createWatch(clock, () => share) }
    : PACE;
  const common = { clock, random, pace, trackingSeconds: 45, template, durable: false, log };
  for (let index = 0; index < sequence.stations; index += 1) {
    const name = `station-${index}`;
    const station: WorldStation = new WorldStation({
      ...common,
      name,
      dir: dataOf(name),
      rules: rulesFor(name, 'usual'),
      service,
      fate: (method) => {
        if (!world.up || world.cutOff.has(name)) return { do: 'refuse' };
        // Reads are far more frequent than changes, and do less harm.
        const passes = method === 'GET' && random() < LOOKS_SPARED;
        return (passes ? undefined : world.fates.shift()) ?? { do: 'answer' };
      },
      between: (request, serve) => {
        watchRequest(station, request);
        return firewall.pass(request, serve);
      },
    });
    stations.push(station);
    if (!has('read-only share') || index !== sequence.stations - 1) continue;
    unwritable.add(name);
    readOnly.add(pathFor(name));
    forbid(pathFor(name), { code: 'EROFS', changes: ALL_CHANGES });
  }
  /** Notes what a request must not be. */
  const watchRequest = (station: WorldStation, { path, headers, form }: ModelRequest) => {
    const uid = service.organisations.behind(headers['authorization'])?.uid;
    // A ledger takes the organisation of its first sign-in.
    if (uid !== undefined && uidsOf(station.name).size === 0) uidsOf(station.name).add(uid);
    if (uid !== undefined && !uidsOf(station.name).has(uid))
      seen.add(`I12: ${station.name} asked for ${path} under ${uid}`);
    const created = form?.fields.get('external_id');
    if (created !== undefined && unwritable.has(station.name) && station.sendsFromFolder(created))
      seen.add(`I2: ${station.name} sent from a folder that the station cannot write to`);
  };
  if (has('practice beside')) {
    const root = pathFor(PRACTICE);
    practice = new WorldStation({
      ...common,
      name: PRACTICE,
      dir: dataOf(PRACTICE),
      environment: 'practice',
      rules: rulesFor(PRACTICE, 'usual'),
      service: new ServiceModel({ now: clock.now, random }),
      fate: () => ({ do: 'answer' }),
    });
    const onRefused = (change: string, path: string) =>
      seen.add(`I13: practice would ${change} ${relative(root, path)}`);
    forbid(root, { code: 'EROFS', changes: ALL_CHANGES, onRefused });
  }
  return world;
}
