import type { Problem } from '../../../contract/problem.ts';
import { detailOf } from '../../../contract/texts/detail.ts';
import {
  type AlreadyThere,
  type MessageProgress,
  problemOf,
  type SentFileRow,
} from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails, UploadResult } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { decideMessage } from '../policy.ts';
import { alreadyThere } from './already-there.ts';
import {
  type AnswerStep,
  findDataItem,
  findOwnData,
  freshInputs,
  hasGoneOn,
  planAnswer,
} from './answer-plan.ts';
import {
  type AnswerRun,
  busyForADay,
  followRedirect,
  lookAtTarget,
  postpone,
  refusalOf,
  refuseReplaced,
  waitForTask,
} from './answer-run.ts';
import { proveFiles } from './file-proof.ts';
import {
  acceptMessage,
  type MessageRun,
  recordAnswered,
  rejectMessage,
  settleMessage,
  waitForNextLook,
} from './message-outcome.ts';

const MAX_STEPS = 16;
const NOT_RESUMED: Problem = { code: 'answer.not-resumed', detail: null };

type Outcome = 'done' | 'go-on';

/** A step that sends a part of the answer. */
type WriteStep = Extract<AnswerStep, { do: 'send-data' | 'resume' | 'upload' }>;

/** Sends documents, data or both to a waiting Task, exactly once, even if requests fail (docs/service.md 4.5, 4.6). */
export async function deliverAnswer(message: MessageRun, data: AnswerRun['data']): Promise<void> {
  const { context, row, job } = message;
  const run: AnswerRun = { ...message, data, sending: false, proof: null, note: null };
  const { knownItems } = run.progress;
  // Two answers with the same data have two data items, so one data item proves only one of the answers.
  if (knownItems !== undefined) {
    const known = new Set([...knownItems, ...context.messages.itemsOfOthers(row)]);
    run.progress = { ...run.progress, knownItems: [...known] };
  }
  const files = context.messages.files(row.id);
  const suspect = context.suspects.has(row.id) && row.progress.outcomeUnknown !== true;
  if (suspect && !(await context.copies.intact(files))) {
    rejectMessage(run, { code: 'spool.missing', detail: null });
    return;
  }
  context.suspects.delete(row.id);
  for (let steps = 0; steps < MAX_STEPS && !job.signal.aborted; steps += 1) {
    const askedAt = context.clock.monotonic();
    const task = await lookAtTarget(run);
    if (task === null) return;
    if (hasGoneOnSince(run, task)) return await accept(run, task);
    if (isInDoubt(run, task, files)) {
      // An answer that was perhaps sent waits up to a day for the host of the download links.
      run.proof = await proveFiles(run, task, files, () => row.attempts === 0 || busyForADay(run));
      if (run.proof === null) return;
      if (run.proof.is === 'there' && row.attempts === 0) noteAlreadyThere(run, files, task);
    }
    const filesProven = run.proof?.is ?? null;
    const state = { data, hasFiles: files.length > 0, progress: run.progress, task, filesProven };
    let planned = planAnswer({ ...state, provenLost: false });
    if (planned.step.do === 'wait-out') {
      if (!context.quarantine.miss(row.id, askedAt).over) {
        run.progress = planned.progress;
        waitForNextLook(run, { code: 'service.no-answer', detail: null });
        return;
      }
      const { outcomeUnknown: _, stood: __, ...settled } = planned.progress;
      planned = planAnswer({ ...state, progress: settled, provenLost: true });
      context.quarantine.end(row.id);
    }
    run.progress = planned.progress;
    if ((await takeStep(run, planned.step, task)) === 'done') return;
  }
  postpone(run, problemOf(row));
}

// Whether only a comparison can tell that the documents arrived: the Task waits no longer, so that the upload cannot be repeated, and the
// outcome of an upload is unknown or the Task got inputs since the answer was added. A gateway may have answered in the place of the
// service, or somebody may have put back the ledger to a time before the upload.
function isInDoubt({ progress }: AnswerRun, task: TaskDetails, files: readonly SentFileRow[]): boolean {
  if (files.length === 0 || progress.filesSent === true || task.status === 'waiting') return false;
  return progress.outcomeUnknown === true || hasOtherNewInput(task, progress);
}

function hasOtherNewInput(task: TaskDetails, progress: MessageProgress): boolean {
  return freshInputs(task, progress).some(({ uuid }) => uuid !== progress.dataItemUuid);
}

