import type { NetworkProblemCode } from '../../../contract/problem.ts';
import type { PlainKey } from '../../../contract/say.ts';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { Failure } from '../service-failure.ts';

/** A reason without values. */
type ReasonKey = Extract<PlainKey, `detail.${string}`>;

/** The reasons, by error code, why a request ended without a complete response. */
const WORDS: Readonly<Record<string, ReasonKey>> = {
  ENOTFOUND: 'detail.nameNotLookedUp',
  EAI_AGAIN: 'detail.nameNotLookedUp',
  ECONNREFUSED: 'detail.serviceRefusedConnection',
  EHOSTUNREACH: 'detail.noRoute',
  ENETUNREACH: 'detail.noNetworkConnection',
  ENETDOWN: 'detail.noNetworkConnection',
  ETIMEDOUT: 'detail.connectionNotAcceptedInTime',
  UND_ERR_CONNECT_TIMEOUT: 'detail.connectionNotAcceptedInTime',
  ECONNRESET: 'detail.connectionCut',
  EPIPE: 'detail.connectionCut',
  UND_ERR_SOCKET: 'detail.connectionCut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'detail.answerCutShort',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'detail.requestCutShort',
  UND_ERR_DESTROYED: 'detail.programStoppedCall',
  UND_ERR_CLOSED: 'detail.programStoppedCall',
  UND_ERR_ABORTED: 'detail.programStoppedCall',
  CLEARFOLDER_STOPPED: 'detail.programStoppedCall',
  CLEARFOLDER_IDLE: 'detail.noDataTooLong',
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
  if (requestBegun) return { kind: 'unknown', cause: worded(WORDS[code] ?? 'detail.connectionFailed', code) };
  const answered = viaProxy ? proxyStatus(error) : null;
  if (answered !== null) return refusedByProxy(answered);
  if (viaProxy && error instanceof Error && error.name === 'HTTPParserError') {
    return {
      kind: 'not-sent',
      cause: detailOf('detail.serverIsNoProxy'),
      obstacle: 'network.proxy-refused',
    };
  }
  const obstacle = obstacleOf(code, viaProxy);
  if (obstacle !== null) return { kind: 'not-sent', cause: code, obstacle };
  if (viaProxy && code === 'UND_ERR_CONNECT_TIMEOUT') {
    return { kind: 'not-sent', cause: worded('detail.noConnectionThroughProxy', code) };
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
    return { kind: 'not-sent', cause: worded('detail.proxyNotReachService', String(status)) };
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

const worded = (words: ReasonKey, code: string) =>
  code === '' ? detailOf(words) : detailOf('detail.withCode', { words: detailOf(words), code });

function beforeConnection(code: string): ReasonKey {
  return /TLS|SSL|CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)
    ? 'detail.identityNotProved'
    : 'detail.connectionNotMade';
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
