import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../support/until.ts';
import { watchedStation } from '../../../support/watched-station.ts';
import type { Counts } from '../../part.ts';
import { endWell } from './proof.ts';

const LONG = { timeoutMs: 600_000, everyMs: 500 };
const IN_EACH_FOLDER = 3;
/** No right at all; names without their stats; stats without the names. */
const CLOSED_MODES = { shut: 0o000, 'names-only': 0o444, 'no-names': 0o111 };

/**
 * Files and folders that the station may not read: the station reports each, sends the others, and sends each once after the
 * rights come back. Closing a folder after its documents were sent changes nothing.
 */
export async function unreadableFiles({ files }: { files: number }): Promise<Counts> {
  if (process.platform === 'win32') return {};
  await using place = await watchedStation({ watch: 'poll', rescanMinutes: 1 }, { mayReadAll: false });
  const { folder, station, upstream } = place;
  const open: string[] = [];
  const closed: string[] = [];
  const hidden: string[] = [];
  const late: string[] = [];
  for (let number = 0; number < files; number += 1) {
    open.push(place.put(`open/${number}.pdf`));
    closed.push(place.put(`closed/${number}.pdf`));
    chmodSync(folder.at('closed', `${number}.pdf`), 0);
  }
  for (let number = 0; number < IN_EACH_FOLDER; number += 1) {
    for (const ward of Object.keys(CLOSED_MODES)) hidden.push(place.put(`${ward}/${number}.pdf`));
    late.push(place.put(`late/${number}.pdf`));
  }
  const shut = (ward: string, mode: number) => chmodSync(folder.at(ward), mode);
  for (const [ward, mode] of Object.entries(CLOSED_MODES)) shut(ward, mode);
  try {
    const running = await station.watch();
    const rescan = () => station.json('rescan', 'in');
    const sent = open.length + late.length;
    const told = await until(async () => {
      const found = await place.files();
      const held = found.filter(({ problem }) => problem?.code === 'file.unreadable');
      const accepted = found.filter(({ state }) => state === 'accepted');
      return accepted.length === sent && held.length >= closed.length ? held : null;
    }, LONG);
    const { remark } = await station.folder();
    // Two closed folders, and each document of the folder that gives only names.
    const named = remark.split('(EACCES)').length - 1 + Number(/and (\d+) more/.exec(remark)?.[1] ?? 0);
    if (named !== 2 + IN_EACH_FOLDER) throw new Error(`I1: the folder says of what is closed: ${remark}`);
    upstream.oracle.assertExactlyOnce([...open, ...late]);

    shut('late', 0);
    await rescan();
    const after = await place.files();
    const stillThere = after.filter(({ path, state }) => path.startsWith('late/') && state === 'accepted');
    if (stillThere.length !== late.length)
      throw new Error(
        `I1: of ${late.length} sent documents in a closed folder ${stillThere.length} are left`,
      );
    await station.folder();

    for (const name of [...Object.keys(CLOSED_MODES), 'late']) shut(name, 0o755);
    for (const name of readdirSync(folder.at('closed'))) chmodSync(join(folder.at('closed'), name), 0o644);
    await rescan();
    const all = [...open, ...closed, ...hidden, ...late];
    await until(async () => {
      const found = await place.files();
      return found.filter(({ state }) => state === 'accepted').length === all.length;
    }, LONG);
    await endWell(running);
    upstream.oracle.assertExactlyOnce(all);
    const { found } = await station.folder();
    if (found !== all.length) throw new Error(`I1: ${found} of ${all.length} files are accounted for`);
    return {
      'unreadable files': closed.length,
      'unreadable folders': Object.keys(CLOSED_MODES).length + 1,
      'held while they could not be read': told.length,
    };
  } finally {
    for (const name of [...Object.keys(CLOSED_MODES), 'late']) shut(name, 0o755);
  }
}
