import { resolve } from 'node:path';
import type { Command } from 'commander';
import { say } from '../../../../contract/say.ts';
import { appendAudit } from '../../../../core/audit/audit.ts';
import { systemClock, systemRandom } from '../../../../core/clock.ts';
import { nameOf as nameOfItem } from '../../../../core/drops/carry-over.ts';
import { type CorrectionSource, correctionSource } from '../../../../core/drops/correction-source.ts';
import { submitDrop } from '../../../../core/drops/submit-drop.ts';
import { createFetchDocument } from '../../../../core/fetch-document.ts';
import { actor } from '../../../../core/installation/actor.ts';
import { createSpool } from '../../../../core/spool/spool.ts';
import { taskDetailView } from '../../../../core/views/task-detail-view.ts';
import { besideEngine } from '../../../headless/beside-engine.ts';
import { type GlobalOptions, jsonAmong } from '../../global-options.ts';
import { type StationContext, UsageError } from '../../terminal.ts';
import {
  type AcceptOptions,
  callbackOf,
  faultsAccepted,
  nameOf,
  referenceOf,
  showSubmitted,
  typedDocuments,
  warnIfShared,
} from './send.ts';

interface CorrectOptions extends AcceptOptions {
  readonly what: string;
  readonly leaveOut?: readonly string[];
  readonly sameAgain?: boolean;
  readonly taskType?: string;
  readonly requestSpec?: Readonly<Record<string, unknown>>;
  readonly wait?: boolean;
  readonly name?: string;
  readonly externalId?: string;
  readonly callback?: string;
  readonly text?: string;
}

const MOST_SAID = 500;

/**
 * `correct ID`: sends a corrected Task as a new Task. The new Task has the documents of the Task `id` except those in `leaveOut`, and also
 * the given files and texts. Resolves to the exit code.
 */
export async function correctTask(
  { terminal, choice }: StationContext,
  id: string,
  paths: readonly string[],
  { what: said, leaveOut = [], sameAgain = false, wait = false, ...more }: CorrectOptions,
  command: Command,
): Promise<0 | 1> {
  const what = said.trim();
  if (what === '' || what.length > MOST_SAID)
    throw new UsageError(say('sharing.lengthOfWhat', { most: MOST_SAID }));
  const typed = typedDocuments(more.text, jsonAmong(command.optsWithGlobals<GlobalOptions>()));
  const name = nameOf(more.name);
  const asked = { externalId: referenceOf(more.externalId), callbackTemplate: callbackOf(more.callback) };
  return await besideEngine(choice, async (place) => {
    const { station, ledger } = place;
    warnIfShared(terminal, ledger, asked.externalId);
    const source = correctionSource(ledger, taskDetailView(ledger, id).uuid);
    const left = new Set(leaveOut.map((named) => itemNamed(source, named)));
    const parts = { ledger, spool: createSpool({ dir: station.paths.spool, clock: systemClock }) };
    const outcome = await place.withClient(async (client) =>
      submitDrop({
        ...parts,
        paths: paths.map((path) => resolve(path)),
        taskType: more.taskType ?? source.taskType,
        requestSpec: more.requestSpec ?? source.requestSpec,
        together: true,
        accept: faultsAccepted(more),
        name: name ?? source.name,
        typed,
        ...asked,
        correction: {
          source,
          left,
          what,
          sameAgain,
          fetch: createFetchDocument(client, station.paths.documents),
        },
        clock: systemClock,
        random: systemRandom,
        onQueued: (submission, at) =>
          appendAudit(ledger, {
            ...{ at, actor: actor(), action: 'submission.added', subject: submission },
            detail: { corrects: source.task },
          }),
      }),
    );
    return await showSubmitted(terminal, place, outcome, wait);
  });
}

/**
 * Returns the uuid of the document that `named` identifies by its uuid, its name, or the beginning of its uuid. @throws UsageError if no
 * document or several documents match
 */
function itemNamed({ items }: CorrectionSource, named: string): string {
  const exact = items.filter((item) => item.uuid === named || nameOfItem(item) === named);
  const found = exact.length > 0 ? exact : items.filter(({ uuid }) => uuid.startsWith(named));
  const [item] = found;
  if (item !== undefined && found.length === 1) return item.uuid;
  const all = items.map((one) => `${one.uuid} ${nameOfItem(one)}`).join(', ');
  throw new UsageError(
    found.length === 0
      ? say('sharing.leaveNoDocumentTask', { named, all })
      : say('sharing.leaveDocumentTaskId', { named, all }),
  );
}
