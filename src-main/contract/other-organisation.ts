import type { Problem } from './problem.ts';

/** The problem of an api_secret whose organisation is not the record's (I12). A null name is one that is not known. */
export function otherOrganisation(names: {
  readonly secret: string | null;
  readonly record: string | null;
}): Problem {
  const said = (name: string | null) => (name === null ? 'not known' : `"${name}"`);
  return {
    code: 'auth.other-organisation',
    detail: `api_secret: ${said(names.secret)}; record: ${said(names.record)}`,
  };
}
