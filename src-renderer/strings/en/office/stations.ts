export const stations = {
  'stations.sentence.out':
    '{all, plural, one {Everything that should have gone out is out at the only station} other {Everything that should have gone out is out at all # stations}}.',
  'stations.sentence.notCertain':
    'It is not certain that everything is out. Of {all, plural, one {# station} other {# stations}}: {parts}.',
  'stations.sentence.database':
    'The database of the stations cannot be read, so it is not known whether everything is out.',
  'stations.part.open': '{count, plural, one {# has} other {# have}} something that is not out',
  'stations.part.silent':
    '{count, plural, one {# was last seen {time}} other {# were last seen {time} or later}}',
  'stations.part.silentUnknown': '{count, plural, one {# was} other {# were}} not seen lately',
  'stations.part.mute': '{count, plural, one {# does not report} other {# do not report}}',
  'stations.part.unread': 'the stations of the folder {folders} cannot be read now',
  'stations.part.unpublished': 'the others do not see this station everywhere',
  'stations.asOf': 'The oldest report is of {time}. Last checked {now}.',
  'stations.checked': 'Last checked {now}.',
  'stations.published': 'This station last reported to the others {time}.',
  'stations.unpublished':
    'This station cannot write into the folder {folders}. The stations there do not see this station. Ask IT staff for the right to write into the folder.',
  'stations.databaseNext':
    'Documents that were claimed are still sent; no new documents are. Ask IT staff to check the database.',
  'stations.own': 'This station',
  'stations.one': 'Station {name}',
  'stations.standing.out': 'Everything is out',
  'stations.standing.open': 'Not everything is out',
  'stations.standing.silent': 'Not seen since {time}',
  'stations.standing.silentUnknown': 'Not seen',
  'stations.standing.mute': 'Does not report',
  'stations.silent.text':
    'This station is off, or has no connection. What it still has to send is not known. Start Clearfolder there. Its last report:',
  'stations.mute.text':
    'This station has just started, or cannot write into the shared folder. What it still has to send is not known. Look at Clearfolder there.',
  'stations.version': 'Version',
  'stations.version.unknown': 'unknown',
  'stations.seen': 'Last report',
  'stations.seen.never': 'none',
  'stations.confirmed': 'Last checked with the service',
  'stations.confirmed.never': 'not yet',
  'stations.environment': 'Service',
  'stations.unconfirmed': 'The service has not confirmed lately what was sent; last checked {time}.',
  'stations.unconfirmed.never': 'The service has not confirmed yet what was sent.',
  'stations.waits': '{count, plural, one {# item} other {# items}} to send, the oldest of {time}',
  'stations.tasks':
    '{count, plural, one {# Task waits} other {# Tasks wait}} for documents or data, the oldest since {time}',
  'stations.stuck': '{count, plural, one {# item} other {# items}} stuck since {time}: {message}',
  'stations.stuck.undated': '{count, plural, one {# item} other {# items}} stuck: {message}',
  'stations.code': 'The station reports a problem that this version does not know ({code}).',
  'stations.details': 'Details',
  'stations.folders': 'Folders',
  'stations.folder.one': 'Folder {id}: {state}',
  'stations.folder.line':
    'Folder {id}: {state}. Found {found, number}, to send {waits, number}, stuck {stuck, number}. Last scan: {scan}.',
  'stations.folder.scan.never': 'never',
  'stations.folder.ok': 'Watched',
  'stations.folder.away': 'Cannot be reached',
  'stations.folder.awaySince': 'Cannot be reached since {time}',
  'stations.folder.paused': 'Paused',
  'stations.folder.unseen': 'Not scanned yet',
  'stations.folder.other': 'Another station sends',
  'stations.folder.problem': 'Needs attention',
  'stations.none.title': 'No other station shares work with this station',
  'stations.none.text':
    'All stations appear here as soon as a second station watches one of your folders, or the settings name a database of the stations.',
} as const;
