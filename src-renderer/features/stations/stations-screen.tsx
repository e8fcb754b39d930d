import { useCallback, useEffect, useState } from 'react';
import { problemCodeSchema } from '../../../src-main/contract/problem.ts';
import type { Result } from '../../../src-main/contract/result.ts';
import {
  type SeenStation,
  type StationHealth,
  type StationsView,
  stationsVerdict,
} from '../../../src-main/contract/views/stations.ts';
import { Chip, type Tone } from '../../components/chip.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Fact, Screen } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { failureInWords, problemText } from '../../strings/problem-text.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { sentenceOf } from './sentence.ts';
import './stations.css';

/** The time between two requests. Each station publishes its report every 30 seconds. */
const AGAIN_MS = 30_000;

export function StationsScreen() {
  const { answer, busy, refresh } = useStations();
  const view = answer?.ok ? answer.value : null;
  return (
    <Screen
      title={t('shell.stations')}
      actions={
        <Button isDisabled={busy} onPress={refresh}>
          {t('common.refresh')}
        </Button>
      }
    >
      {answer === null && <Loading />}
      {answer?.ok === false && <FailureBox failure={failureInWords(answer.error)} />}
      {view !== null && view.by === null && (
        <Empty title={t('stations.none.title')}>{t('stations.none.text')}</Empty>
      )}
      {view !== null && view.by !== null && <Stations view={view} />}
    </Screen>
  );
}

