import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../contract/problem.ts';
import type { FolderRule, Settings } from '../contract/settings.ts';
import { listenForCallbacks } from './callback-listener.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger/db/ledger.ts';
import { readState, writeState } from './ledger/db/station-state.ts';
import { describeError } from './log/describe-error.ts';
import type { Log } from './log/events.ts';
import type { ServiceClient } from './service/service-client.ts';
import { ServiceError } from './service/service-failure.ts';

const KEY = 'callbacks.problem';
const problemSchema = z.object({ code: problemCodeSchema, detail: z.string().nullable() });

/** Returns the stored reason why callbacks do not arrive although the settings ask for callbacks; null if no reason is known. */
export function callbackProblem(ledger: Ledger): Problem | null {
  return readState(ledger, KEY, problemSchema);
}

/** Whether the settings ask for callbacks: by a port for the listener, or by a folder rule with a callback address for the service. */
export function asksForCallbacks({ callbacks, folders }: Pick<Settings, 'callbacks' | 'folders'>): boolean {
  return callbacks.listen !== null || folders.some((rule) => rule.callbackTemplate !== null);
}

interface CallbacksParts {
  readonly settings: Pick<Settings, 'callbacks' | 'folders'>;
  readonly ledger: Ledger;
  readonly client: Pick<ServiceClient, 'signIn'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onCallback: () => void;
}

/**
 * Creates the listener for callbacks. Stores in the ledger why callbacks do not arrive although the settings ask for callbacks: the
 * organization has turned callbacks off, so the service ignores callback addresses (docs/service.md 6.1.4), or another program uses the
 * port of the listener. Neither reason stops the engine, because a callback only makes the next poll earlier (docs/service.md 6.1.5).
 */
export function createCallbacks({ settings, ledger, client, clock, log, onCallback }: CallbacksParts) {
  const { listen } = settings.callbacks;
  let rules: readonly FolderRule[] = settings.folders;
  let listener: { close(): Promise<void> } | null = null;
  let deaf: Problem | null = null;
  let isStopped = false;

  /** Reads from the sign-in response whether the organization has turned callbacks on, and stores the result. Never rejects. */
  async function learn(): Promise<void> {
    let problem = deaf;
    try {
      if (asksForCallbacks({ callbacks: settings.callbacks, folders: [...rules] })) {
        const { external_callback_enabled: isOn } = await client.signIn();
        if (isOn === false) problem = { code: 'callbacks.off', detail: null };
      }
      if (!isStopped) note(problem);
    } catch (error) {
      // A failure of the service is not logged here, because the next request of the engine fails too and shows the failure.
      if (!isStopped && !(error instanceof ServiceError))
        log('engine.fault', { where: 'callbacks', error: describeError(error) });
    }
  }

  function note(problem: Problem | null): void {
    if (JSON.stringify(callbackProblem(ledger)) !== JSON.stringify(problem)) writeState(ledger, KEY, problem);
  }

  return {
    start: async (): Promise<void> => {
      if (listen !== null) {
        listener = await listenForCallbacks(listen, { monotonic: clock.monotonic, onCallback }).catch(
          (error: unknown) => {
            log('engine.fault', { where: 'callbacks', error: describeError(error) });
            deaf = { code: 'callbacks.cannot-listen', detail: listen };
            return null;
          },
        );
      }
      note(deaf);
      void learn();
    },
    learn,
    setRules: (changed: readonly FolderRule[]): void => {
      rules = changed;
      void learn();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await listener?.close();
    },
  };
}
