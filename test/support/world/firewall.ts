import type { ModelReply, ModelRequest } from '../service-model/messages.ts';

/** Nothing; documents that hold something it does not like; or every create. */
export type Blocks = 'nothing' | 'marked' | 'creates';

/** Some of the documents that a share or a desk writes have it, the first one of each among them. */
const MARK = /^document \d*[147] /m;
const PAGE: ModelReply = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><title>Blocked</title><p>This upload was blocked. Ask your administrator.</p>',
};

/** Something between the stations and the service that answers creates in its place: with a page of its own, and 403. */
export class Firewall {
  blocks: Blocks = 'nothing';
  /** It looks at answers: the service has taken a create before it is blocked. */
  late = false;
  /** The submissions of which a create was ever blocked, by their external_id. */
  readonly met = new Set<string>();

  pass(request: ModelRequest, serve: (request: ModelRequest) => ModelReply): ModelReply {
    const { path, form } = request;
    if (this.blocks === 'nothing' || !path.endsWith('/task/create') || form === null) return serve(request);
    const isMarked = form.files.some(({ content }) => MARK.test(content?.toString('latin1') ?? ''));
    if (this.blocks === 'marked' && !isMarked) return serve(request);
    this.met.add(form.fields.get('external_id') ?? '');
    if (this.late) serve(request);
    return PAGE;
  }
}
