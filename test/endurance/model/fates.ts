import { assertNever } from '../../../src-main/contract/assert-never.ts';
import type { Fate } from '../../support/world/line.ts';
import type { FateName } from './moves.ts';

const limited = (seconds: number): Fate => ({
  do: 'say',
  taken: false,
  reply: {
    status: 429,
    body: { detail: 'The deferred queue is full.' },
    headers: { 'retry-after': String(seconds) },
  },
});
const say = (status: number, taken: boolean): Fate => ({
  do: 'say',
  taken,
  reply: { status, body: { detail: `status ${status}` } },
});

export function fateOf(name: FateName): Fate {
  switch (name) {
    case 'slow':
      return { do: 'answer', afterMs: 20_000 };
    case 'limited':
      return limited(1);
    case 'limited-long':
      return limited(120);
    case 'fault':
      return say(500, false);
    case 'fault-taken':
      return say(502, true);
    case 'busy':
      return say(503, false);
    case 'html':
      return { do: 'say', taken: true, reply: { status: 200, body: '<html>sign in to the network</html>' } };
    case 'cut':
      return { do: 'cut', taken: false };
    case 'cut-taken':
      return { do: 'cut', taken: true };
    case 'cut-late':
      return { do: 'cut', taken: true, lateMs: 12_000 };
    case 'cut-later':
      return { do: 'cut', taken: true, lateMs: 50_000 };
    case 'hang':
      return { do: 'hang', taken: false };
    case 'hang-taken':
      return { do: 'hang', taken: true };
    case 'halve':
      return { do: 'halve' };
    case 'refuse':
      return { do: 'refuse' };
    case 'forbidden':
      return say(422, false);
    case 'nonsense':
      return { do: 'say', taken: true, reply: { status: 200, body: { uuid: 'none' } } };
    default:
      return assertNever(name);
  }
}
