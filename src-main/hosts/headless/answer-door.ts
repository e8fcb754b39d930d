import { assertNever } from '../../contract/assert-never.ts';
import { reportOf } from '../../contract/views/station-report.ts';
import type { Answers } from '../../core/door/open-door.ts';
import type { Engine } from '../../core/engine.ts';
import { askToStop } from './process.ts';

/** Returns what a running engine answers by its door. */
export function engineAnswers({
  request,
  look,
  overview,
}: Pick<Engine, 'request' | 'look' | 'overview'>): Answers {
  return async (question, send) => {
    switch (question.ask) {
      case 'request': {
        const { ended } = request(question.request, question.actor);
        send({ say: 'saved' });
        return send({ say: 'ended', outcome: await ended });
      }
      case 'look':
        look(question.task);
        return send({ say: 'done' });
      case 'stop':
        send({ say: 'done' });
        return askToStop();
      case 'state':
        return send({ say: 'state', report: reportOf(overview()) });
      default:
        return assertNever(question);
    }
  };
}
