import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { watchedStation } from '../../support/watched-station.ts';

test('a document in the answer folder of a waiting Task answers the Task once, also after a kill, and the folder goes', async () => {
  await using place = await watchedStation(
    { answerFolders: true, after: 'move', groupQuietSeconds: 0.5 },
    { complete: false },
  );
  const { folder, station, upstream } = place;
  const { tasks } = upstream;
  place.put('a.pdf');
  let running = await station.watch();
  const task = await until(() => tasks.all[0]);
  const issue = {
    key: 'task.medical_record.missing',
    message: 'No insurance-card',
    medical_record_type: 'insurance-card',
  };
  tasks.move(task, 'waiting', { issues: [issue] });
  const own = `Answers/${task.uuid.slice(0, 8)}-${task.uuid.slice(-6)}`;
  await until(() => existsSync(folder.at(own, 'What is missing.txt')));
  expect(readFileSync(folder.at(own, 'What is missing.txt'), 'utf8')).toContain(
    'No insurance card was found',
  );

  // The Task stays as it is, so that only the station's own record keeps the document from a second sending.
  task.resuming = 'stays';
  place.put(`${own}/card.pdf`);
  const documents = () => task.data_items.map(({ name }) => name).sort();
  await until(() => documents().includes('card.pdf'));
  await running.stop('SIGKILL');
  running = await station.watch();
  await until(() => !existsSync(folder.at(own, 'card.pdf')));
  tasks.move(task, 'processing');
  await until(() => !existsSync(folder.at(own)));
  await running.stop();
  expect(documents()).toEqual(['a.pdf', 'card.pdf']);
  expect(tasks.all).toHaveLength(1);
  expect(readdirSync(folder.at('Answers'))).toEqual([]);
  const { stdout } = await station.run('insights', '--lang', 'es');
  expect(stdout).toContain('En revisión: 1');
  expect(stdout).not.toContain('processing');
});
