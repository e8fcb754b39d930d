import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { recordOwner } from '../../../../../src-main/core/installation/organisation-guard.ts';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import { addMessage } from '../../../../../src-main/core/ledger/tables/messages.ts';
import type { MessagePayload, NewFile } from '../../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { addSubmission } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { type Log, silentLog } from '../../../../../src-main/core/log/events.ts';
import { createOutbox } from '../../../../../src-main/core/outbox/outbox.ts';
import { createServiceClient } from '../../../../../src-main/core/service/create-service-client.ts';
import { fasterClock } from '../../../../support/clock.ts';
import { sha256Of } from '../../../../support/documents.ts';
import { startFaultService } from '../../../../support/fault-service.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { seededRandom } from '../../../../support/random.ts';
import { testDir, testLedger } from '../../../../support/test-dir.ts';
import { MemoryCredentials } from '../../service/support/memory-credentials.ts';

const SPEED = 20;

/** Real time, only faster: the outbox's waits become short while the network stays real. */
const clock = fasterClock(SPEED);

/** An outbox with a real ledger, client and network: everything but the service behind `upstream`'s fault service. */
export async function station(upstream: { baseUrl: string; apiSecret: string }, log: Log = silentLog) {
  const dir = testDir();
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const credentials = new MemoryCredentials();
  credentials.secret = upstream.apiSecret;
  const ledger = testLedger(() => clock.now());
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    credentials,
    clock: systemClock,
    random: seededRandom(3),
    log: silentLog,
    idleTimeoutMs: 2_000,
    owner: recordOwner(ledger, clock),
  });
  mkdirSync(dir.at('spool'));
  const recorded: string[] = [];
  const outbox = createOutbox({
    ledger,
    commit: createCommitter(ledger),
    client,
    spool: {
      pathOf: (name) => dir.at('spool', name),
      remove: async (names) => {
        for (const name of names) rmSync(dir.at('spool', name));
      },
    },
    guard: { mayCreate: async () => true, whyNot: () => 'station.other' },
    recordTask: ({ uuid }) => void recorded.push(uuid),
    clock,
    random: seededRandom(5),
    log,
    concurrency: 4,
    idleTimeoutSeconds: 2 * SPEED,
    quarantineSeconds: null,
  });
  onTestFinished(async () => {
    await outbox.stop();
    await client.close();
    await service.close();
  });
  const freeze = (id: string, fileName: string, text?: string): NewFile => {
    const bytes = Buffer.from(text ?? `%PDF ${id} ${fileName}`);
    writeFileSync(dir.at('spool', `${id}-${fileName}`), bytes);
    const mediaType = text === undefined ? 'application/pdf' : 'text/plain';
    const [size, sha256, spoolName] = [bytes.length, sha256Of(bytes), `${id}-${fileName}`];
    return newFile(fileName, { mediaType, size, sha256, spoolName });
  };
  return {
    client,
    service,
    credentials,
    ledger,
    outbox,
    recorded,
    spool: dir.at('spool'),
    /** Queues one file as a submission and gives its sha256. */
    submit(id: string): string {
      const file = freeze(id, 'scan.pdf');
      ledger.transaction(() => addSubmission(ledger, newSubmission(id, [file]), clock.now()));
      return file.sha256;
    },
    say(id: string, taskUuid: string, payload: MessagePayload, texts: Record<string, string> = {}): void {
      const files = Object.entries(texts).map(([name, text]) => freeze(id, name, text));
      addMessage(ledger, { id, taskUuid, payload, files, actor: 'clerk' }, clock.now());
      outbox.wake();
    },
  };
}
