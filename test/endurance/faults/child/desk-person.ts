import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settingsSchema } from '../../../../src-main/contract/settings.ts';
import { ANSWER_DATA, DESK_FILES as FILES, PIN, TRACKING_SECONDS } from '../scene-files.ts';
import type { PersonParts } from './acts.ts';
import { createDesk, type Desk } from './desk.ts';
import { changeFound, mountShare, sendRecalled, takeBackTwins, touchSent } from './scanner-operator.ts';

/** Tasks that have not ended, without the superseded Task. */
export const DESK_OPEN_WORK = `status NOT IN ('completed', 'failed', 'invalid') AND uuid NOT IN
  (SELECT task_uuid FROM message WHERE problem_code = 'answer.frozen' AND state = 'accepted')`;

const CALLER = { actor: 'clerk' };
const WRONG_TYPE = 'no-such-type';
const IDLE_MINUTES = 60;
const settingsViewSchema = z.object({ settings: settingsSchema });
const lockSchema = z.object({ pin_set: z.boolean() });

/** A person who decides, takes back and sets, and repeats each step until the step is done. */
export async function workAtDesk(parts: PersonParts): Promise<void> {
  const desk = createDesk(parts);
  // Files of a folder are submitted only after the first look at the service's list, and the look needs the api_secret.
  if (desk.isClosed()) await desk.setSecret();
  await takeBackTwins(desk);
  await sendRecalled(desk);
  await undo(desk);
  await retryAsOtherType(desk);
  await changeFound(desk);
  await decideBacklog(desk);
  await touchSent(desk);
  await mountShare(desk);
  await sendTwice(desk);
  await pauseAndResume(desk);
  await answerWithLateFile(desk);
  await retryRefusedAnswer(desk);
  await answerFrozenTask(desk);
  await saveDocument(desk);
  await saveSettings(desk);
  await setPin(desk);
}

/**
 * While the service refuses the connection of each create, there is time for the withdrawal. A station that was killed during the
 * attempt cannot prove that nothing went: the withdrawal is too late then.
 */
async function undo({ drop, until, verb, submissionOf, submissionIs, openCreates }: Desk): Promise<void> {
  await drop(FILES.undone, 'intake', {});
  await until(
    () => submissionIs(FILES.undone, `state NOT IN ('queued', 'sending')`),
    () => verb('outbox.withdraw', { ids: [submissionOf(FILES.undone)] }),
  );
  openCreates();
}

async function retryAsOtherType({ drop, until, verb, submissionOf, submissionIs }: Desk): Promise<void> {
  await drop(FILES.retyped, WRONG_TYPE, {});
  const retyped = () => submissionIs(FILES.retyped, `task_type = 'intake'`);
  await until(() => retyped() || submissionIs(FILES.retyped, `state = 'rejected'`));
  await until(retyped, () => verb('outbox.retry', { id: submissionOf(FILES.retyped), task_type: 'intake' }));
}

/** One of the older files is left out, then the rest is sent. */
async function decideBacklog({ audited, until, has, decide, fileIn, verb }: Desk): Promise<void> {
  const leftOut = () => audited('file.decided', 'leave-out');
  const held = `SELECT 1 FROM file WHERE folder_id = 'old' AND state = 'held'`;
  await until(
    () => leftOut() || Object.values(FILES.old).every((name) => has(`${held} AND path = '${name}'`)),
  );
  await until(leftOut, () => decide(fileIn('old', 'held', FILES.old.out), 'leave-out'));
  await until(
    () => audited('folder.backlog-decided'),
    () => verb('folders.decide-backlog', { folder: 'old', decision: 'send' }),
  );
}

async function sendTwice({ until, ended, taskOf, audited, fileIn, put, decide }: Desk): Promise<void> {
  await until(() => ended(taskOf(FILES.first)));
  const twice = () => audited('file.decided', 'send-anyway');
  if (!twice() && fileIn('in', 'duplicate') === null) put(FILES.again, 'in');
  await until(() => twice() || fileIn('in', 'duplicate') !== null);
  await until(twice, () => decide(fileIn('in', 'duplicate'), 'send-anyway'));
}

/** The command line pauses the folder, the app resumes the folder. */
async function pauseAndResume({ until, audited, command, has, put, verb }: Desk): Promise<void> {
  await until(
    () => audited('folder.paused'),
    () => command('pause', 'in'),
  );
  const resumed = () => audited('folder.resumed');
  const found = () => has(`SELECT 1 FROM file WHERE folder_id = 'in' AND path = '${FILES.paused}'`);
  if (!resumed() && !found()) put(FILES.paused, 'in');
  await until(() => resumed() || found());
  await until(resumed, () => verb('folders.resume', { folder: 'in' }));
}

