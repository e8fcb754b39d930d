import { type ReactNode, useState } from 'react';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { useHost } from '../state/host-context.ts';
import { say } from '../state/notices.ts';
import { useOffer } from '../state/offered.ts';
import { t } from '../strings/translate.ts';
import { Dialog } from './dialog.tsx';
import { FailureBox } from './failure-box.tsx';
import { Button } from './input/button.tsx';
import { Choice } from './input/choice.tsx';
import { Form } from './input/field.tsx';

type Format = 'csv' | 'json';

const FORM = 'export';

interface ExportButtonProps<Made> {
  /** The text of the dialog about the content of the file. */
  readonly text: ReactNode;
  /** Creates the file. In the result, `file` identifies the created file, and `name` is the suggested file name. */
  make(format: Format): Promise<Result<Made>>;
  /** Returns the text of the notice after the file was saved as `file`. */
  said(made: Made, file: string): string;
}

/** A button "Export…" with a dialog. The person chooses the format and the place of the file. */
export function ExportButton<Made extends { file: string; name: string }>(props: ExportButtonProps<Made>) {
  const [open, setOpen] = useState(false);
  const offered = useOffer('export.open', () => setOpen(true));
  return (
    <>
      <Button ref={offered} onPress={() => setOpen(true)}>
        {t('export.open')}
      </Button>
      {open && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog<Made extends { file: string; name: string }>({
  text,
  make,
  said,
  onClose,
}: ExportButtonProps<Made> & { onClose(): void }) {
  const host = useHost();
  const [format, setFormat] = useState<Format>('csv');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    const made = await make(format);
    const saved = made.ok ? await host.saveMade(made.value.file, made.value.name) : made;
    setBusy(false);
    if (!saved.ok) return setFailure(saved.error);
    if (!made.ok || !saved.value.saved) return;
    say(said(made.value, saved.value.name));
    onClose();
  };
  return (
    <Dialog
      title={t('export.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={FORM} isDisabled={busy}>
            {t(busy ? 'export.busy' : 'export.save')}
          </Button>
        </>
      }
    >
      {text}
      <Form id={FORM} onSubmit={save}>
        <Choice<Format>
          autoFocus
          label={t('export.format')}
          value={format}
          options={[
            { value: 'csv', label: t('export.csv'), hint: t('export.csv.hint') },
            { value: 'json', label: t('export.json'), hint: t('export.json.hint') },
          ]}
          onChange={setFormat}
        />
      </Form>
      <p>{t('export.warning')}</p>
      {failure !== null && <FailureBox failure={failure} />}
    </Dialog>
  );
}