async function takeStep(run: AnswerRun, step: AnswerStep, task: TaskDetails): Promise<Outcome> {
  const { client, copies, messages, clock, quarantine } = run.context;
  const { signal, onProgress } = run.job;
  switch (step.do) {
    case 'accept':
      await accept(run, task);
      return 'done';
    case 'ask':
      rejectMessage(run, { code: 'answer.other-data', detail: null });
      return 'done';
    case 'refuse':
      rejectMessage(run, refusalOf(run, task));
      return 'done';
    case 'wait':
    case 'wait-out':
      // The quarantine counts look-ups of a Task in the status `waiting`. This Task no longer waits, so the quarantine ends.
      quarantine.end(run.row.id);
      waitForTask(run, task);
      return 'done';
    case 'resume':
      return write(run, step, task, async () => {
        const askedAt = clock.monotonic();
        const details = await client.updateTask(task.uuid, {}, { signal, shouldResume: true });
        return settleResume(run, { seen: task, details, askedAt });
      });
    case 'send-data':
      return write(run, step, task, async () => {
        const newDataItem = run.data ?? {};
        const askedAt = clock.monotonic();
        const options = { signal, shouldResume: step.resume };
        const details = await client.updateTask(task.uuid, { newDataItem }, options);
        if (step.resume) return settleResume(run, { seen: task, details, askedAt });
        const item = findDataItem(details, run.progress, newDataItem);
        save(run, item === undefined ? { dataNotKept: true } : { dataItemUuid: item.uuid }, details);
        return 'go-on';
      });
    case 'upload': {
      const parts = copies.parts(messages.files(run.row.id));
      if (parts === null) {
        rejectMessage(run, { code: 'spool.missing', detail: null });
        return 'done';
      }
      return write(run, step, task, async () => {
        const answer = await client.uploadFiles(task.uuid, parts, { signal, onProgress });
        const { task: details } = answer;
        const isProved = await provesUpload(run, task, answer);
        if (isProved === null) return 'done';
        if (!isProved) {
          save(run, { outcomeUnknown: true }, details);
          return 'go-on';
        }
        const names = parts.map((part) => part.fileName);
        noteFilesSent(run, alreadyThere(names, answer.new_data_items, details));
        if (run.data === null || run.progress.dataItemUuid !== undefined) {
          await accept(run, details);
          return 'done';
        }
        save(run, {}, details);
        return 'go-on';
      });
    }
  }
}

/** Commits the answer as *sending*, then runs the request (I5) and settles a failure. `seen` is the Task before the request. */
async function write(
  run: AnswerRun,
  step: WriteStep,
  seen: TaskDetails,
  request: () => Promise<Outcome>,
): Promise<Outcome> {
  const { context, row, job } = run;
  if (job.signal.aborted) return 'go-on';
  if (step.do !== 'send-data' || step.resume) {
    const { status, latest_status_change } = seen;
    run.progress = { stood: { status, latest_status_change }, ...run.progress };
  }
  if (run.sending) context.messages.saveProgress(row.id, run.progress);
  else if (!context.messages.beginSending(row.id, run.progress, context.clock.now())) return 'done';
  run.sending = true;
  try {
    const outcome = await request();
    context.lanes.passed(row.lane);
    return outcome;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideMessage('answers', error.failure);
    if (decision.do === 'redirect') return settleRedirect(run, decision.taskUuid);
    if (decision.do === 'look-at-task') return settleConflict(run, step, seen, decision.problem);
    // A gateway may have written the 429 in the place of the service, so the answer was perhaps sent until the next look at the Task.
    if (decision.do === 'pause-lane' && error.failure.kind === 'refused')
      run.progress = { ...run.progress, outcomeUnknown: true };
    if (decision.do === 'reject') return settleRefusal(run, step, seen, decision.problem);
    await settleMessage(run, decision);
    return 'done';
  }
}

// Settles a 409 that says that the Task `newer` replaced the Task of the answer (docs/service.md 7). Only an upload gets this 409, so an
// earlier request may have stored the data or the documents in the replaced Task. An answer goes to one Task: if the replaced Task has a part
// of the answer, a person decides; otherwise the whole answer goes to the newer Task.
async function settleRedirect(run: AnswerRun, newer: string): Promise<Outcome> {
  const { context, row, data, progress } = run;
  const files = context.messages.files(row.id);
  const filesInDoubt = files.length > 0 && (progress.outcomeUnknown === true || progress.filesSent === true);
  if (data === null && !filesInDoubt) return followRedirect(run, newer);
  const task = await lookAtTarget(run);
  if (task === null) return 'done';
  if (filesInDoubt) {
    run.proof = await proveFiles(run, task, files, () => busyForADay(run));
    if (run.proof === null) return 'done';
  }
  const item = data === null ? undefined : findOwnData(task, run.progress, data);
  run.progress = {
    ...run.progress,
    ...(item !== undefined && { dataItemUuid: item.uuid }),
    ...(run.proof?.is === 'there' && { filesSent: true }),
  };
  return refuseReplaced(run, task, newer) ? 'done' : followRedirect(run, newer);
}

