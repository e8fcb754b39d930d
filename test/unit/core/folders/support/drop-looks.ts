import { readdir } from 'node:fs/promises';
import type { AccountView } from '../../../../../src-main/contract/views/common.ts';
import type { DropFile } from '../../../../../src-main/contract/views/drop.ts';
import { accountOf } from '../../../../../src-main/core/ledger/tables/counts.ts';
import { expectAccountAddsUp, type IntakeBench } from '../intake-bench.ts';

/** What became of each dropped file: its state, or why it does not go. */
export const fatesOf = (files: readonly DropFile[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file.path, file.problem?.code ?? file.ignored_by ?? file.state]));

export const copiesOf = ({ spool }: IntakeBench): Promise<string[]> => readdir(spool.dir).catch(() => []);

/** I1, over all that was ever found: what is dropped belongs to no folder. */
export const expectDropsAddUp = ({ ledger }: IntakeBench, found: number): AccountView =>
  expectAccountAddsUp({ account: () => accountOf(ledger, null) }, found);
