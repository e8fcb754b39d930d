// The program of this folder. Without another data folder, commands speak of the station of the service.
import { join } from 'node:path';

const given = process.argv.slice(2);
// For `answer`, --data may also be the answer, a JSON object.
const isFolder = (arg, place) =>
  (arg === '--data' && /^\s*[^\s{]/.test(given[place + 1] ?? '')) || /^--data=\s*[^\s{]/.test(arg);
if (!given.some(isFolder)) {
  const home = join(process.env.ProgramData, 'Clearfolder');
  const secrets = `file:${join(home, 'secrets')}`;
  const station = [
    '--data',
    join(home, 'data'),
    '--settings',
    join(home, 'settings.json'),
    '--secrets',
    secrets,
  ];
  process.argv.splice(2, 0, ...station);
}
await import('./out/main/station.js');
