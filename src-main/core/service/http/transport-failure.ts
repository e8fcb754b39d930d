import type { NetworkProblemCode } from '../../../contract/problem.ts';
import { inWords, say, type TextKey } from '../../../contract/say.ts';
import type { Failure } from '../service-failure.ts';

/** The reasons, by error code, why a request ended without a complete response. */
const WORDS: Readonly<Record<string, TextKey>> = {
  ENOTFOUND: 'the name of the service could not be looked up',
  EAI_AGAIN: 'the name of the service could not be looked up',
  ECONNREFUSED: 'the service refused the connection',
  EHOSTUNREACH: 'no network route to the service',
  ENETUNREACH: 'no network connection',
  ENETDOWN: 'no network connection',
  ETIMEDOUT: 'the service did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'the service did not accept the connection in time',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut short',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'the request was cut short',
  UND_ERR_DESTROYED: 'the program stopped the call',
  UND_ERR_CLOSED: 'the program stopped the call',
  UND_ERR_ABORTED: 'the program stopped the call',
  CLEARFOLDER_STOPPED: 'the program stopped the call',
  CLEARFOLDER_IDLE: 'no data for too long',
};

/** The failures, by error code, that prevent every connection until a person corrects the cause. */
const OBSTACLES: Readonly<Record<string, NetworkProblemCode>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'network.unknown-authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'network.unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'network.unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'network.unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'network.unknown-authority',
  CERT_UNTRUSTED: 'network.unknown-authority',
  INVALID_CA: 'network.unknown-authority',
  CERT_HAS_EXPIRED: 'network.certificate-expired',
  CERT_NOT_YET_VALID: 'network.certificate-early',
  HOSTNAME_MISMATCH: 'network.certificate-host',
  ERR_TLS_CERT_ALTNAME_INVALID: 'network.certificate-host',
};

/** The failures, by error code, that prevent every connection if all connections go through a proxy. */
const PROXY_OBSTACLES: Readonly<Record<string, NetworkProblemCode>> = {
  ENOTFOUND: 'network.proxy-unreachable',
  EAI_AGAIN: 'network.proxy-unreachable',
  ECONNREFUSED: 'network.proxy-unreachable',
  EHOSTUNREACH: 'network.proxy-unreachable',
  ETIMEDOUT: 'network.proxy-unreachable',
  UND_ERR_PRX_CONN: 'network.proxy-unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'network.proxy-unreachable',
};

/**
 * Returns the failure that a transport error proves (I2). `requestBegun`: whether undici had a connection and began to write this request.
 * If false, no byte was sent. If true, the failure does not prove whether the service received the request.
 */
export function transportFailure(error: unknown, requestBegun: boolean, viaProxy = false): Failure {
  const code = errorCode(error);
  if (requestBegun) return { kind: 'unknown', cause: worded(WORDS[code] ?? 'the connection failed', code) };
  const answered = viaProxy ? proxyStatus(error) : null;
  if (answered !== null) return refusedByProxy(answered);
  if (viaProxy && error instanceof Error && error.name === 'HTTPParserError') {
    return {
      kind: 'not-sent',
      cause: 'the server does not answer like a proxy',
      obstacle: 'network.proxy-refused',
    };
  }
  const obstacle = obstacleOf(code, viaProxy);
  if (obstacle !== null) return { kind: 'not-sent', cause: code, obstacle };
  if (viaProxy && code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'not-sent', cause: worded('no connection was made in time through the proxy', code) };
  }
  return { kind: 'not-sent', cause: worded(WORDS[code] ?? beforeConnection(code), code) };
}

function obstacleOf(code: string, viaProxy: boolean): NetworkProblemCode | null {
  const known = (viaProxy ? PROXY_OBSTACLES[code] : undefined) ?? OBSTACLES[code];
  if (known !== undefined) return known;
  return /^(ERR_SSL_|EPROTO$)/.test(code) ? 'network.encryption' : null;
}

/** Returns the failure for a proxy that answered with an error status and opened no tunnel to the service. */
function refusedByProxy(status: number): Failure {
  if (status >= 500) {
    return { kind: 'not-sent', cause: worded('the proxy could not reach the service', String(status)) };
  }
  const obstacle = status === 407 ? 'network.proxy-sign-in' : 'network.proxy-refused';
  return { kind: 'not-sent', cause: String(status), obstacle };
}

// Returns the status with which a proxy refused a tunnel; null if the error is of another kind. undici gives the status only in the message
// of its error.
function proxyStatus(error: unknown): number | null {
  if (error instanceof ProxyAnswered) return error.status;
  if (!(error instanceof Error)) return null;
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  return status === undefined ? null : Number(status);
}

const worded = (words: TextKey, code: string) =>
  code === '' ? words : inWords(say('{words} ({code})', { words, code }), 'en');

function beforeConnection(code: string): TextKey {
  return /TLS|SSL|CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)
    ? 'the service could not prove who it is, or its encryption does not fit'
    : 'the connection could not be made';
}

// Returns the code of an error; an empty text without a code. The message of the error is not used, because messages of network errors
// contain addresses and host names (I9, I11).
function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : '';
}

export class ProxyAnswered extends Error {
  readonly status: number;

  constructor(status: number) {
    super('the proxy gave no tunnel');
    this.status = status;
  }
}

export class CallStopped extends Error {
  readonly code: 'CLEARFOLDER_STOPPED' | 'CLEARFOLDER_IDLE';

  constructor(code: 'CLEARFOLDER_STOPPED' | 'CLEARFOLDER_IDLE') {
    super(code);
    this.name = 'CallStopped';
    this.code = code;
  }
}
