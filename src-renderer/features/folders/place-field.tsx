import { useState } from 'react';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { TextField } from '../../components/input/field.tsx';
import { Loading } from '../../components/progress.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayFailure } from '../../state/notices.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';

interface PlaceFieldProps {
  readonly path: string;
  readonly fault: string | null;
  onChange(path: string): void;
}

/** Chooses a folder: typed, by the dialog of the system, or by browsing the folders of this machine. */
export function PlaceField({ path, fault, onChange }: PlaceFieldProps) {
  const host = useHost();
  const [browsing, setBrowsing] = useState(path === '' && host.chooseFolder === null);
  const choose = async () => {
    if (host.chooseFolder === null) return setBrowsing(!browsing);
    const result = await host.chooseFolder();
    if (!result.ok) return sayFailure(result.error);
    if (result.value.path !== null) onChange(result.value.path);
  };
  return (
    <div className="stack gap-3 folder-place">
      <div className="folder-place-line">
        <TextField
          autoFocus
          label={t('folders.path')}
          hint={t('folders.path.hint')}
          fault={fault}
          value={path}
          onChange={onChange}
          mono
          spellCheck="false"
        />
        <Button
          onPress={() => void choose()}
          {...(host.chooseFolder === null ? { 'aria-expanded': browsing } : {})}
        >
          {t(host.chooseFolder === null ? 'folders.browse' : 'folders.choose')}
        </Button>
      </div>
      {browsing && <Places start={path === '' ? null : path} onChoose={onChange} />}
    </div>
  );
}

function Places({ start, onChoose }: { readonly start: string | null; onChoose(path: string): void }) {
  const [at, setAt] = useState(start);
  const { data, failure, loading } = useVerb('places.list', { path: at });
  const go = (path: string | null) => {
    setAt(path);
    if (path !== null) onChoose(path);
  };
  return (
    <section className="folder-places" aria-label={t('folders.places')}>
      <div className="row gap-2 folder-places-head">
        <bdi className="folder-places-at">{at ?? t('folders.places.usual')}</bdi>
        {at !== null && (
          <Button size="small" kind="quiet" onPress={() => go(data?.parent ?? null)}>
            {t('folders.places.up')}
          </Button>
        )}
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {loading && <Loading />}
      <ul className="scrolls folder-places-list">
        {data?.folders.map(({ name, path }) => (
          <li key={path}>
            <Button size="small" kind="quiet" onPress={() => go(path)}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
        {data?.folders.length === 0 && <li className="quiet">{t('folders.places.none')}</li>}
      </ul>
    </section>
  );
}