// Settles a 409 that names no newer Task. docs/service.md 7 defines this 409 for uploads: the Task was not waiting, or has all of the
// documents. An update may get the same 409, and a look-up may show an earlier state of the Task.
// If the Task still waits and does not show the documents, look-ups follow until the quarantine is over. Afterwards, a person decides. If
// the documents of the Task cannot be compared, the 409 itself is the proof that the documents arrived.
async function settleConflict(
  run: AnswerRun,
  step: WriteStep,
  seen: TaskDetails,
  problem: Problem,
): Promise<Outcome> {
  const { quarantine, messages, clock } = run.context;
  const { id } = run.row;
  const askedAt = clock.monotonic();
  const task = await lookAtTarget(run);
  if (task === null) return 'done';
  const moved = task.latest_status_change !== seen.latest_status_change;
  if (task.status !== 'waiting' || moved) quarantine.end(id);
  if (task.status !== 'waiting') return 'go-on';
  if (moved) {
    // The Task was busy at the time of the 409, and waits again now, so the answer is sent again later.
    postpone(run, problem);
    return 'done';
  }
  const held =
    step.do === 'upload'
      ? await proveFiles(run, task, messages.files(id), () => true)
      : ({ is: 'lacking' } as const);
  if (held === null) return 'done';
  if (held.is !== 'there') {
    if (!quarantine.miss(id, askedAt).over) {
      waitForNextLook(run, { code: 'answer.comparing', detail: problem.detail });
      return 'done';
    }
    if (held.is === 'lacking') {
      rejectMessage(run, { code: 'answer.conflict', detail: problem.detail });
      return 'done';
    }
    // The Task waited during the whole quarantine, so the 409 is the service's word that the Task has the documents (docs/service.md 7).
    quarantine.end(id);
  }
  // The delivery goes on: if the service accepted the data in an earlier request, the Task must still resume.
  noteAlreadyThere(run, step.do === 'upload' ? messages.files(id) : [], task);
  return 'go-on';
}

// Settles a refusal of a request. A gateway may refuse in the place of the service what the service stored, so a refusal counts only after a
// look-up that does not find the part of the answer that the request sent.
async function settleRefusal(
  run: AnswerRun,
  step: WriteStep,
  seen: TaskDetails,
  problem: Problem,
): Promise<Outcome> {
  // If the look-up fails, the answer was perhaps sent.
  run.progress = { ...run.progress, outcomeUnknown: true };
  const task = await lookAtTarget(run);
  if (task === null) return 'done';
  const isThere = await hasArrived(run, step, seen, task);
  if (isThere === null) return 'done';
  if (run.proof?.is === 'unproved') {
    rejectMessage(run, refusalOf(run, task));
    return 'done';
  }
  const { outcomeUnknown: _, ...settled } = run.progress;
  run.progress = settled;
  if (isThere) return 'go-on';
  rejectMessage(run, problem);
  return 'done';
}

/** Whether the Task has the part of the answer that the request of `step` sent. Returns null if a download failed and the answer was postponed. */
async function hasArrived(
  run: AnswerRun,
  step: WriteStep,
  seen: TaskDetails,
  task: TaskDetails,
): Promise<boolean | null> {
  switch (step.do) {
    case 'resume':
      return hasGoneOn(seen, task);
    case 'send-data': {
      const item = findOwnData(task, run.progress, run.data ?? {});
      if (item !== undefined) run.progress = { ...run.progress, dataItemUuid: item.uuid };
      return item !== undefined;
    }
    case 'upload': {
      if (!hasOtherNewInput(task, run.progress)) return false;
      const files = run.context.messages.files(run.row.id);
      run.proof = await proveFiles(run, task, files, () => busyForADay(run));
      if (run.proof === null) return null;
      if (run.proof.is !== 'there') return false;
      noteFilesSent(run, null);
      return true;
    }
  }
}

