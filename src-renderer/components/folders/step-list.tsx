import { Button as AriaButton } from 'react-aria-components';
import './folder-parts.css';
import { t } from '../../strings/translate.ts';

interface StepListProps<Step extends string> {
  readonly steps: readonly { readonly id: Step; readonly title: string }[];
  readonly current: Step;
  faulty(step: Step): boolean;
  onGo(step: Step): void;
}

/** Gives a new step the focus, and shows the step from the top of its dialog, below the whole list of steps. */
export function focusStep(step: HTMLElement | null): void {
  step?.focus({ preventScroll: true });
  step?.closest('.dialog-body')?.scrollTo(0, 0);
}

/** The steps of a guided dialog. A person can go back, and forward as far as the dialog allows. */
export function StepList<Step extends string>({ steps, current, faulty, onGo }: StepListProps<Step>) {
  return (
    <ol className="wrap folder-steps" aria-label={t('folders.steps')}>
      {steps.map(({ id, title }, index) => (
        <li key={id}>
          <AriaButton
            className="row gap-2 bare soft folder-step-button"
            aria-current={id === current ? 'step' : 'false'}
            onPress={() => onGo(id)}
          >
            <span className="folder-step-number numbers" aria-hidden="true">
              {faulty(id) ? '!' : index + 1}
            </span>
            {title}
            {faulty(id) && <span className="visually-hidden">{t('folders.step.faulty')}</span>}
          </AriaButton>
        </li>
      ))}
    </ol>
  );
}
