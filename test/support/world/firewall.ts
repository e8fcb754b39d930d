import type { Received, Reply } from './line.ts';

/** Nothing; documents that hold something it does not like; or every create. */
export type Blocks = 'nothing' | 'marked' | 'creates';

/** Some of the documents that a share or a desk writes have it, the first one of each among them. */
const MARK = /^document \d*[147] /m;
const EXTERNAL_ID = /name="external_id"\r\n\r\n([^\r]+)/;
const PAGE: Reply = {
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

  async pass(request: Received, serve: (request: Received) => Promise<Reply>): Promise<Reply> {
    if (this.blocks === 'nothing' || !request.path.endsWith('/task/create')) return serve(request);
    const body = request.body.toString('latin1');
    if (this.blocks === 'marked' && !MARK.test(body)) return serve(request);
    this.met.add(EXTERNAL_ID.exec(body)?.[1] ?? '');
    if (this.late) await serve(request);
    return PAGE;
  }
}
