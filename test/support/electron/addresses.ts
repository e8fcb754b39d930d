const SUFFIX = '.app-stand-in';

/** `app://host/path` as Chromium can load it, and back; other addresses stay what they are. */
export const toBrowser = (url: string) => url.replace(/^app:\/\/([^/]+)/, `https://$1${SUFFIX}`);

export const toProgram = (url: string) =>
  url.replace(/^(blob:)?https:\/\/([^/]+)\.app-stand-in(?=\/|$)/, '$1app://$2');
