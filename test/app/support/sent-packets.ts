import { cpSync, mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { SAMPLE_REQUEST_SPEC } from '../../../src-main/practice/samples/write-sample-packets.ts';
import type { OwnService } from './own-service.ts';

/** Settings of a station that watches a folder with some of the sample packets, each of them one Task. */
export function stationWithPackets(service: OwnService, numbers: readonly string[]) {
  const folder = service.dir.at('watched');
  mkdirSync(folder);
  for (const number of numbers) {
    const { path } = service.packet(number);
    cpSync(path, `${folder}/${basename(path)}`, { recursive: true });
  }
  return {
    ...service.settings,
    folders: [
      {
        id: 'packets',
        path: folder,
        taskType: 'prior-auth',
        requestSpec: SAMPLE_REQUEST_SPEC,
        group: 'folder',
        backlog: 'send',
        quietSeconds: 0.4,
        groupQuietSeconds: 0.4,
      },
    ],
  };
}
