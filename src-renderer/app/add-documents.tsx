import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon } from '../components/icon.tsx';
import { chooseFiles } from '../state/given-files.ts';
import { useHost } from '../state/host-context.ts';
import { beginDrop } from '../state/uploads.ts';
import { t } from '../strings/translate.ts';
import '../components/menu.css';

/** The button that does what dropping on the window does. */
export function AddDocuments() {
  const host = useHost();
  const choose = async (what: 'files' | 'folder') => beginDrop(host, await chooseFiles(host, what));
  return (
    <MenuTrigger>
      <AriaButton className="button button-primary nav-add">
        <Icon name="add" />
        <span>{t('shell.add')}</span>
      </AriaButton>
      <Popover className="menu-popover" placement="bottom start">
        <Menu className="menu" aria-label={t('shell.add')}>
          <MenuItem className="menu-item" onAction={() => void choose('files')}>
            <Icon name="file" />
            {t('shell.addFiles')}
          </MenuItem>
          <MenuItem className="menu-item" onAction={() => void choose('folder')}>
            <Icon name="folders" />
            {t('shell.addFolder')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
