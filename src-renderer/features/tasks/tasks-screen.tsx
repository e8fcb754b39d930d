import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTasksView } from '../../state/tasks-view.ts';
import { t } from '../../strings/translate.ts';
import { Journeys } from './journeys.tsx';
import { TaskList } from './task-list.tsx';
import './tasks.css';

/** All Tasks, as a list or as journeys. */
export function TasksScreen() {
  const view = useTasksView((state) => state.view);
  return (
    <div className="stack gap-5 screen tasks-screen">
      <Tabs
        className="stack gap-4 tasks-tabs"
        selectedKey={view}
        onSelectionChange={(key) => useTasksView.setState({ view: key === 'journeys' ? 'journeys' : 'list' })}
      >
        <header className="screen-header">
          <h1>{t('tasks.title')}</h1>
          <TabList aria-label={t('tasks.view')} className="tabs">
            <Tab id="list" className="tab">
              {t('tasks.view.list')}
            </Tab>
            <Tab id="journeys" className="tab">
              {t('tasks.view.journeys')}
            </Tab>
          </TabList>
        </header>
        <TabPanel id="list" className="stack gap-4 tasks-panel">
          <TaskList />
        </TabPanel>
        <TabPanel id="journeys" className="stack gap-4 tasks-panel">
          <Journeys />
        </TabPanel>
      </Tabs>
    </div>
  );
}
