import type { AuditFilter } from '../../contract/verbs/audit.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter as a condition on `audit AS entry`, and what its names stand for. */
export function auditCondition(filter: AuditFilter): {
  sql: string;
  values: Record<string, string | number>;
} {
  const parts: string[] = [];
  const values: Record<string, string | number> = {};
  const add = (sql: string, name: string, value: string | number) => {
    parts.push(sql);
    values[name] = value;
  };
  const { actor, action, subject, from, to } = filter;
  if (actor.length > 0)
    add('entry.actor IN (SELECT value FROM json_each(@actor))', 'actor', JSON.stringify(actor));
  if (action.length > 0)
    add('entry.action IN (SELECT value FROM json_each(@action))', 'action', JSON.stringify(action));
  if (subject !== '') add('instr(lower(entry.subject), lower(@subject)) > 0', 'subject', subject);
  if (from !== null) add('entry.at >= @from', 'from', startOf(from, 0));
  if (to !== null) add(DAY.test(to) ? 'entry.at < @to' : 'entry.at <= @to', 'to', startOf(to, 1));
  return { sql: parts.length === 0 ? 'TRUE' : parts.join(' AND '), values };
}

/** A time as it is, or the beginning of a local day, some days later. */
function startOf(when: string, days: number): number {
  if (!DAY.test(when)) return Date.parse(when);
  const day = new Date(`${when}T00:00:00`);
  day.setDate(day.getDate() + days);
  return day.getTime();
}
