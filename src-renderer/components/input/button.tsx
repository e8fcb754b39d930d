import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A button of at least 24 px in height (WCAG 2.5.8). */
export function Button({ kind = 'plain', size = 'normal', children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`button button-${kind}${size === 'small' ? ' button-small' : ''}`}>
      {children}
    </AriaButton>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'kind' | 'size' | 'children'> {
  readonly label: string;
  readonly sign: ReactNode;
}

export function IconButton({ label, sign, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} aria-label={label} className="button button-icon">
      {typeof sign === 'string' ? <span aria-hidden="true">{sign}</span> : sign}
    </AriaButton>
  );
}
