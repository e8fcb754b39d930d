import { useState } from 'react';
import { MOST_TYPED } from '../../../src-main/contract/verbs/drops.ts';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { detailsFaultText } from '../../components/input/request-details.tsx';
import { readDetails } from '../../components/input/request-details-draft.ts';
import { useHost } from '../../state/host-context.ts';
import { applyEvent } from '../../state/live.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';

const KINDS = ['text', 'json'] as const;
type Kind = (typeof KINDS)[number];

interface TypeDialogProps {
  /** The id of the drop to which the document is added; null to open a new drop. */
  readonly drop: string | null;
  /** The document that the person edits and that the typed document replaces; undefined for a new document. */
  readonly first?: VerbOutput<'drops.text'> & { readonly index: number };
  onClose(): void;
}

/** A dialog in which a person types a text or a JSON object. The result becomes a document of a drop. */
export function TypeDialog({ drop, first, onClose }: TypeDialogProps) {
  const host = useHost();
  const [kind, setKind] = useState<Kind>(first?.kind ?? 'text');
  const [name, setName] = useState(first?.name ?? '');
  const [text, setText] = useState(first?.text ?? '');
  const [asked, setAsked] = useState(false);
  const open = useAction('drops.open');
  const add = useAction('drops.add-text');
  const fault = faultOf(kind, text);
  const busy = open.busy || add.busy;
  const failure = open.failure ?? add.failure;
  const go = async () => {
    setAsked(true);
    if (fault !== null || busy) return;
    const opened = drop === null ? await open.run({}) : null;
    if (opened?.ok === false) return;
    const into = opened?.value.id ?? drop ?? '';
    const added = await add.run({ drop: into, name, kind, text, replaces: first?.index ?? null });
    if (!added.ok) {
      if (drop === null) void host.call('drops.discard', { drop: into });
      return;
    }
    applyEvent({ kind: 'drop', drop: added.value });
    goTo({ screen: 'drop', drop: into });
    onClose();
  };
  return (
    <Dialog
      title={t(first === undefined ? 'drop.type.title' : 'drop.type.change')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isDisabled={busy} onPress={() => void go()}>
            {t(first === undefined ? 'drop.type.add' : 'drop.type.keep')}
          </Button>
        </>
      }
    >
      <Form className="stack gap-4" onSubmit={go}>
        <Choice<Kind>
          label={t('drop.type.kind')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`drop.type.${value}`) }))}
        />
        <TextField label={t('drop.type.name')} value={name} onChange={setName} most={200} />
        <TextField
          label={t('drop.type.content')}
          hint={kind === 'json' ? t('drop.type.content.json', { example: '{"member_id": "A1"}' }) : undefined}
          value={text}
          onChange={setText}
          fault={asked ? fault : null}
          lines={10}
          mono={kind === 'json'}
          most={MOST_TYPED}
          autoFocus
        />
      </Form>
      {failure !== null && <FailureBox failure={failure} />}
    </Dialog>
  );
}

function faultOf(kind: Kind, text: string): string | null {
  if (text.trim() === '') return t('drop.type.missing');
  if (kind === 'text') return null;
  const read = readDetails({ mode: 'json', text });
  return read.ok ? null : detailsFaultText(read.fault);
}
