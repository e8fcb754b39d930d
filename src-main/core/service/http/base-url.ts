const VERSION_SEGMENT = '/public/v1';

/** Checks a service address. Returns its origin and path without a trailing slash. @throws Error with a message for people */
export function parseBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new Error(
      `The service address "${text}" is not a web address. It looks like https://HOST/public/v1.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    // The message does not contain the address, because the address contains a password.
    throw new Error('The service address must not contain a user name or password.');
  }
  if (!isSecureOrLoopback(url)) {
    throw new Error(
      `The service address "${text}" is not protected. Use https; plain http is allowed only for this computer (127.0.0.1, localhost).`,
    );
  }
  if (url.search !== '' || url.hash !== '' || text.includes('?') || text.includes('#')) {
    throw new Error(`The service address "${text}" must end in ${VERSION_SEGMENT}, with nothing after it.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(VERSION_SEGMENT)) {
    throw new Error(`The service address "${text}" must end in ${VERSION_SEGMENT}.`);
  }
  return url.origin + path;
}

/** Returns the origin of a service address, to which credentials are bound (I9). @throws Error as `parseBaseUrl` */
export function originOf(baseUrl: string): string {
  return new URL(parseBaseUrl(baseUrl)).origin;
}

/** Whether patient data may be sent to the address: by https to any host, by http only to this computer. */
export function isSecureOrLoopback(url: URL): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
