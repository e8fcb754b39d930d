import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 3;
const BETWEEN_MS = 500;
const TIMEOUT_MS = 5_000;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Expands a callback template (docs/service.md 6.1). `{external_id}` becomes the percent-encoded external_id, or `null` if it is null. */
export function expandTemplate(template: string, uuid: string, externalId: string | null): string {
  const encoded = externalId === null ? 'null' : percentEncode(externalId);
  return template.replace(/\{(uuid|external_id)\}/g, (_, word) => (word === 'uuid' ? uuid : encoded));
}

export function isCallbackTemplate(template: string): boolean {
  const sample = URL.parse(expandTemplate(template, 'uuid', 'id'));
  return sample !== null && (sample.protocol === 'http:' || sample.protocol === 'https:');
}

/**
 * Sends a GET request to a callback URL. Repeats the request until the response has a status below 500, at most `ATTEMPTS` times in all.
 * Never rejects. Sends no request to another computer, because practice mode must send nothing off this computer.
 */
export async function sendCallback(url: string, stopping: AbortSignal): Promise<void> {
  if (!LOOPBACK.has(URL.parse(url)?.hostname ?? '')) return;
  for (let attempt = 1; attempt <= ATTEMPTS && !stopping.aborted; attempt += 1) {
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(url, { redirect: 'manual', signal });
      await response.body?.cancel();
      if (response.status < 500) return;
    } catch {
      // No report is needed, because clients must not rely on callbacks (docs/service.md 6.1).
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
