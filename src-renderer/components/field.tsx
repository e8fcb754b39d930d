import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import './field.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | null;
  readonly placeholder?: string;
  /** Lines; more than one makes it a text area. */
  readonly lines?: number;
  readonly mono?: boolean;
}

/** A labelled text field with its hint and, where something is wrong, its fault in words. */
export function TextField({
  label,
  hint,
  fault,
  placeholder = '',
  lines = 1,
  mono,
  ...props
}: TextFieldProps) {
  const className = mono ? 'field-input field-mono' : 'field-input';
  return (
    <AriaTextField {...props} isInvalid={fault != null && fault !== ''} className="field">
      <Label className="field-label">{label}</Label>
      {lines > 1 ? (
        <TextArea className={className} rows={lines} placeholder={placeholder} />
      ) : (
        <Input className={className} placeholder={placeholder} />
      )}
      {hint != null && (
        <Text slot="description" className="quiet">
          {hint}
        </Text>
      )}
      <FieldError className="field-fault">{fault}</FieldError>
    </AriaTextField>
  );
}
