import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { fits } from '../../../src-main/contract/characters.ts';
import type { SavedView } from '../../../src-main/contract/views/saved-view.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Dialog } from '../dialog.tsx';
import { FailureBox } from '../failure-box.tsx';
import { Button } from '../input/button.tsx';
import { Form, TextField } from '../input/field.tsx';
import '../input/select.css';

interface SavedViewsProps {
  readonly screen: SavedView['screen'];
  /** Returns a saved view with the current filters of the screen and the given name. */
  current(name: string): SavedView;
  onUse(view: SavedView): void;
}

const SAVE = 'act save';
const EDIT = 'act edit';

/** A menu with the saved views of a screen. The person can use, save and edit views. */
export function SavedViews({ screen, current, onUse }: SavedViewsProps) {
  const all = useVerb('views.list', {}).data;
  const [open, setOpen] = useState<'save' | 'edit' | null>(null);
  const views = (all ?? []).filter((view) => view.screen === screen);
  const act = (key: string) => {
    const view = views.find(({ name }) => `view ${name}` === key);
    if (view !== undefined) onUse(view);
    else setOpen(key === SAVE ? 'save' : 'edit');
  };
  return (
    <>
      <MenuTrigger>
        <Button>
          {t('views.menu')}
          <span aria-hidden="true" className="select-arrow" />
        </Button>
        <Popover className="card scrolls select-popover">
          <Menu aria-label={t('views.menu')} className="select-list" onAction={(key) => act(String(key))}>
            {views.map(({ name }) => (
              <MenuItem key={name} id={`view ${name}`} textValue={name} className="select-option">
                <bdi>{name}</bdi>
              </MenuItem>
            ))}
            {views.length > 0 && <Separator className="select-separator" />}
            <MenuItem id={SAVE} className="select-option">
              {t('views.save')}
            </MenuItem>
            {views.length > 0 && (
              <MenuItem id={EDIT} className="select-option">
                {t('views.edit')}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open === 'save' && <SaveDialog current={current} onClose={() => setOpen(null)} />}
      {open === 'edit' && <EditDialog views={views} onClose={() => setOpen(null)} />}
    </>
  );
}

const isName = (name: string) => name.trim() !== '' && fits(name.trim(), 60);

function SaveDialog({ current, onClose }: Pick<SavedViewsProps, 'current'> & { onClose(): void }) {
  const save = useAction('views.save');
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = async () => {
    if (!isName(name)) return setFault(t('views.fault'));
    const result = await save.run({ view: current(name.trim()), replaces: null });
    if (!result.ok) return;
    say(t('views.saved', { name: name.trim() }));
    onClose();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('common.cancel')}</Button>
      <Button kind="primary" isDisabled={save.busy} onPress={() => void submit()}>
        {t('common.save')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('views.saveTitle')} onClose={onClose} actions={actions}>
      <p>{t('views.saveText')}</p>
      <Form onSubmit={submit}>
        <TextField
          label={t('views.name')}
          value={name}
          fault={fault}
          autoFocus
          onChange={(text) => {
            setName(text);
            setFault(null);
          }}
        />
      </Form>
      {save.failure !== null && <FailureBox failure={save.failure} />}
    </Dialog>
  );
}

function EditDialog({ views, onClose }: { readonly views: readonly SavedView[]; onClose(): void }) {
  return (
    <Dialog
      title={t('views.editTitle')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('common.close')}</Button>}
    >
      {views.length === 0 && <p>{t('views.none')}</p>}
      <ul className="stack gap-3">
        {views.map((view) => (
          <EditItem key={view.name} view={view} />
        ))}
      </ul>
    </Dialog>
  );
}

function EditItem({ view }: { readonly view: SavedView }) {
  const save = useAction('views.save');
  const remove = useAction('views.remove');
  const [name, setName] = useState(view.name);
  const [fault, setFault] = useState<string | null>(null);
  const rename = async () => {
    if (!isName(name)) return setFault(t('views.fault'));
    const result = await save.run({ view: { ...view, name: name.trim() }, replaces: view.name });
    if (!result.ok) sayFailure(result.error);
  };
  const discard = async () => {
    const result = await remove.run({ screen: view.screen, name: view.name });
    if (!result.ok) sayFailure(result.error);
  };
  return (
    <li>
      <Form className="wrap gap-2 saved-view" onSubmit={rename}>
        <TextField
          label={t('views.name')}
          value={name}
          fault={fault}
          onChange={(text) => {
            setName(text);
            setFault(null);
          }}
        />
        <Button isDisabled={save.busy || name.trim() === view.name} onPress={() => void rename()}>
          {t('views.rename')}
        </Button>
        <Button kind="danger" isDisabled={remove.busy} onPress={() => void discard()}>
          {t('views.delete', { name: view.name })}
        </Button>
      </Form>
    </li>
  );
}
