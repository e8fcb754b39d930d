import { resolve } from 'node:path';
import { say } from '../../../../contract/say.ts';
import { recordFirst } from '../../../../core/audit/audit.ts';
import { systemClock } from '../../../../core/clock.ts';
import { engineIsRunning } from '../../../../core/data-folder/engine-lock.ts';
import { actor } from '../../../../core/installation/actor.ts';
import { openStation, type StationChoice } from '../../../../core/installation/open-station.ts';
import type { Ledger } from '../../../../core/ledger/db/ledger.ts';
import { PlainError } from '../../../../core/plain-error.ts';
import type { ServiceClient } from '../../../../core/service/service-client.ts';
import { originalOf } from '../../../../core/views/alias-of.ts';
import { taskDetailView } from '../../../../core/views/task-detail-view.ts';
import { newestPayload } from '../../../../core/views/task-full-view.ts';
import { aboutDocument } from '../../../app/documents.ts';
import { insideTheEngine, withClientBeside } from '../../../headless/client-beside.ts';
import { runEngine } from '../../../headless/run-engine.ts';
import { withStationLedger } from '../../../headless/station-ledger.ts';
import { t } from '../../../language.ts';
import { type StationContext, show } from '../../terminal.ts';

/**
 * `save ID ITEM FILE`: saves a document of a Task into a file (docs/service.md 4.7). `item` is the id of the document, the beginning of the
 * id, or the name of the document.
 */
export async function saveDocument(
  { terminal, choice }: StationContext,
  id: string,
  item: string,
  file: string,
): Promise<void> {
  await withClient(choice, async (client, ledger) => {
    const { uuid } = taskDetailView(ledger, id);
    const { uuid: document, original } = onlyDocument(ledger, uuid, item);
    const target = resolve(file);
    const detail = { item: document };
    const entry = { actor: actor(), action: 'document.saved', subject: uuid, detail } as const;
    try {
      await client.downloadItem(uuid, document, target, {
        original,
        placing: (place) => recordFirst(ledger, systemClock.now, entry, place),
      });
    } catch (error) {
      throw aboutDocument(error);
    }
    show(terminal, { saved: target }, () => [t('terminal.savedAs', { target })]);
  });
}

function onlyDocument(ledger: Ledger, task: string, item: string): { uuid: string; original: string | null } {
  const documents = newestPayload(ledger, task).payload.data_items.filter(
    ({ data_type: type }) => type === 'file',
  );
  const exact = documents.filter(({ uuid, name }) => uuid === item || name === item);
  const found = exact.length > 0 ? exact : documents.filter(({ uuid }) => uuid.startsWith(item));
  const [document] = found;
  if (document !== undefined && found.length === 1)
    return { uuid: document.uuid, original: originalOf(document) };
  throw new PlainError(
    'document.unknown',
    found.length === 0 ? say('terminal.noDocumentTaskId') : say('terminal.documentTaskIdName'),
    documents.length === 0
      ? say('terminal.taskNoDocuments')
      : say('terminal.documentsAre', {
          list: documents.map(({ uuid, name }) => `${uuid} ${name ?? ''}`.trim()).join(', '),
        }),
  );
}

/**
 * Runs `work` with a client of the service. The practice service runs inside an engine, so in practice mode this function starts an engine
 * for `work`. @throws PlainError in practice mode if another engine already runs
 */
async function withClient(
  choice: StationChoice,
  work: (client: ServiceClient, ledger: Ledger) => Promise<void>,
): Promise<void> {
  const station = await openStation(choice);
  if (station.settings.environment !== 'practice') {
    await withStationLedger(station, 'beside', (ledger) =>
      withClientBeside(station, ledger, (client) => work(client, ledger)),
    );
    return;
  }
  if (engineIsRunning(station.folder.path)) throw insideTheEngine();
  const running = await runEngine(choice, { samples: false, watch: false });
  await work(running.client, running.ledger).finally(() => running.stop());
}
