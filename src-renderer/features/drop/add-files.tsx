import { Button } from '../../components/button.tsx';
import type { GivenFile } from '../../host/host.ts';
import { chooseFiles } from '../../state/given-files.ts';
import { useHost } from '../../state/host-context.ts';
import { t } from '../../strings/translate.ts';

/** The buttons that do what dropping does: files, or a whole folder. */
export function AddFiles({ onFiles }: { onFiles(files: readonly GivenFile[]): void }) {
  const host = useHost();
  const choose = async (what: 'files' | 'folder') => onFiles(await chooseFiles(host, what));
  return (
    <>
      <Button onPress={() => void choose('files')}>{t('drop.addFiles')}</Button>
      <Button onPress={() => void choose('folder')}>{t('drop.addFolder')}</Button>
    </>
  );
}
