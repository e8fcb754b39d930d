import { goTo } from '../../state/place.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import { t } from '../../strings/translate.ts';
import { Button } from '../input/button.tsx';

interface PutAwayLineProps {
  readonly setAside: number;
  readonly givenUp: number;
}

/**
 * Shows the numbers of waiting Tasks that the staff set aside or gave up, with links to lists of these Tasks. Shows nothing if both numbers
 * are 0.
 */
export function PutAwayLine({ setAside, givenUp }: PutAwayLineProps) {
  const show = (put_away: 'set-aside' | 'given-up') => {
    useTasksView.setState({ filters: { put_away }, view: 'list' });
    goTo({ screen: 'tasks' });
  };
  if (setAside + givenUp === 0) return null;
  return (
    <div className="wrap middle">
      {setAside > 0 && (
        <Button kind="quiet" size="small" onPress={() => show('set-aside')}>
          {t('handling.countSetAside', { count: setAside })}
        </Button>
      )}
      {givenUp > 0 && (
        <Button kind="quiet" size="small" onPress={() => show('given-up')}>
          {t('handling.countGivenUp', { count: givenUp })}
        </Button>
      )}
    </div>
  );
}
