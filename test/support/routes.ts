/** Which requests a fault is for. `path` is what follows the base_url, or the whole path outside it. */
export interface Matcher {
  method?: string;
  path: string | RegExp;
}

/** The calls of docs/service.md 4, and any request at all. */
export const routes = {
  token: { method: 'POST', path: '/auth/get_token' },
  create: { method: 'POST', path: '/task/create' },
  get: { method: 'GET', path: '/task/get' },
  list: { method: 'GET', path: '/task/list' },
  update: { method: 'PATCH', path: /^\/task\/[^/]+\/update$/ },
  upload: { method: 'POST', path: /^\/task\/[^/]+\/upload$/ },
  link: { method: 'GET', path: /^\/task\/[^/]+\/data_item\/[^/]+\/get_link$/ },
  logEvent: { method: 'POST', path: /^\/task\/[^/]+\/log_event$/ },
  any: { path: /^/ },
} as const satisfies Record<string, Matcher>;

/** Names a call for logs and counters; `any` stands for what is no call of the service's contract. */
export type RouteName = keyof typeof routes;

const named: readonly RouteName[] = [
  'token',
  'create',
  'get',
  'list',
  'update',
  'upload',
  'link',
  'logEvent',
];

export function matches(matcher: Matcher, method: string, path: string): boolean {
  if (matcher.method !== undefined && matcher.method.toUpperCase() !== method) return false;
  return typeof matcher.path === 'string' ? matcher.path === path : path.search(matcher.path) !== -1;
}

export function routeOf(method: string, path: string): RouteName {
  return named.find((name) => matches(routes[name], method, path)) ?? 'any';
}
