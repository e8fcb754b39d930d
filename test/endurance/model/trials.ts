import { assertNever } from '../../../src-main/contract/assert-never.ts';
import { type Random, randomInt } from '../../support/random.ts';
import { type Move, NEWEST } from './moves.ts';
import { REFERENCE } from './others.ts';

/** Plain changes of circumstances, each with what must hold all the same. */
export const TRIALS = [
  /** The api_secret of another organisation: no request goes under it (I12). */
  'other organisation',
  /** The organisation has another name: nothing stops (I12). */
  'renamed organisation',
  /** The organisation has an api_secret of another uid: no request goes before a person says whose it is (I12). */
  'new uid',
  /** The service denies every Task for a while: no second create (I2), and no Task is told as gone (I10). */
  'denying service',
  /** The service forgets Tasks that it had confirmed: they are told as gone (I10), and not made again (I2). */
  'forgetting service',
  /** A gateway answers every request with a bare 404: no second create (I2), and no Task is told as gone (I10). */
  'gateway 404',
  /** Somebody changes external_ids at the service after the station knows the Tasks: no second create (I2). */
  'other external_id',
  /** A station in practice watches the same folder: that station changes nothing in the folder (I13). */
  'practice beside',
  /** The folder is read-only: nothing is sent from the folder before a person says that no other station uses it (I2). */
  'read-only share',
  /** The same bytes for another task type or request_spec: each purpose becomes its own Task, once (I1, I2). */
  'several purposes',
  /** Another folder with the same files takes the place of the folder: each document goes once, later ones too (I1, I2). */
  'exchanged folder',
  /** Reports of changes are lost without a word: a scan finds the files soon (I1). */
  'lost reports',
  /** The clock of the machine is far ahead for minutes: nothing is purged (I5, I10). */
  'clock ahead',
  /** Calls are answered with 401 for a while, and the token exchange is not: the lanes go on by themselves (I2, I8). */
  'passing 401',
  /** The beginning of a text goes out, and then the text is whole: a person is asked (I1, I3). */
  'partial copy',
  /** Ledger, marks, secrets and folder are put back together: no second create (I2). */
  'snapshot of all',
  /** A gateway sends each create twice: the second Task is told (I2). */
  'repeating gateway',
  /** Reads of the service lag behind for minutes: where a second Task comes from that, the second Task is told (I2). */
  'lagging reads',
  /** Another program makes Tasks under references of people and ids like those of stations: none becomes the Task of a document (I2). */
  'foreign Tasks',
  /** A gateway gives a create the answer of another create: each document is with its own Task (I2). */
  'mixed-up answers',
  /** A create is refused although the service has taken it: no second Task, also after the document was taken back (I2). */
  'refused and taken',
  /** A private copy changes on the disk: the changed bytes go nowhere (I3). */
  'spoilt copies',
  /** Another desk uploads one document of an answer, or other documents of the same names: accepted is what arrived (I3, I5). */
  'other desk',
  /** A newer Task takes the place of a Task while its answer is on its way: one answer is in one Task (I5). */
  'replaced Task',
  /** The dates of status changes are hours ahead or behind: each change is seen (I10). */
  'lying dates',
] as const;
export type Trial = (typeof TRIALS)[number];

