import { afterAll, beforeAll, describe } from 'vitest';
import { authentication } from './conformance/authentication.ts';
import { changing } from './conformance/changing.ts';
import { Client } from './conformance/client.ts';
import { creating } from './conformance/creating.ts';
import { linksAndEvents } from './conformance/links-and-events.ts';
import { reading } from './conformance/reading.ts';
import { openTarget, type Target } from './conformance/target.ts';

// Runs against the embedded service, or any that keeps the service's contract (docs/service.md):
// CLEARFOLDER_CONFORMANCE_BASE_URL, CLEARFOLDER_CONFORMANCE_API_SECRET and, if need be, CLEARFOLDER_CONFORMANCE_TASK_TYPE.
describe('the service keeps its contract', () => {
  let opened: Target | null = null;
  beforeAll(async () => {
    opened = await openTarget();
  });
  afterAll(() => opened?.close());

  const target = (): Target => {
    if (opened === null) throw new Error('the service did not start');
    return opened;
  };
  const client = (): Client => new Client(target());
  const taskType = (): string => target().taskType;

  describe('authentication', () => authentication(target));
  describe('creating', () => creating(client, taskType));
  describe('reading', () => reading(client, taskType));
  describe('changing', () => changing(client));
  describe('links and events', () => linksAndEvents(client));
});
