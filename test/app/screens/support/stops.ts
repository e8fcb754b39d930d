import type { Page } from 'playwright';
import { type PlainKey, t } from '../../../../src-renderer/strings/translate.ts';
import { confirmChange } from '../../support/confirm-change.ts';
import { pressEscape } from '../../support/press-escape.ts';
import { still } from '../../support/still.ts';

/** One thing to look at: a screen, or something open over it. */
export interface Stop {
  readonly name: string;
  /** The screen on which it is. */
  readonly place?: string;
  open?(page: Page): Promise<void>;
  /** Puts away what was opened, where leaving the screen does not. */
  close?(page: Page): Promise<void>;
}

export const button = (page: Page, key: PlainKey) =>
  page.getByRole('button', { name: t(key), exact: true }).first();

export async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${place}`);
  await still(page);
}

const putAway = async (page: Page) => {
  await pressEscape(page);
  await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').waitFor({ state: 'detached' });
};

async function unfold(page: Page): Promise<void> {
  const folded = page.locator('main .disclosure-button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
}

const screen = (name: string, place = name): Stop => ({ name, place });

/** Something that a button opens over a screen, and that Escape puts away. */
const over = (name: string, place: string, opener: (page: Page) => Promise<void>): Stop => ({
  name,
  place,
  open: async (page) => {
    await opener(page);
    await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').first().waitFor();
  },
  close: putAway,
});

const pressOver = (name: string, place: string, key: PlainKey) =>
  over(name, place, (page) => button(page, key).click());

export const screens: readonly Stop[] = [
  screen('today'),
  screen('waiting'),
  screen('verdicts'),
  screen('tasks'),
  {
    name: 'journeys',
    place: 'tasks',
    open: (page) => page.getByRole('tab', { name: t('tasks.view.journeys') }).click(),
    close: (page) => page.getByRole('tab', { name: t('tasks.view.list') }).click(),
  },
  screen('folders'),
  screen('insights'),
  {
    name: 'insights, tables',
    place: 'insights',
    open: async (page) => {
      for (const one of await page.locator('.insight .button').all()) await one.click();
    },
  },
  pressOver('export', 'insights', 'export.open'),
  screen('settings'),
  screen('audit'),
  pressOver('outbox', 'today', 'shell.outbox'),
];

const PIN = '482913';

async function chooseLock(page: Page, count: number | null): Promise<void> {
  await page.locator('#settings-lock .select-button').click();
  const name = count === null ? t('settings.lock.never') : t('settings.lock.minutes', { count });
  await page.getByRole('option', { name, exact: true }).click();
}

const saveLock = (page: Page) =>
  page
    .locator('#settings-lock')
    .getByRole('button', { name: t('common.save') })
    .click();

/** And what lies over the screens, or unfolds in them, whatever the data. */
export const everywhere = (terminal: () => string): readonly Stop[] => [
  ...screens,
  ...['tasks', 'verdicts'].map((place) => ({
    name: `${place}, more filters`,
    place,
    open: (page: Page) => button(page, 'tasks.filter.more').click(),
  })),
  {
    name: 'connect, a missing address, then the sign-in',
    place: 'settings',
    open: async (page) => {
      await button(page, 'connect.open').click();
      await button(page, 'folders.next').click();
      await page.getByText(t('settings.environment.fault.empty')).waitFor();
      await page
        .getByLabel(t('settings.environment.address'), { exact: true })
        .fill('http://127.0.0.1:9/public/v1');
      await button(page, 'folders.next').click();
      await button(page, 'connect.test').click();
      await page.getByText(t('connect.fault.empty')).waitFor();
    },
    close: (page) => button(page, 'common.cancel').click(),
  },
  {
    name: 'settings, what the doctor finds',
    place: 'settings',
    open: async (page) => {
      await button(page, 'settings.doctor.run').click();
      await button(page, 'settings.doctor.again').waitFor();
    },
  },
  over('an entry of the audit', 'audit', (page) => page.locator('.vtable-row').first().click()),
  pressOver('support bundle', 'settings', 'support.make'),
  {
    name: 'settings, a lock that is being set',
    place: 'settings',
    open: async (page) => {
      await chooseLock(page, 30);
      await page.getByLabel(t('settings.lock.newPin.first'), { exact: true }).fill(PIN);
      await page.getByLabel(t('settings.lock.again')).fill('another');
      await saveLock(page);
    },
    close: (page) => button(page, 'settings.giveUp').click(),
  },
  {
    name: 'locked',
    place: 'settings',
    open: async (page) => {
      await chooseLock(page, 60);
      await page.getByLabel(t('settings.lock.newPin.first'), { exact: true }).fill(PIN);
      await page.getByLabel(t('settings.lock.again')).fill(PIN);
      await saveLock(page);
      await confirmChange(page, terminal);
      await button(page, 'settings.lock.now').click();
      await page.getByLabel(t('lock.pin')).fill('000001');
      await page.keyboard.press('Enter');
      await page.locator('.lock-failure').waitFor();
    },
    close: async (page) => {
      await page.getByLabel(t('lock.pin')).fill(PIN);
      await page.keyboard.press('Enter');
      // Without one again, as everything else finds it.
      await chooseLock(page, null);
      await page.getByLabel(t('settings.lock.pin'), { exact: true }).fill(PIN);
      await saveLock(page);
      await page.getByLabel(t('settings.lock.pin'), { exact: true }).waitFor({ state: 'detached' });
    },
  },
  screen('a Task nobody knows', 'task/00000000-0000-4000-8000-000000000000'),
  screen('a drop nobody knows', 'drop/nothing'),
  pressOver('help', 'today', 'help.nav'),
  {
    name: 'help, searched in vain',
    place: 'tasks',
    open: async (page) => {
      await page.keyboard.press('F1');
      await page.getByRole('searchbox', { name: t('help.search') }).fill('xyzzy');
      await page.getByText(t('help.nothing')).waitFor();
    },
    // The Escape key empties the search field first.
    close: closeBy('common.close'),
  },
  pressOver('key sheet', 'today', 'shell.keys'),
  pressOver('menu of documents', 'today', 'shell.add'),
  over('palette', 'today', (page) => page.keyboard.press('Control+k')),
  over('palette, searched', 'today', async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('t');
    await page.locator('.palette-list [data-key^="task-"]').first().waitFor();
  }),
  over('files behind a count', 'today', (page) => page.locator('.today-count').first().click()),
];

/** Closes a dialog by one of its buttons. */
const closeBy = (key: PlainKey) => async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t(key) }).click();
  await dialog.waitFor({ state: 'detached' });
};

export const folderSteps = (path: string): readonly Stop[] =>
  (['place', 'group', 'go', 'check'] as const).map((step, index) => ({
    name: `add a folder, ${step}`,
    place: 'folders',
    open: async (page) => {
      await button(page, 'folders.add').click();
      const dialog = page.getByRole('dialog');
      if (index > 0) await dialog.getByRole('textbox').first().fill(path);
      for (let at = 0; at < index; at++) {
        if (at === 2) {
          await dialog.getByRole('combobox').first().fill('prior-auth');
          // Leaves the field, and with that closes its list.
          await page.keyboard.press('Tab');
        }
        await dialog.getByRole('button', { name: t('folders.next'), exact: true }).click();
        await dialog
          .getByRole('region', { name: t(`folders.step.${(['group', 'go', 'check'] as const)[at] ?? 'go'}`) })
          .waitFor();
      }
    },
    close: closeBy('common.cancel'),
  }));

/** The files are given by hand; the drop is looked at, and thrown away in the end. */
export function dropStops(files: () => readonly string[]): readonly Stop[] {
  let place = '';
  return [
    {
      name: 'drop',
      place: 'today',
      open: async (page) => {
        await button(page, 'shell.add').click();
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('menuitem', { name: t('shell.addFiles') }).click();
        await (await chooser).setFiles([...files()]);
        await page.locator('.drop-behind-title').first().waitFor();
        await button(page, 'drop.discard').waitFor();
        await unfold(page);
        place = page.url().split('#/')[1] ?? '';
      },
    },
    {
      name: 'drop, discard',
      open: async (page) => {
        await show(page, place);
        await button(page, 'drop.discard').click();
        await page.getByRole('dialog').waitFor();
      },
      close: closeBy('drop.discard'),
    },
  ];
}

/** One Task with everything unfolded, and asked for another name. */
export const taskStops = (name: string, uuid: string): readonly Stop[] => [
  {
    name: `Task, ${name}`,
    place: `task/${uuid}`,
    open: unfold,
  },
  pressOver(`Task, ${name}, another name`, `task/${uuid}`, 'task.rename'),
  pressOver(`Task, ${name}, print`, `task/${uuid}`, 'print.menu'),
];

/** Documents of a Task, as far as there are any of these kinds. */
export const documentStops = (uuid: string): readonly Stop[] => [
  over('document', `task/${uuid}`, async (page) => {
    await page.locator('.item-actions .button').first().click();
    await page.locator('.document-text').waitFor();
    await page
      .locator('.dialog canvas, .dialog pre, .dialog img, .dialog audio, .dialog .failure-box')
      .first()
      .waitFor();
  }),
];

/** What a search finds in the documents: in the list, in the palette, and where in the Task. */
export const foundStops = (word: string): readonly Stop[] => [
  {
    name: 'Tasks found by their documents',
    place: 'tasks',
    open: async (page) => {
      await page.getByRole('searchbox', { name: t('tasks.search') }).fill(word);
      await page.locator('main mark').first().waitFor();
    },
  },
  {
    name: 'places in the documents',
    open: async (page) => {
      await page.getByRole('row').nth(1).click();
      await page.getByRole('region', { name: t('task.found') }).waitFor();
    },
    close: async (page) => {
      await show(page, 'tasks');
      await button(page, 'tasks.filter.clear').click();
    },
  },
];

/** What only practice mode, with its two folders, shows. */
export const folderStops: readonly Stop[] = [
  pressOver('backlog', 'folders', 'folders.backlog.decide'),
  pressOver('stop watching', 'folders', 'folders.remove'),
  { ...pressOver('change a folder', 'folders', 'folders.edit'), close: closeBy('common.cancel') },
];
