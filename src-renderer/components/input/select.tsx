import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  Select as AriaSelect,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { choosing, type Option } from './choice.tsx';
import './field.css';
import './select.css';

function Options<T extends string>({ options }: { readonly options: readonly Option<T>[] }) {
  return (
    <ListBox className="select-list">
      {options.map((option) => (
        <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="select-option">
          {option.label}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly value: T;
  readonly options: readonly Option<T>[];
  onChange(value: T): void;
}

export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  isDisabled = false,
}: SelectProps<T>) {
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={choosing(options, onChange)}
      isDisabled={isDisabled}
    >
      <Label className="field-label">{label}</Label>
      <AriaButton className="field-input row gap-2 left select-button">
        <span className="min-0 select-value" title={options.find((one) => one.value === value)?.label}>
          <SelectValue />
        </span>
        <span aria-hidden="true" className="select-arrow" />
      </AriaButton>
      <Popover className="card scrolls select-popover">
        <Options options={options} />
      </Popover>
    </AriaSelect>
  );
}

interface SuggestProps {
  readonly label: string;
  readonly value: string;
  readonly suggestions: readonly string[];
  readonly hint?: string;
  readonly fault?: string | null;
  readonly autoFocus?: boolean;
  onChange(value: string): void;
}

export function Suggest({
  label,
  value,
  suggestions,
  hint,
  fault = null,
  autoFocus = false,
  onChange,
}: SuggestProps) {
  return (
    <AriaComboBox
      className="field"
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      menuTrigger="focus"
      isInvalid={fault !== null}
      autoFocus={autoFocus}
    >
      <Label className="field-label">{label}</Label>
      <div className="select-combo">
        <Input className="field-input" />
        {suggestions.length > 0 && (
          <AriaButton className="bare select-combo-button">
            <span aria-hidden="true" className="select-arrow" />
          </AriaButton>
        )}
      </div>
      {hint !== undefined && (
        <Text slot="description" className="quiet">
          {hint}
        </Text>
      )}
      <FieldError className="field-fault">{fault}</FieldError>
      <Popover className="card scrolls select-popover">
        <Options options={suggestions.map((one) => ({ value: one, label: one }))} />
      </Popover>
    </AriaComboBox>
  );
}

interface FilterMenuProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: readonly Option<string>[];
  onChange(chosen: string[]): void;
}

/** A menu that filters a list by the chosen options. If no option is chosen, the filter is off. The button shows the chosen options. */
export function FilterMenu({ label, chosen, options, onChange }: FilterMenuProps) {
  const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  return (
    <MenuTrigger>
      <Button className={names.length > 0 ? 'filter-button filter-button-on' : 'filter-button'}>
        {names.length === 0 ? label : `${label}: ${names.join(', ')}`}
        <span aria-hidden="true" className="select-arrow" />
      </Button>
      <Popover className="card scrolls select-popover">
        <Menu
          aria-label={label}
          className="select-list"
          selectionMode="multiple"
          selectedKeys={new Set(chosen)}
          onSelectionChange={(keys) =>
            onChange(keys === 'all' ? options.map((option) => option.value) : [...keys].map(String))
          }
        >
          {options.map((option) => (
            <MenuItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className="select-option filter-option"
            >
              {option.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
