import { setTimeout as sleep } from 'node:timers/promises';
import { carriedItems, producedItems } from '../data-items.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { EvaluateTask, Evaluation, ReadableInput } from '../reading/evaluation.ts';
import type { Stores } from '../storage/stores.ts';
import { writeResult } from '../task-result.ts';

export interface RoundParts {
  readonly stores: Stores;
  readonly lifecycle: Lifecycle;
  readonly evaluate: EvaluateTask;
  readonly clock: () => Date;
  readonly processMs: number;
  /** Aborts when the service stops. A Task whose processing is aborted keeps the status `processing`. */
  readonly stopping: AbortSignal;
}

/** Processes a Task once. Stores the result unless the status has changed meanwhile. If the evaluation throws, the Task fails. */
export async function runRound(parts: RoundParts, taskId: number): Promise<void> {
  const { stores, lifecycle, stopping } = parts;
  const found = stores.tasks.byId(taskId);
  if (found.status !== 'pending' && found.status !== 'processing') return;
  const task = found.status === 'pending' ? lifecycle.enter(taskId, 'processing') : found;
  if (parts.processMs > 0) {
    await sleep(parts.processMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (stopping.aborted) return;
  const evaluation = await evaluated(parts, taskId);
  if (stopping.aborted) return;
  const now = stores.tasks.byId(taskId);
  if (now.status !== 'processing' || now.round !== task.round) return;
  stores.db.transaction(() => {
    storeOutcome(parts, taskId, evaluation);
    lifecycle.enter(taskId, evaluation.status);
  })();
}

async function evaluated(parts: RoundParts, taskId: number): Promise<Evaluation> {
  try {
    const spec: unknown = JSON.parse(parts.stores.tasks.byId(taskId).request_spec);
    return await parts.evaluate(inputsOf(parts.stores, taskId), spec, parts.clock());
  } catch {
    return {
      status: 'failed',
      issues: [
        {
          key: 'task.llm.other',
          message: 'The documents could not be processed because of an error in the service.',
        },
      ],
      verdicts: [],
      verdictSummaries: [],
      recordsByInput: new Map(),
      category: null,
      name: null,
      interceptions: null,
      produced: [],
      patientKey: null,
    };
  }
}

// The data item with the tag `request-spec` is left out, because `evaluate` gets the request_spec as a separate argument.
function inputsOf({ items, blobs }: Stores, taskId: number): ReadableInput[] {
  return items
    .ofTask(taskId)
    .filter((item) => item.item_group === 'inputs' && item.tag !== 'request-spec')
    .map((item) => ({
      uuid: item.uuid,
      kind: item.kind,
      tag: item.tag,
      name: item.name,
      mediaType: item.media_type,
      bytes: async () =>
        item.blob === null ? new TextEncoder().encode(item.data ?? '') : blobs.read(item.blob),
    }));
}

function storeOutcome({ stores, clock }: RoundParts, taskId: number, evaluation: Evaluation): void {
  const task = stores.tasks.byId(taskId);
  stores.tasks.setRound(taskId, {
    category: evaluation.category,
    name: task.name_given === 1 ? task.name : (evaluation.name ?? task.name),
    patient_key: evaluation.patientKey,
    result: writeResult(evaluation),
  });
  stores.items.dropProduced(taskId);
  const inputs = stores.items.ofTask(taskId);
  for (const input of inputs) {
    if (input.kind === 'file')
      stores.items.setRecords(input.id, evaluation.recordsByInput.get(input.uuid) ?? null);
  }
  const created = clock().getTime();
  const made = [
    ...carriedItems(task.uuid, inputs, evaluation.recordsByInput, created),
    ...producedItems(evaluation.produced, created),
  ];
  for (const item of made) stores.items.insert(taskId, item);
}
