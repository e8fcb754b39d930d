import { until } from '../../../../support/until.ts';
import type { AppBench } from './app-bench.ts';
import { sendByHand } from './send-each.ts';

const IDA = 'Ida Sample';

/** The text of an insurance card. */
export const cardOf = (member: string) =>
  `Insurance card\nMember name: ${IDA}\nDate of birth: 1980-02-03\nMember ID: ${member}\n`;

/** The text of a note about a visit. */
export const visitOf = (name = IDA) =>
  `Office visit note\nPatient name: ${name}\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee\n`;

/** Sends a visit note at once, whose work needs an insurance card unless said otherwise; gives the Task once it waits. */
export async function waitingTask(
  bench: AppBench,
  {
    name = IDA,
    request_spec = { required_records: ['insurance-card'] },
  }: { name?: string; request_spec?: Record<string, unknown> } = {},
) {
  const visit = bench.write(`${name}/visit.txt`, visitOf(name));
  const { ids } = await sendByHand(bench.app, [visit], { request_spec });
  // Nobody takes this one back: it need not wait.
  await bench.ask('outbox.retry', { id: ids[0] ?? '' });
  return await until(async () => {
    const { rows } = await bench.ask('waiting.list', {});
    const out = (await bench.ask('outbox.page', {})).rows.find(({ id }) => id === ids[0]);
    return rows.find(({ uuid, needs }) => uuid === out?.task_uuid && needs !== null);
  });
}
