import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  Switch as AriaSwitch,
  Label,
  Radio,
  RadioGroup,
  Text,
} from 'react-aria-components';
import './choice.css';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Returns a handler for React Aria that calls `onChange` with the value of the selected option. An unknown key is ignored. */
export const choosing =
  <T extends string>(options: readonly Option<T>[], onChange: (value: T) => void) =>
  (key: unknown): void => {
    const chosen = options.find((option) => option.value === key);
    if (chosen !== undefined) onChange(chosen.value);
  };

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  /** Null if no option is chosen. */
  readonly value: T | null;
  readonly options: readonly Option<T>[];
  onChange(value: T): void;
}

export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  isDisabled = false,
  autoFocus = false,
}: ChoiceProps<T>) {
  return (
    <RadioGroup
      className="choice"
      value={value}
      onChange={choosing(options, onChange)}
      isDisabled={isDisabled}
    >
      <Label className="field-label">{label}</Label>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          autoFocus={autoFocus && option.value === value}
          className="choice-option"
        >
          <span className="choice-dot" aria-hidden="true" />
          <span>
            {option.label}
            {option.hint !== undefined && <span className="quiet choice-hint">{option.hint}</span>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

interface CheckProps {
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  onChange(selected: boolean): void;
  readonly children: ReactNode;
  readonly hint?: string;
}

export function Checkbox({ children, hint, ...props }: CheckProps) {
  return (
    <AriaCheckbox {...props} className="choice-option">
      <span className="choice-box" aria-hidden="true" />
      <span>
        {children}
        {hint !== undefined && <span className="quiet choice-hint">{hint}</span>}
      </span>
    </AriaCheckbox>
  );
}

export function Switch({ children, hint, ...props }: CheckProps) {
  return (
    <AriaSwitch {...props} className="choice-option">
      <span className="choice-switch" aria-hidden="true" />
      <span>
        {children}
        {hint !== undefined && <Text className="quiet choice-hint">{hint}</Text>}
      </span>
    </AriaSwitch>
  );
}
