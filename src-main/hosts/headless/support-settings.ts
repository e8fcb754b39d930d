import type { FolderRule, Settings } from '../../contract/settings.ts';

/**
 * The settings as a support bundle shows them: addresses and places, because faults are in them, but none of what may name
 * a patient or hold a secret.
 */
export function supportSettings(settings: Settings): unknown {
  const { environments, folders, callbacks, ...rest } = settings;
  return {
    ...harmless(rest),
    environments: Object.fromEntries(
      Object.entries(environments).map(([name, url]) => [name, plainAddress(url)]),
    ),
    callbacks: { listen: callbacks.listen === null ? null : '(set)' },
    folders: folders.map(supportRule),
  };
}

function supportRule({ requestSpec, include, exclude, name, callbackTemplate, ...rule }: FolderRule) {
  const count = (patterns: readonly string[]) =>
    `(${patterns.length} ${patterns.length === 1 ? 'pattern' : 'patterns'})`;
  return {
    ...rule,
    requestSpec: Object.keys(requestSpec).length === 0 ? '(empty)' : '(set)',
    include: count(include),
    exclude: count(exclude),
    name: name === null ? null : '(set)',
    callbackTemplate: callbackTemplate === null ? null : '(set)',
  };
}

/** Settings of their own with their addresses made plain. */
function harmless(settings: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'string' && value.includes('://')) return [name, plainAddress(value)];
      return [name, typeof value === 'object' && value !== null ? harmlessIn(value) : value];
    }),
  );
}

const harmlessIn = (value: object): unknown =>
  Array.isArray(value) ? Object.values(harmless(value)) : harmless(value);

/** Without a user name, password or query, which may be secrets. */
function plainAddress(text: string): string {
  try {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`;
  } catch {
    return '(not an address)';
  }
}
