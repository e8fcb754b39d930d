import { Component, type ReactNode } from 'react';
import { Button } from '../components/input/button.tsx';
import { Empty } from '../components/screen.tsx';
import { t } from '../strings/translate.ts';

interface Props {
  /** A new key clears the error. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** Confines an error to the screen that failed. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.broken) this.setState({ broken: false });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <h1 className="visually-hidden">{t('common.appName')}</h1>
        <div role="alert">
          <Empty
            title={t('shell.brokenTitle')}
            action={
              <div className="wrap gap-2 shell-buttons">
                <Button kind="primary" onPress={() => this.setState({ broken: false })}>
                  {t('shell.brokenShow')}
                </Button>
                <Button onPress={() => window.location.reload()}>{t('shell.brokenReload')}</Button>
              </div>
            }
          >
            {t('shell.brokenText')}
          </Empty>
        </div>
      </>
    );
  }
}
