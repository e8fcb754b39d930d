import type { ModelReply, ModelRequest } from '../service-model/messages.ts';

/**
 * The firewall blocks nothing, creates with marked documents, every create, or, as a gateway without a way to the service, every
 * request. `calls` are all requests except the token exchange: they are answered as if the token were not valid.
 */
export type Blocks = 'nothing' | 'marked' | 'creates' | 'everything' | 'calls';

/** Marks some documents of a share or a desk, among them the first. */
const MARK = /^document \d*[147] /m;
const PAGE: ModelReply = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><title>Blocked</title><p>This upload was blocked. Ask your administrator.</p>',
};

const NO_WAY: ModelReply = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><title>404 Not Found</title><hr>gateway',
};

const BAD_GATEWAY: ModelReply = { status: 502, body: { detail: 'Bad Gateway' } };

const NO_TOKEN: ModelReply = { status: 401, body: { detail: 'Not authenticated' } };

/** A firewall between the stations and the service: it answers blocked creates with a page and 403. */
export class Firewall {
  blocks: Blocks = 'nothing';
  /** A late firewall blocks responses: the service has taken the create. */
  late = false;
  /** The external_ids of all blocked creates. */
  readonly met = new Set<string>();
  /** Whether each create reaches the service twice. */
  repeats = false;
  /** The external_ids of all creates that reached the service twice. */
  readonly repeated = new Set<string>();
  /** Statuses with which the next creates are refused, in the words of the service, after the service has taken them. */
  readonly refusesTaken: number[] = [];
  /** Whether each create gets the answer of the create before. */
  mixesUp = false;
  #answerBefore: ModelReply = BAD_GATEWAY;
  /** How many calls were answered with 401. */
  unauthorised = 0;

  pass(request: ModelRequest, serve: (request: ModelRequest) => ModelReply): ModelReply {
    const { path, form } = request;
    if (this.blocks === 'everything') {
      if (this.late) serve(request);
      return NO_WAY;
    }
    if (this.blocks === 'calls' && !path.endsWith('/auth/get_token')) {
      this.unauthorised += 1;
      if (this.late) serve(request);
      return NO_TOKEN;
    }
    if (!path.endsWith('/task/create') || form === null) return serve(request);
    if (this.repeats) {
      this.repeated.add(form.fields.get('external_id') ?? '');
      serve(request);
    }
    const status = this.refusesTaken.shift();
    if (status !== undefined) {
      serve(request);
      // A full queue asks for minutes of patience, in which a person may take the document back.
      return {
        status,
        body: { detail: `status ${status}` },
        ...(status === 429 && { headers: { 'retry-after': '150' } }),
      };
    }
    if (this.mixesUp) {
      const before = this.#answerBefore;
      this.#answerBefore = serve(request);
      return before;
    }
    if (this.blocks === 'nothing' || this.blocks === 'calls') return serve(request);
    const isMarked = form.files.some(({ content }) => MARK.test(content?.toString('latin1') ?? ''));
    if (this.blocks === 'marked' && !isMarked) return serve(request);
    this.met.add(form.fields.get('external_id') ?? '');
    if (this.late) serve(request);
    return PAGE;
  }
}
