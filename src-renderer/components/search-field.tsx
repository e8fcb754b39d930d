import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import './field.css';
import './search-field.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A search field; Escape empties it, and `/` leads to it (the shell sees to that by `data-search`). */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className="search-field">
      <Input className="field-input" placeholder={placeholder} data-search="" />
      <Button className="search-clear">
        <span aria-hidden="true">×</span>
      </Button>
    </AriaSearchField>
  );
}
