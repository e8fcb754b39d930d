import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from '../row.ts';
import { makeHistory } from '../station/history.ts';

const DOCUMENTS = 10_000;
const SIDE = 'ledger for each document';

export const ledgerSizeRow: BenchRow = {
  name: 'ledger-size',
  what: 'size of the ledger for each document sent: file, submission, Task, history and one snapshot',
  goal: { kind: 'none' },
  run: async ({ times, small, say }) => {
    const files = small ? 20 : Math.round(DOCUMENTS * times);
    await using empty = await makeHistory({ files: 0 });
    await using history = await makeHistory({ files });
    const sizeOf = ({ data }: { data: string }) => statSync(join(data, 'bench', 'ledger.db')).size / 1024;
    const each = (sizeOf(history.template) - sizeOf(empty.template)) / files;
    say(`${each.toFixed(2)} KiB`);
    return {
      unit: 'KiB',
      samples: [{ side: SIDE, value: each }],
      figure: each,
      meaning: 'KiB for each document',
      remarks: [
        `${files} documents, whose snapshots are as small as docs/service.md 2.1 allows (no items, issues or verdicts); a real payload comes on top, once for each status that was seen`,
      ],
    };
  },
};
