import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { authentication } from './authentication.ts';
import { changing } from './changing.ts';
import { Client } from './client.ts';
import { creating } from './creating.ts';
import { linksAndEvents } from './links-and-events.ts';
import { reading } from './reading.ts';
import type { Target } from './target.ts';

/** The tests of docs/service.md against any server. `leftOut` names tests that do not apply to the server, and the reasons. */
export function conformance(
  open: () => Promise<Target>,
  leftOut: ReadonlyMap<string, string> = new Map(),
): void {
  describe('the service keeps its contract', () => {
    let opened: Target | null = null;
    const names = new Set(leftOut.keys());
    beforeAll(async () => {
      opened = await open();
    });
    beforeEach(({ task, skip }) => {
      names.delete(task.name);
      const reason = leftOut.get(task.name);
      if (reason !== undefined) skip(reason);
    });
    afterAll(async () => {
      await opened?.close();
      expect([...names], 'names of no test').toEqual([]);
    });

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
}
