import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Receipt } from '../../../src-main/contract/views/receipt.ts';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { PrintSheet } from '../../components/print-sheet.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayFailure } from '../../state/notices.ts';
import { useOffer } from '../../state/offered.ts';
import { t } from '../../strings/translate.ts';
import { ReceiptSheet, ReportSheet } from './print-sheets.tsx';

type Sheet = { readonly what: 'report' } | { readonly what: 'receipt'; readonly receipt: Receipt };

/** A menu that prints the report about the decision on a Task, or the receipt for what this station sent for the Task. */
export function PrintMenu({ task }: { readonly task: TaskDetail }) {
  const host = useHost();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const print = async (what: Sheet['what']) => {
    const asked = { task: task.uuid };
    const receipt = what === 'report' ? null : await host.call('tasks.receipt', asked);
    if (receipt?.ok === false) return sayFailure(receipt.error);
    const noted = await host.call('tasks.printed', { ...asked, what });
    if (!noted.ok) return sayFailure(noted.error);
    setSheet(receipt === null ? { what: 'report' } : { what: 'receipt', receipt: receipt.value });
  };
  const offered = useOffer('palette.print', () => void print('report'));
  return (
    <>
      <MenuTrigger>
        <Button ref={offered} size="small">
          {t('print.menu')}
        </Button>
        <Popover className="card menu-popover" placement="bottom end">
          <Menu className="menu" aria-label={t('print.menu')}>
            <MenuItem className="row gap-3 menu-item" onAction={() => void print('report')}>
              {t('print.report')}
            </MenuItem>
            <MenuItem className="row gap-3 menu-item" onAction={() => void print('receipt')}>
              {t('print.receipt')}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {sheet !== null && (
        <PrintSheet onDone={() => setSheet(null)}>
          {sheet.what === 'report' ? <ReportSheet task={task} /> : <ReceiptSheet receipt={sheet.receipt} />}
        </PrintSheet>
      )}
    </>
  );
}
