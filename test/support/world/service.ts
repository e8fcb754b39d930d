import { z } from 'zod';
import { type Form, readForm } from '../form-reader.ts';
import type { Random } from '../random.ts';
import { matches, routes } from '../routes.ts';
import { readListQuery } from '../simple-list-query.ts';
import type { Received, Reply } from './line.ts';
import { TaskDesk, type WorldTask } from './task-desk.ts';

export const BASE_URL = 'https://service.test/public/v1';

const change = z.object({
  name: z.string().optional(),
  cleared: z.boolean().optional(),
  external_id: z.string().optional(),
  new_data_item: z.record(z.string(), z.unknown()).optional(),
});

const event = z.object({ event: z.string(), extra_data: z.looseObject({ client_event_id: z.string() }) });

/** The service of a simulated world: docs/service.md 4 over requests that arrived whole. */
export class WorldService {
  readonly desk: TaskDesk;
  readonly #random: Random;
  readonly #contents: ReadonlyMap<string, Buffer>;
  readonly #tokens = new Set<string>();
  apiSecret: string;
  requests = 0;
  /** Creates that each secret and token brought in, and those that came without. */
  unauthorised = 0;
  /** Whether update without should_resume keeps new_data_item (docs/service.md 3 can be read both ways). */
  keepsData = true;
  /** How often each client event came, by its Task, its name and the id that the station gave it. */
  readonly events = new Map<string, number>();
  /** A Task is not found by GET for this long after its create. */
  #lagMs = 0;
  readonly #now: () => number;

  constructor(parts: {
    readonly now: () => number;
    readonly random: Random;
    /** Bytes by their sha256, for download links. */
    readonly contents: ReadonlyMap<string, Buffer>;
    readonly lagMs?: number;
  }) {
    this.#now = parts.now;
    this.#random = parts.random;
    this.#contents = parts.contents;
    this.#lagMs = parts.lagMs ?? 0;
    this.desk = new TaskDesk(parts.now, parts.random);
    this.apiSecret = this.#newSecret();
  }

  /** An administrator resets the api_secret: the old one and every token of it are worth nothing any more. */
  rotate(): void {
    this.apiSecret = this.#newSecret();
    this.#tokens.clear();
  }

  expireTokens(): void {
    this.#tokens.clear();
  }

  async serve(request: Received): Promise<Reply> {
    this.requests += 1;
    const url = new URL(request.path, BASE_URL);
    if (url.pathname.startsWith('/files/')) return this.#file(url.pathname.slice('/files/'.length));
    const path = url.pathname.slice('/public/v1'.length);
    const { method } = request;
    if (matches(routes.token, method, path)) return this.#signIn(request.body);
    const bearer = request.headers['authorization']?.replace(/^Bearer /, '') ?? '';
    if (!this.#tokens.has(bearer)) {
      this.unauthorised += 1;
      return said(401, { detail: 'Not authenticated' });
    }
    if (matches(routes.create, method, path)) return said(200, this.desk.create(await formOf(request)));
    if (matches(routes.get, method, path)) return this.#get(url.searchParams);
    if (matches(routes.list, method, path)) return this.#list(url.searchParams);
    const [, , uuid = '', call, item = ''] = path.split('/');
    const task = this.desk.get(uuid);
    if (task === undefined) return said(404, { detail: 'Task not found.' });
    switch (call) {
      case 'update':
        return this.#update(task, request.body, url.searchParams.get('should_resume') === 'true');
      case 'upload':
        return this.#upload(task, await formOf(request));
      case 'log_event':
        return this.#logEvent(uuid, request.body);
      case 'data_item':
        return said(200, { file_name: 'x.pdf', url: `https://service.test/files/${item}`, uuid: item });
      default:
        return said(404, { detail: 'Not Found' });
    }
  }

