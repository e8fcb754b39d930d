import type { Failure } from '../../../src-main/contract/result.ts';
import type { Tried } from '../../../src-main/contract/verbs/connect.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { detailText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import type { Service } from './connect-draft.ts';

interface OutcomeBoxProps {
  readonly tried: Tried;
  readonly service: Service;
  /** Opens the step with the fields for the proxy and the certificate. */
  onNetwork(): void;
  /** Opens the step where the person chooses the service. The step starts with a new entry that has the address of `service`. */
  onOwn(): void;
}

/**
 * Shows why a test of the sign-in failed and what the person can do. Shows nothing for a malformed api_secret, because the field of the
 * api_secret shows this fault.
 */
export function OutcomeBox({ tried, service, onNetwork, onOwn }: OutcomeBoxProps) {
  switch (tried.outcome) {
    case 'accepted':
    case 'malformed':
      return null;
    case 'refused':
      return said(t('connect.fault.refused'), t('connect.fault.refused.next'));
    case 'no-answer': {
      const { address } = service;
      return said(
        t('connect.fault.no-answer', { address, cause: detailText(tried.cause) }),
        t('connect.fault.no-answer.next'),
      );
    }
    case 'network': {
      const isProxy = tried.code.startsWith('network.proxy-');
      const next = t(isProxy ? 'connect.fault.proxy.next' : 'connect.fault.certificate.next');
      return (
        <FailureBox failure={{ message: t(`connect.fault.${tried.code}`), next }}>
          <Button onPress={onNetwork}>{t('connect.fault.network.change')}</Button>
        </FailureBox>
      );
    }
    case 'other-organisation': {
      const secret = tried.secret ?? t('settings.other.unknown');
      const record = tried.record ?? t('settings.other.unknown');
      const { environment } = service;
      return (
        <FailureBox
          failure={{
            message: t('connect.fault.other', { secret, record, environment }),
            next: t('connect.fault.other.next', { secret, record }),
          }}
        >
          <Button onPress={onOwn}>{t('connect.fault.other.own')}</Button>
        </FailureBox>
      );
    }
    case 'elsewhere': {
      const { origin } = tried;
      return said(t('connect.fault.elsewhere', { origin }), t('connect.fault.elsewhere.next', { origin }));
    }
    case 'no-store':
      return said(t('connect.place.fault'), t('connect.place.choose'));
  }
}

const said = (message: string, next: string) => <FailureBox failure={{ message, next }} />;

/** Returns the texts about a failed test. The dialog has its own texts for the failure `redirect.not-confirmed`. */
export function failureOfTest(failure: Failure): Pick<Failure, 'message' | 'next'> {
  if (failure.code !== 'redirect.not-confirmed') return failure;
  return { message: t('connect.fault.unconfirmed'), next: t('connect.fault.unconfirmed.next') };
}
