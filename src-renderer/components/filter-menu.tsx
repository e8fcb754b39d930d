import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Option } from './choice.tsx';
import './select.css';
import './filter-menu.css';

interface FilterMenuProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly options: readonly Option<string>[];
  onChange(chosen: string[]): void;
}

/** A filter that takes any of several: none chosen means all. Its button says what is chosen. */
export function FilterMenu({ label, chosen, options, onChange }: FilterMenuProps) {
  const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  return (
    <MenuTrigger>
      <Button className={names.length > 0 ? 'filter-button filter-button-on' : 'filter-button'}>
        {names.length === 0 ? label : `${label}: ${names.join(', ')}`}
        <span aria-hidden="true" className="select-arrow" />
      </Button>
      <Popover className="card select-popover">
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
