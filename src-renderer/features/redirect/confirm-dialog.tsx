import { useState } from 'react';
import { describeRedirect, type RedirectQuestion } from '../../../src-main/contract/redirect.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { useLive } from '../../state/live.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { saidText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import './confirm-dialog.css';

/** Asks for the PIN or the code with which a person confirms a change of the settings that sends documents to another place (I9). */
export function ConfirmDialog() {
  const question = useLive((live) => live.question);
  return question === null ? null : <Question key={question.id} question={question} />;
}

function Question({ question: { id, means, changes } }: { readonly question: RedirectQuestion }) {
  const [proof, setProof] = useState('');
  const { run, busy, failure, forget } = useAction('redirect.answer');
  const answer = async (given: string | null) => {
    const result = await run({ question: id, proof: given });
    if (!result.ok) setProof('');
  };
  const submit = () => {
    if (proof.trim() !== '' && !busy) void answer(proof.trim());
  };
  return (
    <Dialog
      title={t('redirect.title')}
      mustDecide
      onClose={() => void answer(null)}
      actions={
        <>
          <Button isDisabled={busy} onPress={() => void answer(null)}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form="redirect-confirm"
            isDisabled={busy || proof.trim() === ''}
          >
            {t('redirect.confirm')}
          </Button>
        </>
      }
    >
      <Form id="redirect-confirm" className="stack gap-4" onSubmit={submit}>
        <p>{t('redirect.text')}</p>
        <ul className="break redirect-changes">
          {changes.map((change) => (
            <li key={`${change.what} ${change.subject}`}>{saidText(describeRedirect(change))}</li>
          ))}
        </ul>
        <TextField
          autoFocus
          label={t(means === 'pin' ? 'lock.pin' : 'redirect.code')}
          hint={t(`redirect.${means}.hint`)}
          type={means === 'pin' ? 'password' : 'text'}
          inputMode={means === 'pin' ? 'text' : 'numeric'}
          value={proof}
          onChange={(text) => {
            forget();
            setProof(text);
          }}
          autoComplete="off"
          spellCheck="false"
          isReadOnly={busy}
        />
        {failure !== null && <FailureBox failure={failure} />}
      </Form>
    </Dialog>
  );
}
