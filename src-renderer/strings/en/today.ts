export const today = {
  'today.neverLinked': 'This window cannot reach Clearfolder, so it shows nothing yet.',
  'today.allOut':
    'Everything that should have gone out is out: {count, plural, one {# document} other {# documents}}.',
  'today.out': '{out, number} of {all, plural, one {# file to send is out} other {# files to send are out}}',
  'today.nothingYet': 'Nothing has been sent yet.',
  'today.nothingToSend': 'Nothing left to send.',
  'today.starting': 'Clearfolder is starting. It has not asked the service about your documents yet.',
  'today.stopped': 'Clearfolder has stopped: nothing is sent or checked.',
  'today.noSecret': 'Clearfolder cannot send anything: the secret (API key) is missing.',
  'today.foreignSecret':
    'Clearfolder sends nothing: the secret (API key) belongs to a different organization.',
  'today.refusedSecret': 'Clearfolder cannot send anything: the service rejects the secret (API key).',
  'today.linkDown': 'This window is disconnected from Clearfolder and shows the state of {time}.',
  'today.unreachable': 'The service cannot be reached.',
  'today.unconfirmed': 'The service has not confirmed everything yet.',
  'today.rejected': '{count, plural, one {# file could not be sent} other {# files could not be sent}}',
  'today.backlog': '{count, plural, one {# file needs your decision} other {# files need your decision}}',
  'today.unfit':
    '{count, plural, one {# file is empty or incomplete} other {# files are empty or incomplete}}',
  'today.settling':
    '{count, plural, one {# file is still being saved} other {# files are still being saved}}',
  'today.uncompared':
    '{count, plural, one {# file waits until the service has answered} other {# files wait until the service has answered}}',
  'today.onWay': '{count, plural, one {# document is being sent} other {# documents are being sent}}',
  'today.notOut': '{count, plural, one {# document is not sent yet} other {# documents are not sent yet}}',
  'today.others':
    '{count, plural, one {# file is handled by another station} other {# files are handled by another station}}',
  'today.notConfirmed':
    '{count, plural, one {# document is not confirmed by the service yet} other {# documents are not confirmed by the service yet}}',
  'today.gone':
    '{count, plural, one {# Task is gone from the service} other {# Tasks are gone from the service}}',
  'today.denied':
    '{count, plural, one {the status of # Task is unknown} other {the status of # Tasks is unknown}}',
  'today.answers': '{count, plural, one {# answer is not sent yet} other {# answers are not sent yet}}',
  'today.changes': '{count, plural, one {# change is being sent} other {# changes are being sent}}',
  'today.folders': '{count, plural, one {# folder cannot be reached} other {# folders cannot be reached}}',
  'today.foldersPaused': '{count, plural, one {# folder is paused} other {# folders are paused}}',
  'today.foldersUnseen':
    '{count, plural, one {# folder is being checked} other {# folders are being checked}}',
  'today.foldersNotSeen':
    '{count, plural, one {# folder is not checked yet} other {# folders are not checked yet}}',
  'today.folderTrouble': '{count, plural, one {# folder needs attention} other {# folders need attention}}',
  'today.unaccounted':
    '{count, plural, one {# file is missing from the counts} other {# files are missing from the counts}}',
  'today.unreadable':
    '{count, plural, one {# file or folder cannot be read} other {# files or folders cannot be read}}',
  'today.unrecorded':
    '{count, plural, one {# file is not recorded yet} other {# files are not recorded yet}}',
  'today.cannotRecord': 'Clearfolder cannot write to its disk, so documents are not sent.',
  'today.tail.confirmed': 'Last checked {time}.',
  'today.tail.asOf': 'As of {time}.',
  'today.tail.unreachableAsOf': 'The service cannot be reached; last checked {time}.',

  'today.notRead': 'Clearfolder cannot read the record of what was sent, so this screen shows no documents.',

  'today.needs': 'Needs attention',
  'today.needsNothing': 'Nothing needs your attention.',
  'today.needs.engine-stopped': 'Clearfolder is not running',
  'today.needs.noSecret': 'The secret (API key) is missing',
  'today.needs.callbacks': 'Callbacks (messages about results) from the service do not arrive',
  'today.needs.stations': 'New documents from shared folders wait',
  'today.needs.copies': 'Backup copies cannot be written',
  'today.needs.network': 'Connection problem',
  'today.needs.unwritable': 'The record of what was sent cannot be written',
  'today.needs.clock': 'The clock of this computer may be wrong',
  'today.needs.foreignSecret': 'The secret (API key) belongs to a different organization',
  'today.needs.refusedSecret': 'The service rejects the secret (API key)',
  'today.needs.folder': 'Folder {folder}',
  'today.needs.unreadable':
    '{count, plural, one {# file or folder cannot be read} other {# files or folders cannot be read}} in folder {folder}',
  'today.needs.unreadable.text':
    'Clearfolder does not know which documents these are, and sends none of them. Open Folders to see the names, then ask your IT staff for the right to read, or change the names.',
  'today.needs.failed-act':
    '{count, plural, one {# request could not be carried out} other {# requests could not be carried out}}',
  'today.needs.twin':
    '{count, plural, one {The service made two Tasks of one submission} other {The service made two Tasks of each of # submissions}}',
  'today.needs.twin.text':
    'A device in the network repeated the request, or the service did not show the first Task for a time. Open the Task, compare both Tasks, and say which Task is superfluous.',
  'today.needs.noRecord': 'This station has no record of earlier documents',
  'today.needs.record': 'The record of what was sent was incomplete',
  'today.needs.wrong-patient':
    '{count, plural, one {# Task may have documents of different patients} other {# Tasks may have documents of different patients}}',
  'today.needs.wrong-patient.text':
    'The documents do not agree on who the patient is. Open the Task, compare the documents, and correct the Task.',
  'today.needs.waiting':
    '{count, plural, one {# Task is waiting for you} other {# Tasks are waiting for you}}',
  'today.needs.waiting.text':
    'The oldest of these Tasks has waited since {since}. Open each Task to see what is missing.',
  'today.needs.backlog':
    '{count, plural, one {# file needs your decision} other {# files need your decision}} in folder {folder}',
  'today.needs.backlog.text':
    '{causes} Clearfolder sends {count, plural, one {this file} other {these files}} only if you decide so.',
  'today.needs.empty': '{count, plural, one {# file is empty} other {# files are empty}}',
  'today.needs.unfinished': '{count, plural, one {# file is incomplete} other {# files are incomplete}}',
  'today.needs.changing': '{count, plural, one {# file keeps changing} other {# files keep changing}}',
  'today.needs.grown':
    '{count, plural, one {# file was perhaps sent only in part} other {# files were perhaps sent only in part}}',
  'today.needs.inOtherGroup':
    '{count, plural, one {# file was sent before, but with another group} other {# files were sent before, but with another group}}',
  'today.needs.webPage': '{count, plural, one {# file is a web page} other {# files are web pages}}',
  'today.needs.conflictCopy':
    '{count, plural, one {# file is a copy by a sync program} other {# files are copies by a sync program}}',
  'today.needs.held': '{count, plural, one {# file is on hold} other {# files are on hold}}',
  'today.needs.unprovedAnswer':
    '{count, plural, one {# answer may not have arrived} other {# answers may not have arrived}}',
  'today.needs.rejected': '{count, plural, one {# item was rejected} other {# items were rejected}}',
  'today.needs.stuck':
    '{count, plural, one {# item has had a problem for a day} other {# items have had a problem for a day}}',
  'today.needs.unproven':
    '{count, plural, one {# submission may not have arrived} other {# submissions may not have arrived}}',
  'today.needs.corrected-patient':
    '{count, plural, one {# corrected Task has an open follow-up} other {# corrected Tasks have an open follow-up}}',
  'today.needs.corrected-patient.text':
    'A document of another patient may have been sent. Tell the person who is responsible for privacy in your clinic, then mark the follow-up as done.',
  'today.needs.not-approved':
    '{count, plural, one {# Task has a code that is not approved} other {# Tasks have a code that is not approved}}',
  'today.needs.not-approved.text': 'Read the reasons, then mark the follow-up as done.',
  'today.needs.ended-badly':
    '{count, plural, one {# Task failed or had nothing relevant} other {# Tasks failed or had nothing relevant}}',
  'today.needs.ended-badly.text':
    'Read what the service says. Then send better documents, or mark the follow-up as done.',
  'today.needs.drop': '{count, plural, one {# draft is not sent yet} other {# drafts are not sent yet}}',
  'today.needs.drop.text':
    'A draft has documents that were added by hand. The documents wait until you send or discard them.',
  'today.do.folder': 'Open Folders',
  'today.do.waiting': 'Answer',
  'today.do.verdicts': 'Show reasons',
  'today.do.oldest': 'Open oldest Task',
  'today.do.drop': 'Review',

  'today.sending': 'Sending',
  'today.sendingNone': 'Nothing is being sent.',
  'today.checking': 'Being checked by the service',
  'today.checkingNone': 'Nothing is being checked.',
  'today.decided': 'Decided today',
  'today.decidedNone': 'No decisions today yet.',
  'today.decidedAll': 'Open Verdicts',
  'today.decided.approved': '{count} approved',
  'today.decided.notApproved': '{count} not approved',
  'today.decided.endedBadly': '{count} failed or had nothing relevant',
  'today.decided.notLoaded': '{count} with verdicts not loaded yet',
  'today.decided.noCode': '{count} without a verdict for any code',
  'today.decided.seen': 'noticed',

  'today.account': 'All files by state',
  'today.account.found': 'found',
  'today.account.unreadable':
    '{count, plural, one {# file or folder cannot be read, and is not counted here.} other {# files or folders cannot be read, and are not counted here.}}',
  'today.account.ignored': 'ignored',
  'today.account.settling': 'still being saved',
  'today.account.uncompared': 'waiting for the service',
  'today.account.held': 'on hold',
  'today.account.heldFor':
    'on hold ({count, plural, one {# needs your decision} other {# need your decision}})',
  'today.account.queued': 'queued',
  'today.account.sending': 'sending',
  'today.account.unconfirmed': 'not confirmed yet',
  'today.account.accepted': 'sent',
  'today.account.rejected': 'rejected',
  'today.account.duplicate': 'duplicate',
  'today.account.withdrawn': 'left out',
  'today.account.show': '{count} {state}: show the files',
  'today.account.off': 'The numbers are wrong by {difference}. Tell your administrator.',

  'today.emptyText': 'Drop documents anywhere in this window, or add a folder to watch.',
} as const;
