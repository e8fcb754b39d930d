import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESK_FILES as FILES, MOUNTED, TOUCHED_AT } from '../scene-files.ts';
import type { Desk } from './desk.ts';

/*
 * What other people do to files in watched folders, and what a person decides then. A later audit entry shows that a step is
 * over, because retention purges the names of files in the end.
 */

const rowIs = ({ has }: Desk, path: string, what: string) =>
  has(`SELECT 1 FROM file WHERE folder_id = 'old' AND path = '${path}' AND ${what}`);

/** Withdraws a submission, or finds that the withdrawal comes too late. */
const takeBack = ({ until, has, verb }: Desk, id: () => string | null) =>
  until(
    () => has(`SELECT 1 FROM submission WHERE id = '${id()}' AND state NOT IN ('queued', 'sending')`),
    () => verb('outbox.withdraw', { ids: [id()] }),
  );

/**
 * A document is given twice and scanned twice, and one scan is removed. Then both given documents are withdrawn, so that the
 * other scan is no duplicate any more and a person sends the scan. This comes while no create goes out (see `undo`).
 */
export async function takeBackTwins(desk: Desk): Promise<void> {
  const { until, has, value, documents, drop, send, put, decide, root, beside } = desk;
  if (!desk.isClosed()) return;
  const found = (path: string) => rowIs(desk, path, '1');
  const place = (name: string, as: string) => {
    if (!found(as)) put(name, 'old', as);
  };
  const given = (n: number) =>
    value(
      `SELECT submission.id AS value FROM submission JOIN submission_file ON submission_id = submission.id
       WHERE origin = 'drop' AND sha256 = '${documents[FILES.twin]}' ORDER BY seq LIMIT 1 OFFSET ${n}`,
    );
  await until(() => has(`SELECT 1 FROM folder WHERE id = 'old' AND backlog_listed_at IS NOT NULL`));
  await drop(FILES.twin, 'intake', {});
  await until(
    () => given(1) !== null,
    () => send(FILES.twin, 'intake', {}, true),
  );
  const scans = [FILES.twinKept, FILES.twinGone];
  for (const scan of scans) place(FILES.twin, scan);
  await until(() => scans.every((scan) => rowIs(desk, scan, `state <> 'settling'`)));
  beside(() => rmSync(join(root, 'old', FILES.twinGone), { force: true }));
  await until(() => rowIs(desk, FILES.twinGone, '(gone = 1 OR current = 0)'));
  for (const n of [0, 1]) await takeBack(desk, () => given(n));
  await until(
    () => rowIs(desk, FILES.twinKept, `state <> 'held'`),
    () => decide(desk.fileIn('old', 'held', FILES.twinKept), 'send'),
  );
}

/**
 * While no create goes out, a page that was queued from a folder is withdrawn and saved again, and another page comes into the
 * group. A person sends the withdrawn page, which lets the group go; or, when the withdrawal came too late, the late page.
 */
export async function sendRecalled(desk: Desk): Promise<void> {
  const { until, has, value, put, decide, fileIn, root, beside } = desk;
  if (!desk.isClosed()) return;
  const [page, late] = [`one/${FILES.recalled}`, `one/${FILES.recalledToo}`];
  const is = (path: string, what: string) =>
    has(`SELECT 1 FROM file WHERE folder_id = 'pairs' AND path = '${path}' AND ${what}`);
  const recalled = () =>
    value(
      `SELECT submission_id AS value FROM file WHERE folder_id = 'pairs' AND path = '${page}' ORDER BY id LIMIT 1`,
    );
  put(FILES.recalled, 'pairs/one');
  await until(() => recalled() !== null);
  await takeBack(desk, recalled);
  beside(() => utimesSync(join(root, 'pairs', page), TOUCHED_AT, TOUCHED_AT));
  await until(() => is(page, `state IN ('held', 'bound') AND mtime_ms = ${TOUCHED_AT * 1000}`));
  put(FILES.recalledToo, 'pairs/one');
  const isWithdrawn = () =>
    has(`SELECT 1 FROM submission WHERE id = '${recalled()}' AND state = 'withdrawn'`);
  await until(() => is(late, `state IN ('held', 'bound')`));
  await until(
    () => is(late, `state = 'bound'`),
    () => decide(fileIn('pairs', 'held', isWithdrawn() ? page : late), 'send'),
  );
}

/** Before the decision about older files, one file is removed, one renamed and one changed. */
export async function changeFound(desk: Desk): Promise<void> {
  const { until, audited, root, beside } = desk;
  if (audited('folder.backlog-decided')) return;
  const at = (name: string) => join(root, 'old', name);
  const { removed, renamed, renamedTo, changed } = FILES.moving;
  await until(() => [removed, changed, renamed].every((name) => rowIs(desk, name, '1')));
  await regroup(desk);
  beside(() => {
    rmSync(at(removed), { force: true });
    if (existsSync(at(renamed))) renameSync(at(renamed), at(renamedTo));
    const after = readFileSync(join(root, 'given', FILES.changedTo));
    if (!readFileSync(at(changed)).equals(after)) writeFileSync(at(changed), after);
  });
  // The program computes the time from nanoseconds: the last digits differ.
  const mtimeMs = beside(() => statSync(at(changed)).mtimeMs);
  await until(
    () =>
      rowIs(desk, removed, `problem_code = 'file.vanished'`) &&
      rowIs(desk, renamed, `problem_code = 'file.vanished'`) &&
      rowIs(desk, renamedTo, `state = 'held'`) &&
      rowIs(desk, changed, `state = 'held' AND ABS(mtime_ms - ${mtimeMs}) < 1`),
  );
}

/** For a while the folder groups files by the first letter of their name. */
async function regroup(desk: Desk): Promise<void> {
  const { until, settings, verb } = desk;
  const isSo = (what: string) => rowIs(desk, FILES.moving.changed, `group_key ${what}`);
  for (const [group, done] of [
    [{ key: '^(?<key>.)' }, () => isSo('IS NOT NULL')],
    ['file', () => isSo('IS NULL')],
  ] as const) {
    const rule = () => settings().folders.find(({ id }) => id === 'old');
    await until(
      () => JSON.stringify(rule()?.group) === JSON.stringify(group),
      () => verb('folders.save', { rule: { ...rule(), group }, replaces: 'old' }),
    );
    await until(done);
  }
}

/** A sent file gets another time, as after a copy; the file is still the same document. */
export async function touchSent(desk: Desk): Promise<void> {
  const { until, audited, ended, taskOf, root, beside } = desk;
  if (audited('file.decided', 'send-anyway')) return;
  await until(() => ended(taskOf(FILES.old.sent)));
  beside(() => utimesSync(join(root, 'old', FILES.old.sent), TOUCHED_AT, TOUCHED_AT));
  await until(() => rowIs(desk, FILES.old.sent, `state = 'bound' AND mtime_ms = ${TOUCHED_AT * 1000}`));
}

/** A share is mounted over a folder that was listed as empty (see `station-child.ts`). */
export async function mountShare({ until, has, given, root, beside }: Desk): Promise<void> {
  await until(
    () =>
      has(`SELECT 1 FROM folder WHERE id = 'share' AND backlog IS NOT NULL AND root_identity IS NOT NULL`) ||
      given(FILES.mounted),
  );
  beside(() => {
    const mounted = join(root, MOUNTED);
    if (existsSync(mounted)) return;
    renameSync(join(root, 'share'), join(root, 'mount-point'));
    renameSync(join(root, 'given', 'share'), join(root, 'share'));
    writeFileSync(mounted, '');
  });
  await until(() => given(FILES.mounted));
}
