import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 3;
const BETWEEN_MS = 500;
const TIMEOUT_MS = 5_000;

/**
 * Expands a callback template (docs/service.md 6.1): `{uuid}` becomes the Task's uuid, and `{external_id}` the percent-encoded external id
 * or the literal `null`. Inserted values are not expanded again.
 */
export function expandTemplate(template: string, uuid: string, externalId: string | null): string {
  const encoded = externalId === null ? 'null' : percentEncode(externalId);
  return template.replace(/\{(uuid|external_id)\}/g, (_, word) => (word === 'uuid' ? uuid : encoded));
}

/** Whether the expanded template is an http or https URL. */
export function isCallbackTemplate(template: string): boolean {
  const sample = URL.parse(expandTemplate(template, 'uuid', 'id'));
  return sample !== null && (sample.protocol === 'http:' || sample.protocol === 'https:');
}

/** Sends the notification: a GET without a body, with a few attempts. A failure is ignored. Never rejects. */
export async function sendCallback(url: string, stopping: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS && !stopping.aborted; attempt += 1) {
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(url, { redirect: 'manual', signal });
      await response.body?.cancel();
      if (response.status < 500) return;
    } catch {
      // Callbacks never replace polling (docs/service.md 6.1), so a failure needs no report.
    }
    if (attempt < ATTEMPTS) {
      await sleep(BETWEEN_MS * attempt, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