/** The moves of a trial; 'practice beside' is the world's alone. */
export function drawTrial(trial: Trial, random: Random, at: number): Move[] {
  const pass = (least: number, most: number): Move => ({
    move: 'pass',
    ms: randomInt(random, least, most),
    turns: 0,
  });
  const write: Move = { move: 'write', whole: true };
  /** A document goes out; then the answer to the create of another document is lost. */
  const loss: Move[] = [
    write,
    pass(60_000, 90_000),
    { move: 'fates', fates: [random() < 0.7 ? 'cut-taken' : 'fault-taken'] },
    write,
    pass(48_000, 55_000),
  ];
  switch (trial) {
    case 'other organisation':
      return [
        ...loss,
        { move: 'other-secret', at },
        ...(random() < 0.3
          ? ([
              { move: 'crash', at },
              { move: 'start', at },
            ] as const)
          : []),
        write,
        pass(200_000, 600_000),
      ];
    case 'renamed organisation':
      return [
        write,
        pass(1, 60_000),
        { move: 'rename-organisation' },
        { move: 'expire' },
        write,
        pass(1, 90_000),
      ];
    case 'new uid':
      return [...loss, { move: 'new-uid' }, { move: 'secret', at }, write, pass(1, 300_000)];
    case 'denying service':
      return [
        { move: 'deny', on: true },
        ...loss,
        pass(200_000, 600_000),
        ...(random() < 0.5 ? ([{ move: 'deny', on: false }] as const) : []),
      ];
    case 'forgetting service':
      return [...loss, pass(150_000, 200_000), { move: 'forget', pick: NEWEST, all: random() < 0.3 }, write];
    case 'gateway 404':
      return [
        ...loss,
        { move: 'firewall', blocks: 'everything', late: random() < 0.4 },
        write,
        pass(100_000, 400_000),
        { move: 'firewall', blocks: 'nothing', late: false },
      ];
    case 'other external_id':
      return [
        write,
        pass(60_000, 90_000),
        { move: 'external-id', pick: NEWEST },
        ...loss,
        pass(200_000, 400_000),
      ];
    case 'practice beside':
      return [write, pass(60_000, 300_000)];
    case 'read-only share':
      return [
        write,
        pass(60_000, 500_000),
        ...(random() < 0.3 ? ([{ move: 'no-other-station', at }] as const) : []),
      ];
    case 'several purposes':
      return [
        write,
        pass(1, 90_000),
        { move: 'purpose', pick: NEWEST },
        { move: 'hand', at, pick: NEWEST, purpose: randomInt(random, 1, 2) },
        pass(1, 60_000),
      ];
    case 'exchanged folder':
      return [
        write,
        pass(1, 90_000),
        write,
        pass(1, 20_000),
        { move: 'exchange' },
        ...(random() < 0.5 ? [write] : []),
        pass(1, 90_000),
        { move: 'edit', pick: NEWEST },
        write,
        pass(1, 90_000),
      ];
    case 'lost reports':
      return [
        write,
        pass(40_000, 90_000),
        ...(random() < 0.5
          ? ([
              { move: 'reports', lost: true },
              write,
              { move: 'sleep', ms: randomInt(random, 120_000, 900_000) },
              write,
              { move: 'reports', lost: false },
            ] as const)
          : ([{ move: 'burst', count: 12_000 }] as const)),
        pass(1, 60_000),
      ];
    case 'clock ahead': {
      const ms = randomInt(random, 100, 800) * 86_400_000;
      return [
        write,
        pass(60_000, 90_000),
        { move: 'process', pick: NEWEST, status: 'completed' },
        pass(60_000, 120_000),
        { move: 'clear', at, pick: NEWEST },
        pass(60_000, 120_000),
        ...(random() < 0.5 ? ([{ move: 'stop', at }] as const) : []),
        { move: 'jump', at, ms },
        { move: 'start', at },
        pass(180_000, 4_000_000),
        { move: 'jump', at, ms: -ms },
        write,
      ];
    }
    case 'passing 401':
      return [
        write,
        pass(60_000, 90_000),
        { move: 'firewall', blocks: 'calls', late: random() < 0.5 },
        write,
        ...(random() < 0.5 ? ([{ move: 'answer', at, pick: NEWEST, files: 1, data: true }] as const) : []),
        pass(5_000, 200_000),
        { move: 'firewall', blocks: 'nothing', late: false },
        write,
      ];
    case 'partial copy':
      return [
        { move: 'part' },
        pass(1, 90_000),
        ...(random() < 0.3 ? ([{ move: 'crash', at }, pass(1, 20_000), { move: 'start', at }] as const) : []),
        { move: 'finish', pick: NEWEST },
        pass(1, 90_000),
        ...(random() < 0.5 ? ([{ move: 'decide', at, pick: 0 }] as const) : []),
      ];
    case 'snapshot of all':
      return [
        write,
        pass(60_000, 90_000),
        { move: random() < 0.5 ? 'stop' : 'crash', at },
        { move: 'keep-all', at },
        { move: 'start', at },
        write,
        write,
        pass(60_000, 200_000),
        ...(random() < 0.5 ? ([{ move: 'process', pick: NEWEST, status: 'waiting' }] as const) : []),
        { move: random() < 0.5 ? 'stop' : 'crash', at },
        { move: 'put-all-back', at, folder: random() < 0.5 },
        ...(random() < 0.5 ? [write] : []),
        { move: 'start', at },
        pass(1, 90_000),
      ];
    case 'repeating gateway':
      return [
        write,
        pass(60_000, 90_000),
        { move: 'gateway', repeats: true },
        ...(random() < 0.5 ? ([{ move: 'fates', fates: ['cut-taken'] }] as const) : []),
        write,
        pass(60_000, 200_000),
        { move: 'gateway', repeats: false },
      ];
    case 'lagging reads':
      return [
        write,
        pass(60_000, 90_000),
        { move: 'lag', ms: randomInt(random, 180_000, 900_000) },
        { move: 'fates', fates: [random() < 0.5 ? 'cut-taken' : 'fault-taken'] },
        write,
        pass(60_000, 900_000),
        { move: 'lag', ms: 0 },
      ];
    case 'foreign Tasks': {
      const given: Move = { move: 'hand', at, pick: 1, reference: REFERENCE };
      const foreign = (): Move => ({
        move: 'foreign-task',
        like: random() < 0.5 ? 'chosen' : 'ours',
        documents: random() < 0.7,
      });
      const lost =
        (['cut', 'cut-taken', 'fault-taken', 'limited'] as const)[randomInt(random, 0, 3)] ?? 'cut';
      return [
        ...(random() < 0.5 ? [write, pass(60_000, 90_000)] : []),
        ...(random() < 0.5 ? [foreign()] : []),
        given,
        { move: 'fates', fates: [lost] },
        pass(8_500, 12_000),
        foreign(),
        foreign(),
        pass(1, 200_000),
        { move: 'process', pick: NEWEST, status: 'completed' },
        ...(random() < 0.5 ? [write] : []),
        pass(1, 200_000),
      ];
    }
    case 'mixed-up answers':
      return [
        write,
        pass(60_000, 90_000),
        { move: 'mix-up', on: true },
        write,
        write,
        ...(random() < 0.5 ? ([{ move: 'hand', at, pick: 1 }] as const) : []),
        pass(1, 90_000),
        ...(random() < 0.3
          ? ([
              { move: 'crash', at },
              { move: 'start', at },
            ] as const)
          : []),
        pass(1, 200_000),
        { move: 'mix-up', on: false },
        write,
      ];
    case 'refused and taken': {
      const status = [400, 401, 403, 404, 409, 413, 422, 429][randomInt(random, 0, 7)] ?? 429;
      return [
        ...(random() < 0.7 ? [write, pass(60_000, 90_000)] : []),
        { move: 'refuse-taken', statuses: random() < 0.5 ? [status] : [status, 429, status] },
        write,
        pass(20_000, 60_000),
        ...(random() < 0.3 ? ([{ move: 'reach', at, up: false }] as const) : []),
        pass(1, 20_000),
        ...(random() < 0.5 ? ([{ move: 'withdraw', at, pick: NEWEST }, pass(1, 5_000)] as const) : []),
        ...(random() < 0.5 ? ([{ move: 'same', pick: NEWEST }] as const) : []),
        { move: 'reach', at, up: true },
        pass(1, 90_000),
        ...(random() < 0.3 ? ([{ move: 'retry-all', at }] as const) : []),
      ];
    }
    case 'spoilt copies':
      return [
        write,
        pass(60_000, 90_000),
        ...(random() < 0.5
          ? ([
              { move: 'process', pick: NEWEST, status: 'waiting' },
              pass(60_000, 90_000),
              { move: 'answer', at, pick: NEWEST, files: 2, data: random() < 0.5 },
            ] as const)
          : []),
        { move: 'line', up: false },
        write,
        write,
        pass(50_000, 70_000),
        { move: 'spoil', at, pick: randomInt(random, 0, 3) },
        ...(random() < 0.3 ? ([{ move: 'edit', pick: NEWEST }] as const) : []),
        ...(random() < 0.3
          ? ([
              { move: 'crash', at },
              { move: 'start', at },
            ] as const)
          : []),
        { move: 'line', up: true },
        pass(1, 200_000),
      ];
    case 'other desk':
    case 'replaced Task': {
      const lost =
        (['cut', 'cut-taken', 'cut-late', 'fault-taken'] as const)[randomInt(random, 0, 3)] ?? 'cut';
      const other: Move =
        trial === 'replaced Task'
          ? { move: 'freeze', pick: NEWEST }
          : { move: 'other-desk', foreign: random() < 0.5 };
      return [
        write,
        pass(60_000, 90_000),
        { move: 'process', pick: NEWEST, status: 'waiting' },
        pass(60_000, 90_000),
        ...(random() < 0.6 ? ([{ move: 'fates', fates: [lost] }] as const) : []),
        { move: 'answer', at, pick: NEWEST, files: randomInt(random, 1, 2), data: random() < 0.5 },
        pass(1_000, 12_000),
        other,
        pass(1, 90_000),
        ...(random() < 0.5
          ? ([{ move: 'process', pick: NEWEST, status: random() < 0.5 ? 'waiting' : 'completed' }] as const)
          : []),
        pass(1, 200_000),
      ];
    }
    case 'lying dates': {
      const dates = (): Move => ({
        move: 'dates',
        aheadMs: random() < 0.5 ? randomInt(random, 1, 24) * 3_600_000 : -randomInt(random, 1, 7_200) * 1_000,
      });
      return [
        write,
        pass(60_000, 90_000),
        dates(),
        { move: 'process', pick: NEWEST, status: random() < 0.5 ? 'processing' : 'completed' },
        write,
        pass(1, 90_000),
        dates(),
        { move: 'process', pick: NEWEST, status: 'waiting' },
        pass(1, 90_000),
      ];
    }
    default:
      return assertNever(trial);
  }
}
