import './icon.css';

/** The SVG path of each icon, in a view box of 24 by 24 units. */
const PATHS = {
  today: 'M4 13.5 9.5 19 20 6',
  waiting: 'M7 3h10M7 21h10M8 3v4l4 5 4-5V3M8 21v-4l4-5 4 5v4',
  verdicts: 'M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z',
  tasks: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  folders: 'M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  insights: 'M4 20h16M7 20v-6M12 20V5M17 20v-10',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  stations: 'M3 5h7v6H3zM14 5h7v6h-7zM8.5 15h7v5h-7zM6.5 11v2h11v-2M12 13v2',
  outbox: 'M4 13v5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5M12 15V4M7.5 8.5 12 4l4.5 4.5',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.7h.01',
  add: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19 7',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2h.01',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16.2h.01',
  offline:
    'M4 4l16 16M8.5 11.5a6 6 0 0 1 3-1.4M5.5 8.5a10 10 0 0 1 3-2M13 6.1a10 10 0 0 1 5.5 2.4M12 18h.01M9.5 15a3.6 3.6 0 0 1 4-.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5l3.5 2',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5 21 21',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  key: 'M15 3a6 6 0 1 0 0 12 6 6 0 1 0 0-12M10.8 13.2 3 21M6 18l2.5 2.5M17 8h.01',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.5 9.5A7.5 7.5 0 0 1 19.5 10M18.5 14.5A7.5 7.5 0 0 1 4.5 14',
  pause: 'M8 5v14M16 5v14',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers. A text beside the icon must have the same meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
