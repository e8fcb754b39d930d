import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { storedStatuses, TASK_STATUSES } from '../task-status.ts';
import { type HttpContext, organisationOf } from './context.ts';
import { refusal } from './problem.ts';
import { taskDetails, taskSummary } from './task-details.ts';
import { validated } from './validation.ts';
import { ExternalId, QueryBoolean, QueryInteger, QueryMoment, repeated, single, Uuid } from './values.ts';

const DATES = ['created', 'latest_status_change', 'cleared'] as const;

const GetQuery = z.object({
  uuid: single(Uuid.optional()),
  external_id: single(ExternalId.optional()),
});

const ListQuery = z.object({
  status: repeated(z.enum(TASK_STATUSES)),
  task_type: repeated(z.string()),
  cleared: single(QueryBoolean.optional()),
  selected_date: single(z.enum(DATES).default('created')),
  date_from: single(QueryMoment.optional()),
  date_to: single(QueryMoment.optional()),
  order_by: single(z.enum([...DATES, 'name', 'id', 'external_id']).default('created')),
  sort_ascending: single(QueryBoolean.default(false)),
  offset: single(QueryInteger.pipe(z.number().min(0)).default(0)),
  length: single(QueryInteger.pipe(z.number().min(1).max(200)).default(100)),
});

/** `GET /task/get` (docs/service.md 4.3). */
export function getRoute(scope: FastifyInstance, { stores }: HttpContext): void {
  scope.get('/task/get', async (request) => {
    const { uuid, external_id } = validated(GetQuery, request.query, 'query');
    if ((uuid === undefined) === (external_id === undefined)) {
      throw refusal(400, 'Exactly one of uuid and external_id must be given.');
    }
    const { id } = organisationOf(request);
    const task =
      uuid !== undefined ? stores.tasks.byUuid(id, uuid) : stores.tasks.byExternalId(id, external_id ?? '');
    if (!task) throw refusal(404, 'No Task matches the identifier.');
    return taskDetails(stores, task);
  });
}

/**
 * `GET /task/list` (docs/service.md 4.4). A plain date means its first instant as date_from, its whole day as
 * date_to.
 */
export function listRoute(scope: FastifyInstance, { stores }: HttpContext): void {
  scope.get('/task/list', async (request) => {
    const query = validated(ListQuery, request.query, 'query');
    const { count, rows } = stores.list.find({
      orgId: organisationOf(request).id,
      statuses: query.status === null ? null : storedStatuses(query.status),
      taskTypes: query.task_type,
      cleared: query.cleared ?? null,
      dateColumn: query.selected_date,
      after: query.date_from?.first ?? null,
      until: query.date_to?.last ?? null,
      orderBy: query.order_by,
      ascending: query.sort_ascending,
      offset: query.offset,
      length: query.length,
    });
    return { count, offset: query.offset, tasks: rows.map(taskSummary) };
  });
}