// Reads the reports at regular times. `useVerb` would read them after a change at this station, but such a change says nothing about the
// other stations.
function useStations() {
  const host = useHost();
  const [answer, setAnswer] = useState<Result<StationsView> | null>(null);
  const [asked, setAsked] = useState(0);
  const [busy, setBusy] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` repeats the request
  useEffect(() => {
    let current = true;
    setBusy(true);
    void host.call('stations.list', {}).then((result) => {
      if (!current) return;
      setAnswer(result);
      setBusy(false);
    });
    return () => {
      current = false;
    };
  }, [host, asked]);
  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    const timer = setInterval(refresh, AGAIN_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return { answer, busy, refresh };
}

function Stations({ view }: { readonly view: StationsView }) {
  const { isEverythingOut, asOf } = stationsVerdict(view);
  const now = timeText(view.now);
  return (
    <>
      <div
        className={`stack gap-1 card stations-sentence ${isEverythingOut ? 'stations-out' : ''}`}
        role="status"
      >
        <p className="strong">{sentenceOf(view)}</p>
        <p className="soft">
          {asOf === null ? t('stations.checked', { now }) : t('stations.asOf', { time: timeText(asOf), now })}
        </p>
        {view.database !== null && (
          <p>
            {messageOf(view.database)} {t('stations.databaseNext')}
          </p>
        )}
        {view.database !== null && view.published_at !== null && (
          <p>{t('stations.published', { time: timeText(view.published_at) })}</p>
        )}
        {view.unpublished.length > 0 && (
          <p>{t('stations.unpublished', { folders: view.unpublished.join(', ') })}</p>
        )}
      </div>
      <ul className="stations">
        {view.stations.toSorted(worstFirst).map((station) => (
          <StationCard key={station.id} station={station} />
        ))}
      </ul>
    </>
  );
}

type Standing = 'silent' | 'mute' | 'open' | 'out';
const ORDER: Readonly<Record<Standing, number>> = { silent: 0, mute: 1, open: 2, out: 3 };
const TONES: Readonly<Record<Standing, Tone>> = { silent: 'bad', mute: 'bad', open: 'warn', out: 'ok' };

function standingOf({ standing, health }: SeenStation): Standing {
  if (standing !== 'reports') return standing;
  return health?.everything_out === true ? 'out' : 'open';
}

const worstFirst = (one: SeenStation, other: SeenStation) =>
  ORDER[standingOf(one)] - ORDER[standingOf(other)];

function StandingChip({ station }: { readonly station: SeenStation }) {
  const standing = standingOf(station);
  const { seen_at: seen } = station;
  const words = () => {
    if (standing !== 'silent') return t(`stations.standing.${standing}`);
    return seen === null
      ? t('stations.standing.silentUnknown')
      : t('stations.standing.silent', { time: timeText(seen) });
  };
  return <Chip tone={TONES[standing]}>{words()}</Chip>;
}

function StationCard({ station }: { readonly station: SeenStation }) {
  const { name, id, version, own, standing, seen_at: seen, health } = station;
  return (
    <li className="stack gap-2 card station" aria-label={t('stations.one', { name: name ?? id })}>
      <div className="wrap middle gap-2">
        <h2 className="min-0 break">
          <bdi>{name ?? id}</bdi>
        </h2>
        {own && <span className="quiet">{t('stations.own')}</span>}
        <StandingChip station={station} />
      </div>
      {standing !== 'reports' && !own && (
        <p>{t(standing === 'silent' ? 'stations.silent.text' : 'stations.mute.text')}</p>
      )}
      {health !== null && <Needs health={health} />}
      <Disclosure title={t('stations.details')}>
        <div className="stack gap-3">
          <dl className="facts">
            <Fact name={t('stations.version')}>{version ?? t('stations.version.unknown')}</Fact>
            <Fact name={t('stations.seen')}>
              {seen === null ? t('stations.seen.never') : <Time iso={seen} />}
            </Fact>
            {health !== null && (
              <>
                <Fact name={t('stations.confirmed')}>
                  {health.confirmed_at === null ? (
                    t('stations.confirmed.never')
                  ) : (
                    <Time iso={health.confirmed_at} />
                  )}
                </Fact>
                <Fact name={t('stations.environment')}>{health.environment}</Fact>
              </>
            )}
          </dl>
          {health !== null && health.folders.length > 0 && <Folders folders={health.folders} />}
        </div>
      </Disclosure>
    </li>
  );
}

/** Lists what the station still has to send, and what waits there for a person. Shows nothing if the list is empty. */
function Needs({ health }: { readonly health: StationHealth }) {
  const { waits, tasks_waiting: tasks, problems, stuck, folders } = health;
  const { everything_out: isOut, confirmed_at: confirmed } = health;
  const troubled = folders.filter(({ standing }) => standing !== 'ok' && standing !== 'other');
  const lines = [
    ...(waits.count > 0 ? [t('stations.waits', { count: waits.count, time: shortTime(waits.since) })] : []),
    ...(tasks.count > 0 ? [t('stations.tasks', { count: tasks.count, time: shortTime(tasks.since) })] : []),
    ...problems.map(messageOf),
    ...stuck.map(({ code, count, since }) =>
      since === null
        ? t('stations.stuck.undated', { count, message: messageOf(code) })
        : t('stations.stuck', { count, time: timeText(since), message: messageOf(code) }),
    ),
    ...troubled.map((folder) => t('stations.folder.one', { id: folder.id, state: folderText(folder) })),
  ];
  if (lines.length === 0 && !isOut) {
    lines.push(
      confirmed === null
        ? t('stations.unconfirmed.never')
        : t('stations.unconfirmed', { time: timeText(confirmed) }),
    );
  }
  if (lines.length === 0) return null;
  return (
    <ul className="stack gap-1 station-lines">
      {lines.map((line) => (
        <li key={line} className="break">
          {line}
        </li>
      ))}
    </ul>
  );
}

type FolderHealth = StationHealth['folders'][number];

function Folders({ folders }: { readonly folders: readonly FolderHealth[] }) {
  return (
    <ul className="stack gap-1 station-lines" aria-label={t('stations.folders')}>
      {folders.map((folder) => (
        <li key={folder.id} className="break">
          {t('stations.folder.line', {
            ...{ id: folder.id, state: folderText(folder) },
            ...{ found: folder.found, waits: folder.waits, stuck: folder.stuck },
            scan: folder.last_scan === null ? t('stations.folder.scan.never') : timeText(folder.last_scan),
          })}
        </li>
      ))}
    </ul>
  );
}

function folderText({ standing, since }: FolderHealth): string {
  if (standing === 'away' && since !== null) return t('stations.folder.awaySince', { time: timeText(since) });
  return t(`stations.folder.${standing}`);
}

const shortTime = (iso: string | null) => (iso === null ? '' : timeText(iso));

/**
 * Returns the message of a problem code of another station. Returns a text with the code itself if only a newer version knows the code
 * (I7).
 */
function messageOf(code: string): string {
  const known = problemCodeSchema.safeParse(code);
  return known.success
    ? problemText({ code: known.data, detail: null }).message
    : t('stations.code', { code });
}
