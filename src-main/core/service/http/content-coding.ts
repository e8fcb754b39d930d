import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions, zstdDecompress } from 'node:zlib';
import { hasCode } from '../../error-code.ts';

type Decode = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
  br: async (bytes, { maxOutputLength }) => await promisify(brotliDecompress)(bytes, { maxOutputLength }),
  zstd: async (bytes, { maxOutputLength }) => await promisify(zstdDecompress)(bytes, { maxOutputLength }),
};

/**
 * Decodes a body that a gateway compressed although the request asks for `identity` (RFC 9110 8.4). `header`: the Content-Encoding of the
 * response. Returns null if the decoded body is larger than `maxOutputLength` bytes; the bytes as they came if they cannot be decoded.
 */
export async function decodeBody(
  bytes: Buffer,
  header: string | readonly string[] | undefined,
  maxOutputLength: number,
): Promise<Buffer | null> {
  const codings = [header ?? []].flat().join().toLowerCase().split(',');
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const name = coding.trim();
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (decode === undefined) continue;
    try {
      decoded = await decode(decoded, { maxOutputLength });
    } catch (error) {
      return hasCode(error, 'ERR_BUFFER_TOO_LARGE') ? null : bytes;
    }
  }
  return decoded;
}
