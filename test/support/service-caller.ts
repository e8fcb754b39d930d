import { z } from 'zod';

/** One file to be sent as an `uploads` part. */
export interface Sent {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

const tokenSchema = z.object({ token: z.string() });

/** The barest client of the service, for tests of the test doubles: no retries, no checks, one fetch per call. */
export class ServiceCaller {
  readonly #baseUrl: string;
  readonly #token: string;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  /** Exchanges the secret at `baseUrl`. */
  static async signIn(baseUrl: string, apiSecret: string): Promise<ServiceCaller> {
    const response = await fetch(`${baseUrl}/auth/get_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_secret: apiSecret }),
    });
    return new ServiceCaller(baseUrl, tokenSchema.parse(await response.json()).token);
  }

  /** The same token at another address. */
  at(baseUrl: string): ServiceCaller {
    return new ServiceCaller(baseUrl, this.#token);
  }

  call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.#baseUrl + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${this.#token}` },
    });
  }

  create(externalId: string, files: readonly Sent[], init: RequestInit = {}): Promise<Response> {
    const body = new FormData();
    body.set('task_type', 'prior-auth');
    body.set('external_id', externalId);
    for (const file of files) {
      body.append('uploads', new Blob([new Uint8Array(file.bytes)], { type: file.mediaType }), file.name);
    }
    return this.call('/task/create', { ...init, method: 'POST', body });
  }
}
