import { useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import { Button } from '../../components/input/button.tsx';
import { Form } from '../../components/input/field.tsx';
import { t } from '../../strings/translate.ts';

interface GoToPageProps {
  readonly count: number;
  onPage(page: number): void;
}

/** A field in which a person types a page number. A number below the first page or above the last page shows the first or the last page. */
export function GoToPage({ count, onPage }: GoToPageProps) {
  const [typed, setTyped] = useState('');
  const go = () => {
    setTyped('');
    onPage(Math.max(1, Math.min(Number(typed), count)));
  };
  return (
    <Form className="row gap-2" onSubmit={() => /^\d+$/.test(typed) && go()}>
      <TextField aria-label={t('document.goTo')} value={typed} onChange={setTyped}>
        <Input className="field-input document-go" inputMode="numeric" />
      </TextField>
      <Button size="small" type="submit">
        {t('document.goTo')}
      </Button>
    </Form>
  );
}
