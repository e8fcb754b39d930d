import { Button as AriaButton } from 'react-aria-components';
import { t } from '../../strings/translate.ts';

type Step = 'place' | 'group' | 'go' | 'check';

interface StepListProps {
  readonly steps: readonly Step[];
  readonly current: Step;
  faulty(step: Step): boolean;
  onGo(step: Step): void;
}

/** The steps of a dialog: where one is, and the way to each. */
export function StepList({ steps, current, faulty, onGo }: StepListProps) {
  return (
    <ol className="wrap folder-steps" aria-label={t('folders.steps')}>
      {steps.map((step, index) => (
        <li key={step}>
          <AriaButton
            className="row gap-2 folder-step-button"
            aria-current={step === current ? 'step' : 'false'}
            onPress={() => onGo(step)}
          >
            <span className="folder-step-number numbers" aria-hidden="true">
              {faulty(step) ? '!' : index + 1}
            </span>
            {t(`folders.step.${step}`)}
            {faulty(step) && <span className="visually-hidden">{t('folders.step.faulty')}</span>}
          </AriaButton>
        </li>
      ))}
    </ol>
  );
}
