import { useState } from 'react';
import type { Failure } from '../../../src-main/contract/result.ts';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { Loading } from '../../components/progress.tsx';
import { saidText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';

export type SecretPlace = VerbOutput<'connect.place'>;

interface SecretStepProps {
  /** Whether the api_secret comes from the environment variable CLEARFOLDER_API_SECRET. The person then types no api_secret. */
  readonly overridden: boolean;
  readonly secret: string;
  readonly secretFault: string | null;
  readonly place: SecretPlace | null;
  readonly placeFailure: Failure | null;
  readonly looking: boolean;
  readonly inFile: boolean;
  readonly inFileFault: boolean;
  onSecret(secret: string): void;
  onInFile(inFile: boolean): void;
  onLookAgain(): void;
}

/** The second step of the dialog: the person enters the api_secret and sees where the api_secret will be kept. */
export function SecretStep({ overridden, secret, secretFault, onSecret, ...place }: SecretStepProps) {
  const [seen, setSeen] = useState(false);
  return (
    <>
      <p className="quiet">{t('connect.secret.confirm')}</p>
      {overridden ? (
        <p>{t('settings.secret.overridden')}</p>
      ) : (
        <>
          <TextField
            autoFocus
            label={t('settings.secret.new')}
            hint={t('settings.secret.hint')}
            type={seen ? 'text' : 'password'}
            value={secret}
            onChange={onSecret}
            fault={secretFault}
            autoComplete="off"
            spellCheck="false"
            mono
          />
          <Checkbox isSelected={seen} onChange={setSeen}>
            {t('settings.secret.show')}
          </Checkbox>
        </>
      )}
      <Place {...place} />
    </>
  );
}

type PlaceProps = Pick<
  SecretStepProps,
  'place' | 'placeFailure' | 'looking' | 'inFile' | 'inFileFault' | 'onInFile' | 'onLookAgain'
>;

/** Shows where the secrets are kept. If the keychain does not work, the person can choose a private file instead. */
function Place({ place, placeFailure, looking, inFile, inFileFault, onInFile, onLookAgain }: PlaceProps) {
  if (placeFailure !== null) return <FailureBox failure={placeFailure} />;
  if (place === null) return <Loading label={t('connect.place.looking')} />;
  if (place.fault === null) {
    return (
      <p className="quiet">
        {place.kind === 'keychain'
          ? t('connect.place.keychain')
          : t('settings.secret.store', { store: saidText(place.store) })}
      </p>
    );
  }
  return (
    <section className="stack gap-3 connect-place" aria-label={t('connect.place.fault')}>
      <p className="strong">{t('connect.place.fault')}</p>
      <p>{t(place.file === null ? 'connect.place.none' : 'connect.place.fault.text')}</p>
      {place.file !== null && (
        <>
          <Checkbox isSelected={inFile} onChange={onInFile} hint={t('connect.place.file.hint')}>
            {t('connect.place.file')}
          </Checkbox>
          <bdi className="quiet break">{place.file}</bdi>
          {inFileFault && (
            <p className="field-fault" role="alert">
              {t('connect.place.choose')}
            </p>
          )}
        </>
      )}
      <div className="wrap gap-2 middle">
        <Button size="small" onPress={onLookAgain}>
          {t('connect.place.again')}
        </Button>
        {looking && <Loading label={t('connect.place.looking')} />}
      </div>
      <Disclosure title={t('connect.place.detail')}>
        <p className="break" lang="en">
          {saidText(place.fault)}
        </p>
      </Disclosure>
    </section>
  );
}
