import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { type Said, say } from '../../../contract/say.ts';
import type { Settings } from '../../../contract/settings.ts';
import { codeOf } from '../../error-code.ts';
import { PlainError } from '../../plain-error.ts';

export interface Network {
  /** The certificates (PEM) of the authorities that are trusted in addition to the authorities of this computer. */
  readonly extraCa: readonly string[];
  /** The address of the proxy as `http://HOST:PORT`; null without a proxy. */
  readonly proxy: string | null;
  /** Returns the header Proxy-Authorization for `proxy`; null without a login. Rejects if the secret store fails. */
  readonly proxyAuthorization?: () => Promise<string | null>;
}

export const DIRECT: Network = { extraCa: [], proxy: null };

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads `extraCaFile` now and never again. @throws PlainError `settings.ca-file` that names the file */
export function readNetwork({ extraCaFile, proxy }: Settings['network']): Network {
  return { extraCa: extraCaFile === null ? [] : readAuthorities(extraCaFile), proxy };
}

/** Returns the certificates of the program's and the operating system's authorities, and `extraCa`. */
export function trustedCertificates(extraCa: Network['extraCa']): string[] {
  return [...new Set([...getCACertificates('bundled'), ...getCACertificates('system'), ...extraCa])];
}

/** The options are explicit, so that no switch of Node adds an authority or allows an older TLS version. */
export function secureContext(extraCa: Network['extraCa']): SecureContext {
  return createSecureContext({ ca: trustedCertificates(extraCa), minVersion: 'TLSv1.2' });
}

function readAuthorities(file: string): string[] {
  const blocks = readText(file).match(PEM_BLOCK) ?? [];
  if (blocks.length === 0) throw unusable(file, say('settings.noCertificatePemFormat'));
  for (const [index, block] of blocks.entries()) {
    try {
      new X509Certificate(block);
    } catch (cause) {
      throw unusable(file, say('settings.holdsCertificateCannotRead', { number: index + 1 }), { cause });
    }
  }
  return blocks;
}

function readText(file: string): string {
  try {
    const stats = statSync(file);
    // To read a pipe or a device would block the program.
    if (!stats.isFile()) throw unusable(file, say('settings.notFile'));
    if (stats.size > MAX_FILE_BYTES) throw unusable(file, say('settings.tooLargeCertificateFile'));
    return readFileSync(file, 'latin1');
  } catch (cause) {
    if (cause instanceof PlainError) throw cause;
    throw unusable(file, say('settings.cannotRead', { code: codeOf(cause) }), { cause });
  }
}

function unusable(file: string, what: Said, options?: ErrorOptions): PlainError {
  return new PlainError(
    'settings.ca-file',
    say('settings.certificateFileNotConnect', { file, what }),
    say('settings.correctCertificateFileNetwork'),
    options,
  );
}
