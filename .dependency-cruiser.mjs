// The arrows of docs/architecture.md 1: entry points -> hosts -> core -> (service, ledger, ...) -> contract.
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

// The parts of a feature that another one may show: a Task and its documents.
const FEATURE_DOORS =
  '^src-renderer/features/(task/task-view|documents/documents-provider|handling/handling-bar|handling/staff-notes)\\.tsx?$';

export default {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'Arrows run one way.'),
    rule(
      'contract-is-a-leaf',
      { path: '^src-main/contract/' },
      { pathNot: ['^src-main/contract/', '^node_modules/(zod|re2js|intl-messageformat)/'] },
      'contract/ imports zod, re2js and intl-messageformat only.',
    ),
    rule(
      'core-has-no-host',
      { path: '^src-main/core/' },
      { path: ['^src-main/(hosts|practice)/', '^src-main/[^/]+\\.ts$'] },
      'core/ knows no host, no practice service and no entry point.',
    ),
    // Inside core: folders, drops -> spool, stations, share-io -> ledger -> contract.
    rule(
      'intake-arrows',
      // These files make a file of a folder the answer to a Task.
      {
        path: '^src-main/core/(folders|drops)/',
        pathNot: '^src-main/core/folders/(answers/|(decisions|submit/submitter)\\.ts$)',
      },
      {
        path: '^src-main/core/',
        pathNot: '^src-main/core/((folders|drops|spool|stations|share-io|ledger|log)/|(?!engine)[^/]+\\.ts$)',
      },
      'folders and drops -> spool, stations, share-io, ledger.',
    ),
    rule(
      'drops-know-no-folder',
      { path: '^src-main/core/drops/' },
      { path: '^src-main/core/folders/' },
      'folders -> drops: drops import nothing of folders.',
    ),
    rule(
      'shared-room-arrows',
      { path: '^src-main/core/(spool|stations|share-io)/' },
      {
        path: '^src-main/core/',
        pathNot: '^src-main/core/((spool|stations|share-io|ledger|log)/|(?!engine)[^/]+\\.ts$)',
      },
      'spool, stations and share-io -> ledger; they know neither folders nor drops.',
    ),
    rule(
      'ledger-knows-no-room',
      { path: '^src-main/core/ledger/' },
      {
        path: '^src-main/core/',
        // The shape of TaskDetails lies with the service that sends it.
        pathNot: '^src-main/core/(ledger/|service/schemas\\.ts$|(?!engine)[^/]+\\.ts$)',
      },
      'ledger -> contract.',
    ),
    rule(
      'stations-behind-their-port',
      {
        path: '^src-main/core/',
        pathNot: '^src-main/core/(stations/|folders/(folder|watched-folder|folders)\\.ts$)',
      },
      { path: '^src-main/core/stations/files/' },
      'Only the files that compose folders know how stations share one.',
    ),
    rule(
      'practice-stands-alone',
      { path: '^src-main/practice/' },
      { path: '^src-main/(?!practice/|core/replace-file\\.ts$)' },
      'practice/ is a program of its own. Only the replacing of files is the same everywhere.',
    ),
    rule(
      'no-electron-in-core',
      { path: '^src-main/(core|practice|contract)/' },
      { path: '(^|/)electron($|/)' },
      'core/ and practice/ run in plain Node.',
    ),
    rule(
      'electron-in-desktop-only',
      { path: '^src-', pathNot: '^src-main/(desktop\\.ts|preload\\.ts|hosts/desktop/)' },
      { path: '(^|/)electron($|/)' },
      'Everything but the desktop host runs without Electron.',
    ),
    rule(
      'desktop-host-is-the-desktop-entry-alone',
      { path: '^src-', pathNot: '^src-main/(desktop\\.ts|preload\\.ts|hosts/desktop/)' },
      { path: '^src-main/hosts/desktop/' },
      'station.js must not load the desktop host.',
    ),
    rule(
      'hosts-do-not-import-entries',
      { path: '^src-main/hosts/' },
      { path: '^src-main/[^/]+\\.ts$' },
      'Entry points compose hosts.',
    ),
    rule(
      'headless-has-no-terminal',
      { path: '^src-main/hosts/headless/' },
      { path: '^src-main/hosts/command-line/' },
      'What writes to a terminal lives with the verbs.',
    ),
    rule(
      'main-has-no-renderer',
      { path: '^src-main/' },
      { path: '^src-renderer/' },
      'Nothing in src-main imports from src-renderer.',
    ),
    rule(
      'renderer-sees-contract-only',
      { path: '^src-renderer/' },
      { path: '^src-main/(?!contract/)' },
      'The renderer may import only contract/.',
    ),
    rule(
      'features-keep-their-insides',
      { path: '^src-renderer/features/([^/]+)/' },
      { path: '^src-renderer/features/', pathNot: ['^src-renderer/features/$1/', FEATURE_DOORS] },
      'What two features share lies in components/, state/ or strings/.',
    ),
    rule(
      'renderer-arrows',
      { path: '^src-renderer/(components|state|strings|host)/' },
      { path: '^src-renderer/(app|features)/' },
      'app -> features -> components, state, strings, host.',
    ),
    rule(
      'features-know-no-shell',
      { path: '^src-renderer/features/' },
      { path: '^src-renderer/app/' },
      'The shell shows features, not the other way round.',
    ),
    rule(
      'product-has-no-tests',
      { path: '^src-' },
      { path: '^test/' },
      'Product code never imports test code.',
    ),
    rule('no-unresolvable', {}, { couldNotResolve: true }, 'Every import resolves.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    // dependency-cruiser cannot use TypeScript 7 yet.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