/** A late page answers the Task of its packet; the missing data is typed. */
async function answerWithLateFile(desk: Desk): Promise<void> {
  const { until, taskOf, said, waits, fileIn, put, decide, has, verb } = desk;
  await until(() => taskOf(FILES.packet) !== null);
  const task = taskOf(FILES.packet) ?? '';
  const answered = () => said('answer', task);
  await until(() => answered() || waits(task));
  if (!answered() && fileIn('packets', 'held') === null) put(FILES.late, 'packets/one');
  await until(() => answered() || fileIn('packets', 'held') !== null);
  await until(answered, () => decide(fileIn('packets', 'held'), { answer_to: task }));
  await until(
    () =>
      has(
        `SELECT 1 FROM message WHERE task_uuid = '${task}' AND json_extract(payload, '$.data') IS NOT NULL`,
      ),
    () => verb('answers.send', { task, drop: null, data: ANSWER_DATA }),
  );
}

/** The service refuses the first answer of all; an answer whose refusal was lost goes again by itself. */
async function retryRefusedAnswer({ until, taskOf, value, has, verb }: Desk): Promise<void> {
  const answer = `FROM message JOIN message_file ON message_id = message.id WHERE task_uuid = '${taskOf(FILES.packet)}'`;
  await until(() => has(`SELECT 1 ${answer} AND state IN ('rejected', 'accepted')`));
  await until(
    () => has(`SELECT 1 ${answer} AND state <> 'rejected'`),
    () => verb('outbox.retry', { id: value(`SELECT message.id AS value ${answer}`) }),
  );
}

/** The answer is withdrawn while there is no secret (see `undo`), given again, and redirected to the newer Task. */
async function answerFrozenTask(desk: Desk): Promise<void> {
  const { drop, until, waits, ended, taskOf, audited, verb, said, answer, has, value, setSecret } = desk;
  for (const file of [FILES.frozen, FILES.newer]) {
    await drop(file, 'intake', { needs: true, patient: 'one' });
    await until(() => waits(taskOf(file)) || ended(taskOf(file)));
  }
  const task = taskOf(FILES.frozen) ?? '';
  const answers = `FROM message WHERE task_uuid = '${task}'`;
  await until(
    () => audited('secret.cleared'),
    () => verb('secret.clear', {}),
  );
  await until(
    () => said('answer', task),
    () => answer(task),
  );
  await until(
    () =>
      has(`SELECT 1 ${answers} AND (state NOT IN ('queued', 'sending') OR progress LIKE '%outcomeUnknown%')`),
    () => verb('outbox.withdraw', { ids: [value(`SELECT id AS value ${answers} ORDER BY id LIMIT 1`)] }),
  );
  await setSecret();
  await until(
    () => has(`SELECT 1 ${answers} AND state <> 'withdrawn'`),
    () => answer(task),
  );
  await until(() => ended(taskOf(FILES.newer)));
}

async function saveDocument({ app, root, beside, until, audited, taskOf, value }: Desk): Promise<void> {
  const copies = () => beside(() => readdirSync(join(root, 'saved')).length);
  await until(
    () => audited('document.saved') && copies() > 0,
    async () => {
      const task = taskOf(FILES.first) ?? '';
      const item = value(
        `SELECT json_extract(item.value, '$.uuid') AS value FROM snapshot, json_each(payload, '$.data_items') AS item
         WHERE task_uuid = '${task}' AND json_extract(item.value, '$.data_type') = 'file'`,
      );
      const target = join(root, 'saved', `copy-${copies()}.pdf`);
      const saved = await app.saveDocument(task, item ?? '', target, CALLER);
      if (!saved.ok) throw new Error(saved.error.code);
    },
  );
}

async function saveSettings({ until, settings, audited, verb }: Desk): Promise<void> {
  const seconds = TRACKING_SECONDS.after;
  await until(
    () => settings().tracking.seconds === seconds && audited('settings.changed', 'tracking'),
    async () => {
      const view = settingsViewSchema.parse(await verb('settings.get', {})).settings;
      await verb('settings.save', { settings: { ...view, tracking: { ...view.tracking, seconds } } });
    },
  );
}

/** Every later start is locked. */
async function setPin({ until, settings, audited, verb }: Desk): Promise<void> {
  await until(
    () => settings().lock.idleMinutes === IDLE_MINUTES && audited('lock.pin-%'),
    async () => {
      const state = lockSchema.parse(await verb('lock.state', {}));
      const pins = { pin: state.pin_set ? PIN : null, new_pin: PIN };
      await verb('lock.set', { idle_minutes: IDLE_MINUTES, ...pins });
    },
  );
  await until(
    () => audited('lock.locked'),
    () => verb('lock.now', {}),
  );
}
