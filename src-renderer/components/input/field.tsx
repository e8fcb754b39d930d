import type { ComponentProps, FormEvent, ReactNode } from 'react';
import {
  SearchField as AriaSearchField,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Button,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import { firstCharacters } from '../../../src-main/contract/characters.ts';
import { t } from '../../strings/translate.ts';
import './field.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'maxLength'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | null;
  readonly placeholder?: string;
  /** The number of visible lines. A field with more than 1 line is a text area. */
  readonly lines?: number;
  readonly mono?: boolean;
  /** The maximum length of the text in characters. `maxLength` of HTML counts an emoji twice. */
  readonly most?: number;
}

export function TextField({
  label,
  hint,
  fault,
  placeholder = '',
  lines = 1,
  mono,
  most = Number.POSITIVE_INFINITY,
  onChange,
  ...props
}: TextFieldProps) {
  const className = mono ? 'field-input field-mono' : 'field-input';
  return (
    <AriaTextField
      {...props}
      {...(onChange && { onChange: (text: string) => onChange(firstCharacters(text, most)) })}
      isInvalid={fault != null && fault !== ''}
      className="field"
    >
      <Label className="field-label">
        {label}
        {props.isRequired && (
          <span aria-hidden="true" className="quiet field-required">
            {t('common.required')}
          </span>
        )}
      </Label>
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

interface DayFieldsProps {
  readonly days: { readonly from?: string | null | undefined; readonly to?: string | null | undefined };
  /** `day` is `YYYY-MM-DD`, or an empty text for an empty field. */
  onChange(end: 'from' | 'to', day: string): void;
}

/** Two date fields for a filter: the first day and the last day. */
export function DayFields({ days, onChange }: DayFieldsProps) {
  return (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      label={t(`tasks.filter.${end}`)}
      type="date"
      value={days[end] ?? ''}
      onChange={(day) => onChange(end, day)}
    />
  ));
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A search field. Escape clears the field, and the `/` key focuses the field. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className="search-field">
      <Input className="field-input" placeholder={placeholder} data-search="" />
      <Button className="bare search-clear">
        <span aria-hidden="true">×</span>
      </Button>
    </AriaSearchField>
  );
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit(): unknown;
}

/** A form that calls `onSubmit`. The browser's own submit, which would load another page, is prevented. */
export function Form({ onSubmit, ...props }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return <form {...props} onSubmit={submit} />;
}
