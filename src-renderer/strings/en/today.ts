export const today = {
  'today.connecting': 'Connecting to Clearfolder…',
  'today.neverLinked': 'Nothing is known yet: this window cannot reach Clearfolder.',
  'today.allOut': '{count, plural, one {The one document found is out} other {All # documents are out}}.',
  'today.allOutAfter': '{count, plural, one {the one document found is out} other {all # documents are out}}',
  'today.nothingYet': 'Nothing has been sent yet.',
  'today.nothingToSend': 'Nothing is left to send.',
  'today.starting': 'Clearfolder is starting; nothing is confirmed yet.',
  'today.stopped': 'Clearfolder has stopped: nothing is sent or checked.',
  'today.noSecret': 'Nothing can be sent: no api_secret is set.',
  'today.foreignSecret': 'Nothing is sent: the api_secret belongs to another organisation.',
  'today.refusedSecret': 'Nothing can be sent: the service refuses the api_secret.',
  'today.linkDown': 'As of {time}, this window lost Clearfolder.',
  'today.unreachable': 'The service cannot be reached.',
  'today.unconfirmed': 'Not everything is confirmed.',
  'today.waiting': '{count, plural, one {# Task waits for you} other {# Tasks wait for you}}',
  'today.notSent': '{count, plural, one {# file could not be sent} other {# files could not be sent}}',
  'today.refused':
    '{count, plural, one {# answer or change was refused} other {# answers or changes were refused}}',
  'today.backlog':
    '{count, plural, one {# file waits for your decision} other {# files wait for your decision}}',
  'today.onWay': '{count, plural, one {# document is on its way} other {# documents are on their way}}',
  'today.notOut': '{count, plural, one {# document is not out yet} other {# documents are not out yet}}',
  'today.others':
    '{count, plural, one {# document is for another station to send} other {# documents are for another station to send}}',
  'today.notConfirmed':
    '{count, plural, one {# document is not confirmed yet} other {# documents are not confirmed yet}}',
  'today.gone':
    '{count, plural, one {# Task is gone at the service} other {# Tasks are gone at the service}}',
  'today.denied':
    '{count, plural, one {# Task is not confirmed by the service} other {# Tasks are not confirmed by the service}}',
  'today.answers': '{count, plural, one {# answer is not out yet} other {# answers are not out yet}}',
  'today.changes': '{count, plural, one {# change is on its way} other {# changes are on their way}}',
  'today.folders': '{count, plural, one {# folder cannot be reached} other {# folders cannot be reached}}',
  'today.foldersPaused': '{count, plural, one {# folder is paused} other {# folders are paused}}',
  'today.foldersUnseen':
    '{count, plural, one {# folder is still being looked through} other {# folders are still being looked through}}',
  'today.foldersNotSeen':
    '{count, plural, one {# folder was not looked through yet} other {# folders were not looked through yet}}',
  'today.folderTrouble': '{count, plural, one {# folder needs you} other {# folders need you}}',
  'today.drops': '{count, plural, one {# drop is not sent yet} other {# drops are not sent yet}}',
  'today.unaccounted':
    '{count, plural, one {# file is not accounted for} other {# files are not accounted for}}',
  'today.tail.confirmed': 'Confirmed {time}.',
  'today.tail.asOf': 'As of {time}.',
  'today.tail.unreachableAsOf': 'As of {time}: the service cannot be reached.',

  'today.notRead': 'What was found, sent and decided so far cannot be read now, so none of it is shown here.',

  'today.needs': 'Needs you',
  'today.needsNothing': 'Nothing needs you now.',
  'today.needs.engine-stopped': 'Clearfolder is stopped',
  'today.needs.noSecret': 'The api_secret is missing',
  'today.needs.copies': 'Copies of the record do not arrive',
  'today.needs.network': 'Something is in the way to the service',
  'today.needs.foreignSecret': 'The api_secret belongs to another organisation',
  'today.needs.refusedSecret': 'The service does not let Clearfolder in',
  'today.needs.folder': 'Folder {folder}',
  'today.needs.waiting': '{count, plural, one {# Task waits for you} other {# Tasks wait for you}}',
  'today.needs.waiting.text': 'The longest since {since}. Each says what is missing.',
  'today.needs.backlog': '{count, plural, one {# file} other {# files}} from before in the folder {folder}',
  'today.needs.backlog.text':
    'They were there when the folder was set up, or look like files that were not to be sent. They are not sent before you decide.',
  'today.needs.held': '{count, plural, one {# file is held} other {# files are held}}',
  'today.needs.rejected': '{count, plural, one {# was refused} other {# were refused}}',
  'today.needs.stuck':
    '{count, plural, one {# has not gone out for a day} other {# have not gone out for a day}}',
  'today.needs.unproven':
    '{count, plural, one {It is not known whether # submission arrived} other {It is not known whether # submissions arrived}}',
  'today.needs.gone':
    '{count, plural, one {# Task is gone at the service} other {# Tasks are gone at the service}}',
  'today.needs.denied':
    '{count, plural, one {# Task could not be confirmed} other {# Tasks could not be confirmed}}',
  'today.needs.not-approved':
    '{count, plural, one {# Task with a code not approved} other {# Tasks with a code not approved}}',
  'today.needs.not-approved.text': 'See the reasons, and mark the follow-up done.',
  'today.needs.ended-badly':
    '{count, plural, one {# Task failed or held nothing relevant} other {# Tasks failed or held nothing relevant}}',
  'today.needs.ended-badly.text':
    'See what the service says. Then send better documents, or mark the follow-up done.',
  'today.needs.drop': '{count, plural, one {# drop is not sent yet} other {# drops are not sent yet}}',
  'today.needs.drop.text': 'The documents lie here until you send them or put them away.',
  'today.do.restart': 'Start again',
  'today.do.secret': 'Open Settings',
  'today.do.copies': 'Open Settings',
  'today.do.folder': 'Open Folders',
  'today.do.waiting': 'Answer',
  'today.do.backlog': 'Decide',
  'today.do.files': 'Show the files',
  'today.do.outbox': 'Show them',
  'today.do.verdicts': 'See why',
  'today.do.tasks': 'See which',
  'today.do.drop': 'Look through it',

  'today.sending': 'On the way out',
  'today.sendingAll': 'Open the outbox',
  'today.sendingNone': 'Nothing is on its way.',
  'today.checking': 'Being checked by the service',
  'today.checkingNone': 'Nothing is being checked.',
  'today.decided': 'Decided today',
  'today.decidedNone': 'Nothing was decided today so far.',
  'today.decidedAll': 'Open Verdicts',
  'today.decided.approved': '{count} approved',
  'today.decided.notApproved': '{count} not approved',
  'today.decided.endedBadly': '{count} failed or without anything relevant',
  'today.decided.noCode': '{count} without a verdict on a code',
  'today.decided.seen': 'seen',

  'today.account': 'Every file accounted for',
  'today.account.found': 'found',
  'today.account.ignored': 'ignored',
  'today.account.settling': 'being written',
  'today.account.held': 'held',
  'today.account.queued': 'in the queue',
  'today.account.sending': 'being sent',
  'today.account.unconfirmed': 'not confirmed',
  'today.account.accepted': 'out',
  'today.account.rejected': 'refused',
  'today.account.duplicate': 'duplicate',
  'today.account.withdrawn': 'taken back',
  'today.account.show': '{count} {state}: show the files',
  'today.account.off': 'These counts do not add up: {difference}. Please tell your administrator.',

  'today.emptyText':
    'Drop documents anywhere on this window, or set up a folder whose files go out by themselves.',
  'today.emptyFolder': 'Set up a folder',
} as const;
