/** The names of the request fields (docs/service.md 4) on the screens. */
const NAMES: Readonly<Record<string, string>> = {
  task_type: 'task type',
  uploads: 'document',
  request_spec: 'request details',
  external_id: 'reference',
  name: 'name',
  callback_template: 'address the service calls',
  cleared: 'follow-up',
  new_data_item: 'data',
  should_resume: 'resume',
  event: 'event',
  extra_data: 'event data',
};

const PLACES: ReadonlySet<string> = new Set(['body', 'query', 'path', 'header']);

/**
 * The readable name of a field path of a 422 response (docs/service.md 2.8): `body.request_spec.codes.0` becomes "request details, codes
 * 1".
 */
export function fieldName(path: string): string {
  const [first = '', ...others] = path.split('.');
  const [field, ...inside] = PLACES.has(first) ? others : [first, ...others];
  if (field === undefined || field === '') return 'request';
  const plain = inside.map((part) => part.replaceAll('_', ' '));
  return [NAMES[field] ?? field.replaceAll('_', ' '), ...plain].reduce((text, part) =>
    /^\d+$/.test(part) ? `${text} ${Number(part) + 1}` : `${text}, ${part}`,
  );
}
