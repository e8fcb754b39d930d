import { assertNever } from '../../../src-main/contract/assert-never.ts';
import { type Random, randomInt } from '../../support/random.ts';
import { type Move, NEWEST } from './moves.ts';

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
    default:
      return assertNever(trial);
  }
}
