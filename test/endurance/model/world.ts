import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import { createTestClock, type TestClock } from '../../support/clock.ts';
import { seededRandom } from '../../support/random.ts';
import { ServiceModel } from '../../support/service-model/service-model.ts';
import { Firewall } from '../../support/world/firewall.ts';
import { type Judged, nothingDecided, OTHER_RULE } from '../../support/world/judged.ts';
import type { Fate } from '../../support/world/line.ts';
import { NewNumbers } from '../../support/world/new-numbers.ts';
import { outcomeAtRandom } from '../../support/world/outcome.ts';
import { Share } from '../../support/world/share.ts';
import { WorldStation } from '../../support/world/station.ts';
import type { Sequence, Watches } from './moves.ts';

const LOOKS_SPARED = 0.8;
/** A backup takes as long as all the rest of a short sequence: only one world in so many has no recent backup. */
const WORLDS_OF_A_BACKUP = 8;
/** Documents older than the rule of the folder, where a person decides about older documents. */
const DOCUMENTS_BEFORE = 3;

/** Polls come a few times a minute: fewer polls simulate faster. */
const PACE = {
  intake: {
    pollMs: 40_000,
    pulseMs: 60_000,
    heartbeatMs: 45_000,
    missedBeats: 2,
    moveMs: 10_000,
    unfinishedMs: 20_000,
  },
  outboxPollMs: 30_000,
  otherProcessesMs: 60_000,
  auditMs: 30_000,
};

/** One hospital folder, one or two stations, one service. */
export interface World extends Judged {
  readonly clock: TestClock;
  /** The one folder. */
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
  /** Where a station finds the folder. */
  readonly pathFor: (station: string) => string;
  /** How often settings left the folder or came back. */
  changesOfRules: number;
}

/** Makes a world in an empty folder; nothing runs yet. */
export function createWorld(dir: string, sequence: Sequence, template: string): World {
  const random = seededRandom(sequence.seed);
  const stations: WorldStation[] = [];
  const clock = createTestClock(Date.UTC(2026, 0, 5, 8), () => stations.some((station) => station.busy));
  const service = new ServiceModel({ now: clock.now, random, outcomeOf: outcomeAtRandom(random) });
  service.lagMs = sequence.lagMs;
  service.keepsData = sequence.keepsData;
  const share = new Share(join(dir, 'share'), () => clock.now());
  const desk = new Share(join(dir, 'desk'), () => clock.now());
  const firewall = new Firewall();
  const elsewhere = join(dir, 'elsewhere');
  mkdirSync(elsewhere);
  const ruleOf = (id: string, path: string): Partial<FolderRule> => ({
    id,
    path,
    taskType: 'prior-auth',
    backlog: sequence.asksFirst ? 'ask' : 'send',
    watch: 'poll',
    quietSeconds: 5,
    after: sequence.after,
  });
  // Each of two stations has a mount of its own.
  const pathFor = (station: string) => (sequence.stations === 1 ? share.root : join(dir, station, 'mount'));
  const rulesFor = (station: string, watches: Watches) => {
    switch (watches) {
      case 'usual':
        return [ruleOf('in', pathFor(station))];
      case 'other':
        return [ruleOf(`in${OTHER_RULE}`, pathFor(station))];
      case 'elsewhere':
        return [ruleOf('in', elsewhere)];
      case 'none':
        return [];
    }
  };
  const world: World = {
    clock,
    service,
    share,
    numbers: new NewNumbers(share),
    shares: new Map([['in', share]]),
    desk,
    stations,
    fates: [],
    decided: nothingDecided(),
    faults: [],
    firewall,
    up: true,
    cutOff: new Set(),
    rulesFor,
    ruleOf: ({ rules }) => rules.find(({ path }) => path !== elsewhere),
    pathFor,
    changesOfRules: 0,
  };
  world.decided.asksFirst = sequence.asksFirst;
  if (sequence.asksFirst)
    for (let there = 0; there < DOCUMENTS_BEFORE; there += 1) share.write(`${share.fresh()}.pdf`);
  for (let index = 0; index < sequence.stations; index += 1) {
    const name = `station-${index}`;
    mkdirSync(join(dir, name, 'backups'), { recursive: true });
    if (pathFor(name) !== share.root) share.mount(pathFor(name));
    if (sequence.seed % WORLDS_OF_A_BACKUP !== 0)
      writeFileSync(join(dir, name, 'backups', 'ledger-2026-01-05T07-59-00.000Z.db'), '');
    stations.push(
      new WorldStation({
        name,
        dir: join(dir, name),
        rules: rulesFor(name, 'usual'),
        clock,
        service,
        random,
        fate: (method) => {
          if (!world.up || world.cutOff.has(name)) return { do: 'refuse' };
          // Reads are far more frequent than changes, and do less harm.
          const passes = method === 'GET' && random() < LOOKS_SPARED;
          return (passes ? undefined : world.fates.shift()) ?? { do: 'answer' };
        },
        firewall,
        pace: PACE,
        trackingSeconds: 45,
        template,
        durable: false,
        log: (event, fields) => {
          if (event === 'engine.fault') world.faults.push(JSON.stringify(fields));
        },
      }),
    );
  }
  return world;
}
