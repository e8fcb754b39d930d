import type { DataItemView, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Chip } from '../../components/chip.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { Button } from '../../components/input/button.tsx';
import { JsonView, ScrollText } from '../../components/json-view.tsx';
import { Time } from '../../components/time.tsx';
import { goTo } from '../../state/place.ts';
import { nameText } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-provider.tsx';

function groupTitle(group: string): string {
  if (group === 'inputs') return t('task.group.inputs');
  if (group === 'outputs') return t('task.group.outputs');
  return t('task.group.other', { group: nameText(group) });
}

export function ItemsSection({ task }: { readonly task: TaskDetail }) {
  const order = (group: string) => (group === 'inputs' ? 0 : group === 'outputs' ? 1 : 2);
  const groups = [...Map.groupBy(task.data_items, ({ group }) => group)];
  if (groups.length === 0) {
    const { details } = task;
    const isKnown = details === 'loaded' || details === 'as_of';
    return (
      <p className="task-note">{t(isKnown ? 'task.noDocuments' : (`task.details.${details}` as const))}</p>
    );
  }
  const ordered = groups.toSorted(([a], [b]) => order(a) - order(b));
  return ordered.map(([group, items]) => {
    // Groups other than inputs and outputs start closed, because few people need the data items of these groups.
    return order(group) === 2 ? (
      <Disclosure key={group} title={groupTitle(group)}>
        <Items items={items} />
      </Disclosure>
    ) : (
      <div key={group} className="stack gap-2">
        <h3 className="quiet strong items-title">{groupTitle(group)}</h3>
        <Items items={items} />
      </div>
    );
  });
}

function Items({ items }: { readonly items: readonly DataItemView[] }) {
  return (
    <ul className="items">
      {items.map((item) => (
        <li key={item.uuid} className="item">
          <Item item={item} />
        </li>
      ))}
    </ul>
  );
}

function CopyOf({ alias, of }: { readonly alias: string; readonly of: DataItemView['alias_of'] }) {
  const { nameOf } = useDocuments();
  if (of === null) return <span className="task-note">{t('task.copyOf', { name: alias })}</span>;
  const { task, task_name: taskName, item, item_name: name } = of;
  if (task === null) return <span className="task-note">{t('task.copyOf', { name: nameOf(item) })}</span>;
  return (
    <span className="task-note">
      {t('task.copyOf', { name: name ?? item })}{' '}
      <Button kind="quiet" size="small" onPress={() => goTo({ screen: 'task', task })}>
        <bdi className="break left record-link">{taskName ?? task}</bdi>
      </Button>
    </span>
  );
}

function Item({ item }: { readonly item: DataItemView }) {
  const { nameOf, open, save } = useDocuments();
  const name = nameOf(item.uuid);
  const marks = (
    <span className="item-marks">
      {item.alias !== null && <CopyOf alias={item.alias} of={item.alias_of} />}
      {nameText(item.tag) !== nameText(name) && <Chip>{nameText(item.tag)}</Chip>}
      {item.data_format !== null && <Chip>{item.data_format}</Chip>}
      <span className="task-note">
        <Time iso={item.created} />
      </span>
    </span>
  );
  if (item.data_type === 'file') {
    return (
      <div className="wrap min-0 middle item-line">
        <bdi className="min-0 break item-name">{name}</bdi>
        {marks}
        <span className="item-actions">
          <Button
            size="small"
            aria-label={t('document.openNamed', { name })}
            onPress={() => open(item.uuid, null)}
          >
            {t('document.open')}
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={t('document.saveNamed', { name })}
            onPress={() => save(item.uuid)}
          >
            {t('document.save')}
          </Button>
        </span>
      </div>
    );
  }
  const title = (
    <span className="wrap min-0 middle item-line">
      <bdi>{name}</bdi>
      {marks}
    </span>
  );
  return (
    <Disclosure title={title}>
      {typeof item.data === 'string' ? (
        <ScrollText label={name} text={item.data} />
      ) : (
        <JsonView value={item.data} />
      )}
    </Disclosure>
  );
}
