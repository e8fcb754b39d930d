import type { Failure } from './service-failure.ts';

/** Why a request ended without a whole answer, in plain words; the code in brackets is for support. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the service could not be looked up',
  EAI_AGAIN: 'the name of the service could not be looked up',
  ECONNREFUSED: 'the service refused the connection',
  EHOSTUNREACH: 'there is no way to the service from here',
  ENETUNREACH: 'there is no network',
  ENETDOWN: 'there is no network',
  ETIMEDOUT: 'the service did not take the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'the service did not take the connection in time',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut short',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'the request was cut short',
  UND_ERR_DESTROYED: 'the program stopped the call',
  UND_ERR_CLOSED: 'the program stopped the call',
  UND_ERR_ABORTED: 'the program stopped the call',
  CLEARFOLDER_STOPPED: 'the program stopped the call',
  CLEARFOLDER_IDLE: 'nothing moved for too long',
};

/**
 * What a transport error proves (I2). `requestBegun` says whether undici had a working connection and began to write
 * this request: before that not one byte of it can have left, after that nothing can be proved.
 */
export function transportFailure(error: unknown, requestBegun: boolean): Failure {
  const code = errorCode(error);
  const words = WORDS[code] ?? (requestBegun ? 'the connection failed' : beforeConnection(code));
  return { kind: requestBegun ? 'unknown' : 'not-sent', cause: code === '' ? words : `${words} (${code})` };
}

function beforeConnection(code: string): string {
  return /TLS|SSL|CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)
    ? 'the service could not prove who it is, or its encryption does not fit'
    : 'the connection could not be made';
}

/** Only the code: messages of network errors carry addresses and host names (I9, I11). */
function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : '';
}

/** An error that `transportFailure` names by its code. */
export class CallStopped extends Error {
  readonly code: 'CLEARFOLDER_STOPPED' | 'CLEARFOLDER_IDLE';

  constructor(code: 'CLEARFOLDER_STOPPED' | 'CLEARFOLDER_IDLE') {
    super(code);
    this.name = 'CallStopped';
    this.code = code;
  }
}
