import type { FolderRule } from '../../contract/settings.ts';

/** What whoever sets or looks after a folder rule should know of it, though it can be used; null for nothing. */
export function ruleRemark({ externalId, group }: Pick<FolderRule, 'externalId' | 'group'>): string | null {
  if (group === 'file' || !externalId.includes('{key}')) return null;
  return '"externalId" holds {key}, which comes from names of files or folders: it stands in ids at the service and in web addresses. Where such a name may be that of a patient, leave {key} out.';
}