  #signIn(body: Buffer): Reply {
    const { api_secret: secret } = z.object({ api_secret: z.string() }).parse(JSON.parse(body.toString()));
    if (secret !== this.apiSecret) return said(403, { detail: 'Invalid api_secret.' });
    const token = `token-${Math.floor(this.#random() * 2 ** 52)}`;
    this.#tokens.add(token);
    return said(200, {
      token,
      org_settings: { name: 'World', external_callback_enabled: false, external_read_enabled: true },
    });
  }

  #get(query: URLSearchParams): Reply {
    const uuid = query.get('uuid');
    const task = uuid === null ? this.desk.byExternalId(query.get('external_id') ?? '') : this.desk.get(uuid);
    const hidden = task !== undefined && this.#now() - Date.parse(task.created) < this.#lagMs;
    if (task === undefined || hidden) return said(404, { detail: 'No Task matches.' });
    return said(200, task);
  }

  #list(query: URLSearchParams): Reply {
    const read = readListQuery(query);
    if ('detail' in read) return said(422, read);
    const key = read.order_by === 'id' ? 'uuid' : read.order_by;
    const sign = read.sort_ascending ? 1 : -1;
    const from = read.date_from === undefined ? null : stampOf(read.date_from);
    const to = read.date_to === undefined ? null : stampOf(read.date_to);
    const found = this.desk.all().filter((task) => {
      if (read.status.length > 0 && !read.status.includes(task.status)) return false;
      if (read.cleared !== undefined && read.cleared !== (task.cleared !== null)) return false;
      const dated = task[read.selected_date];
      if (from !== null && (dated === null || dated <= from)) return false;
      return to === null || (dated !== null && dated <= to);
    });
    found.sort((a, b) => sign * compare(a[key] ?? '', b[key] ?? ''));
    const tasks = found.slice(read.offset, read.offset + read.length);
    return said(200, { count: found.length, offset: read.offset, tasks });
  }

  #update(task: WorldTask, body: Buffer, resume: boolean): Reply {
    const asked = change.parse(JSON.parse(body.toString()));
    if (asked.name !== undefined) task.name = asked.name;
    if (asked.external_id !== undefined) task.external_id = asked.external_id;
    if (asked.cleared !== undefined) task.cleared = asked.cleared ? this.desk.stamp() : null;
    if (asked.new_data_item !== undefined && (resume || this.keepsData))
      this.desk.addData(task, asked.new_data_item);
    if (resume && task.status === 'waiting') this.desk.move(task, 'processing');
    return said(200, task);
  }

  #upload(task: WorldTask, form: Form): Reply {
    const outcome = this.desk.upload(task, form);
    if ('frozenTo' in outcome)
      return said(409, { message: 'Task is frozen.', current_task_uuid: outcome.frozenTo });
    if ('detail' in outcome) return said(409, outcome);
    return said(200, { new_data_items: outcome.items, task });
  }

  #logEvent(uuid: string, body: Buffer): Reply {
    const asked = event.parse(JSON.parse(body.toString()));
    const key = eventKey(uuid, asked.event, asked.extra_data.client_event_id);
    this.events.set(key, (this.events.get(key) ?? 0) + 1);
    return said(200, { task_id: uuid, status_message: 'ok' });
  }

  #file(item: string): Reply {
    const bytes = this.#contents.get(this.desk.sha256Of(item) ?? '');
    return bytes === undefined ? said(404, {}) : { status: 200, body: bytes };
  }

  #newSecret(): string {
    return `world:org:${Math.floor(this.#random() * 2 ** 52)}`;
  }
}

/** A line of a Task's event log, for `WorldService.events`. */
export function eventKey(taskUuid: string, name: string, id: string): string {
  return `${taskUuid} ${name} ${id}`;
}

async function formOf(request: Received): Promise<Form> {
  const reading = readForm(request.headers['content-type']);
  if (reading === null) throw new Error('not a multipart body');
  reading.sink.end(request.body);
  return await reading.form;
}

export function said(status: number, body: object): Reply {
  return { status, body: JSON.stringify(body) };
}

/** As the desk dates its Tasks: stamps are compared as texts, tens of thousands for each list of a week. */
function stampOf(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
