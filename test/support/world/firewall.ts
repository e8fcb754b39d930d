import type { ModelReply, ModelRequest } from '../service-model/messages.ts';

/** The firewall blocks nothing, creates with marked documents, every create, or, as a gateway without a way to the service, every request. */
export type Blocks = 'nothing' | 'marked' | 'creates' | 'everything';

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

/** A firewall between the stations and the service: it answers blocked creates with a page and 403. */
export class Firewall {
  blocks: Blocks = 'nothing';
  /** A late firewall blocks responses: the service has taken the create. */
  late = false;
  /** The external_ids of all blocked creates. */
  readonly met = new Set<string>();

  pass(request: ModelRequest, serve: (request: ModelRequest) => ModelReply): ModelReply {
    const { path, form } = request;
    if (this.blocks === 'everything') {
      if (this.late) serve(request);
      return NO_WAY;
    }
    if (this.blocks === 'nothing' || !path.endsWith('/task/create') || form === null) return serve(request);
    const isMarked = form.files.some(({ content }) => MARK.test(content?.toString('latin1') ?? ''));
    if (this.blocks === 'marked' && !isMarked) return serve(request);
    this.met.add(form.fields.get('external_id') ?? '');
    if (this.late) serve(request);
    return PAGE;
  }
}
