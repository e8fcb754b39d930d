import type { Received, Reply } from './line.ts';

/** The firewall blocks nothing, creates with marked documents, or every create. */
export type Blocks = 'nothing' | 'marked' | 'creates';

/** Marks some documents of a share or a desk, among them the first. */
const MARK = /^document \d*[147] /m;
const EXTERNAL_ID = /name="external_id"\r\n\r\n([^\r]+)/;
const PAGE: Reply = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><title>Blocked</title><p>This upload was blocked. Ask your administrator.</p>',
};

/** A firewall between the stations and the service: it answers blocked creates with a page and 403. */
export class Firewall {
  blocks: Blocks = 'nothing';
  /** A late firewall blocks responses: the service has taken the create. */
  late = false;
  /** The external_ids of all blocked creates. */
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