// Whether the Task resumed late: the Task still waited after the 200 for an update that should resume the Task (`notResumed`), and has
// resumed by now.
function hasGoneOnSince(run: AnswerRun, task: TaskDetails): boolean {
  const { notResumed, stood } = run.progress;
  return notResumed === true && stood !== undefined && hasGoneOn(stood, task) && mayHaveData(run, task);
}

// Whether the Task can have the data of the answer. The service may store the data in another form, so any new JSON item counts. Without such
// an item, the service dropped the data, or a gateway answered in the place of the service.
function mayHaveData({ data, progress }: AnswerRun, task: TaskDetails): boolean {
  if (data === null || progress.dataItemUuid !== undefined) return true;
  return freshInputs(task, progress).some((item) => item.data_type === 'json');
}

// Whether the answer to an upload proves that the Task has each document. The items in `new_data_items` must be new items of the Task;
// otherwise the answer belongs to an earlier upload. If there are fewer items than documents, the Task must have the bytes of the others, or
// the service cannot show them: it skips documents that the Task has (docs/service.md 4.6). Returns null if a download failed and the answer
// was postponed.
async function provesUpload(
  run: AnswerRun,
  seen: TaskDetails,
  { new_data_items: taken, task }: UploadResult,
): Promise<boolean | null> {
  const has = (details: TaskDetails, item: string) => details.data_items.some(({ uuid }) => uuid === item);
  if (taken.length === 0 || !taken.every((item) => has(task, item) && !has(seen, item))) return false;
  const files = run.context.messages.files(run.row.id);
  if (taken.length >= files.length) return true;
  const proof = await proveFiles(run, task, files, () => true);
  return proof === null ? null : proof.is !== 'lacking';
}

// Settles an update with `should_resume` that got a 200. The Task of the response may still wait, because it may be frozen or the response
// may be early. The request to resume is repeated until the quarantine is over, and then a person decides. The data is not sent again.
async function settleResume(
  run: AnswerRun,
  { seen, details, askedAt }: { seen: TaskDetails; details: TaskDetails; askedAt: number },
): Promise<Outcome> {
  const item = run.data === null ? undefined : findDataItem(details, run.progress, run.data);
  const dataItemUuid = item?.uuid ?? run.progress.dataItemUuid;
  if (hasGoneOn(seen, details)) {
    if (dataItemUuid !== undefined) run.progress = { ...run.progress, dataItemUuid };
    if (!mayHaveData(run, details)) {
      save(run, { outcomeUnknown: true }, details);
      return 'go-on';
    }
    await accept(run, details);
    return 'done';
  }
  const { quarantine } = run.context;
  const { id } = run.row;
  const isRepeat = run.progress.notResumed === true;
  const isThere = run.data === null || dataItemUuid !== undefined;
  const stood = { status: seen.status, latest_status_change: seen.latest_status_change };
  const more: MessageProgress = {
    notResumed: true,
    stood,
    ...(dataItemUuid !== undefined && { dataItemUuid }),
    ...(!isThere && { outcomeUnknown: true }),
  };
  save(run, more, details);
  if (!isThere && !isRepeat) quarantine.begin(id);
  if (isThere ? quarantine.miss(id, askedAt).over : isRepeat) rejectMessage(run, NOT_RESUMED);
  else waitForNextLook(run, NOT_RESUMED);
  return 'done';
}

async function accept(run: AnswerRun, details: TaskDetails): Promise<void> {
  const redirect = run.progress.redirectedTo?.at(-1);
  const note: Problem | null =
    redirect === undefined
      ? run.note
      : {
          code: 'answer.frozen',
          detail: detailOf('detail.answerWentToTask', { uuid: redirect }),
        };
  const { outcomeUnknown: _, ...progress } = run.progress;
  run.progress = progress;
  await acceptMessage(run, details, note);
}

function noteFilesSent(run: AnswerRun, known: AlreadyThere | null): void {
  const { outcomeUnknown: _, ...settled } = run.progress;
  run.progress = { ...settled, filesSent: true, ...(known !== null && { alreadyThere: known }) };
}

function noteAlreadyThere(run: AnswerRun, files: readonly SentFileRow[], task: TaskDetails): void {
  const names = files.map((file) => file.file_name);
  noteFilesSent(run, alreadyThere(names, [], task));
  run.note ??= { code: 'answer.already-there', detail: null };
}

function save(run: AnswerRun, more: MessageProgress, details: TaskDetails): void {
  const { context, row } = run;
  run.progress = { ...run.progress, ...more };
  context.ledger.transaction(() => {
    context.messages.saveProgress(row.id, run.progress);
    recordAnswered(context, run.progress, details);
  });
}
