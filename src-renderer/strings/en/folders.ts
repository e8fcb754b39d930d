export const folders = {
  'folders.lead':
    '{count, plural, =0 {No folder is set up.} one {# folder is set up.} other {# folders are set up.}}{away, plural, =0 {} one { # cannot be reached.} other { # cannot be reached.}}{paused, plural, =0 {} one { # is paused.} other { # are paused.}}',
  'folders.locked': 'Your organization sets the folders of this computer.',
  'folders.add': 'Add folder…',
  'folders.lookAll': 'Refresh all',
  'folders.looking': 'Refreshing: Clearfolder is checking the files.',
  'folders.empty.title': 'No watched folders yet',
  'folders.empty.text':
    'Choose the folder that your documents are scanned or exported to. Clearfolder sends every new document in the folder and shows the result.',
  'folders.one': 'Folder {id}',
  'folders.health.ok': 'Watched',
  'folders.health.away': 'Cannot be reached',
  'folders.health.awaySince': 'Cannot be reached since {time}',
  'folders.health.other': 'Handled by station {station}',
  'folders.health.paused': 'Paused',
  'folders.health.problem': 'Needs attention',
  'folders.watching.events': 'Watched live: new files are found at once',
  'folders.watching.poll': 'Checked every few seconds',
  'folders.watching.scan': 'Checked every few minutes',
  'folders.lastLook': 'Last checked',
  'folders.notLooked': 'Not checked yet',
  'folders.pause': 'Pause',
  'folders.resume': 'Resume',
  'folders.paused': 'Folder “{id}” is paused. New files wait until you resume the folder.',
  'folders.resumed': 'Folder “{id}” is watched again.',
  'folders.noOtherStation': 'Confirm that no other station uses this folder',
  'folders.noOtherStation.done': 'This station now sends the documents in folder “{id}”.',
  'folders.edit': 'Edit…',
  'folders.remove': 'Remove…',
  'folders.remove.title': 'Stop watching folder “{id}”?',
  'folders.remove.text':
    'Clearfolder will not send new files from this folder. Your files stay in the folder, and Clearfolder keeps the record of what was sent.',
  'folders.remove.notSent':
    '{count, plural, one {# file in this folder was not sent and will not be sent.} other {# files in this folder were not sent and will not be sent.}}',
  'folders.remove.onWay':
    '{count, plural, one {# document is already in the outbox and will still be sent.} other {# documents are already in the outbox and will still be sent.}}',
  'folders.remove.sure': 'Stop watching',
  'folders.removed': 'Folder “{id}” is no longer watched.',
  'folders.counts': 'Files by state',
  'folders.counts.found': 'Files found',
  'folders.counts.others': 'Handled by another station',
  'folders.counts.none': 'No files found in this folder yet.',
  'folders.counts.wrong':
    'The numbers are wrong: {found} files were found, but the numbers of all states together are {sum}. Tell your administrator.',
  'folders.backlog':
    '{count, plural, one {# document is already in this folder} other {# documents are already in this folder}}',
  'folders.backlog.watched':
    '{count, plural, one {# file needs your decision} other {# files need your decision}}',
  'folders.backlog.others':
    '{count, plural, one {# more file in this folder is not a document, is empty or incomplete, or was sent before. Clearfolder does not send this file by itself.} other {# more files in this folder are not documents, are empty or incomplete, or were sent before. Clearfolder does not send these files by itself.}}',
  'folders.backlog.others.watched':
    '{count, plural, one {# of these files is not a complete document, or was sent before. Clearfolder does not send this file by itself.} other {# of these files are not complete documents, or were sent before. Clearfolder does not send these files by itself.}}',
  'folders.backlog.waiting':
    '{count, plural, one {# file needs your decision.} other {# files need your decision.}}',
  'folders.backlog.cause.before':
    '{several, select, yes {{count, plural, one {# file was already in the folder when you added the folder.} other {# files were already in the folder when you added the folder.}}} other {{count, plural, one {This file was already in the folder when you added the folder.} other {These files were already in the folder when you added the folder.}}}}',
  'folders.backlog.cause.doubt':
    '{several, select, yes {{count, plural, one {# file may have been sent already: the record of sent files on this computer was missing or incomplete.} other {# files may have been sent already: the record of sent files on this computer was missing or incomplete.}}} other {{count, plural, one {This file may have been sent already: the record of sent files on this computer was missing or incomplete.} other {These files may have been sent already: the record of sent files on this computer was missing or incomplete.}}}}',
  'folders.backlog.cause.left-out':
    '{several, select, yes {{count, plural, one {# file looks the same as a file that you chose not to send.} other {# files look the same as files that you chose not to send.}}} other {{count, plural, one {This file looks the same as a file that you chose not to send.} other {These files look the same as files that you chose not to send.}}}}',
  'folders.backlog.cause.again':
    '{several, select, yes {{count, plural, one {# file looks the same as an earlier file that did not become a Task.} other {# files look the same as earlier files that did not become Tasks.}}} other {{count, plural, one {This file looks the same as an earlier file that did not become a Task.} other {These files look the same as earlier files that did not become Tasks.}}}}',
  'folders.backlog.cause.later':
    '{several, select, yes {{count, plural, one {# file lay in the folder before Clearfolder was able to send it.} other {# files lay in the folder before Clearfolder was able to send them.}}} other {{count, plural, one {This file lay in the folder before Clearfolder was able to send it.} other {These files lay in the folder before Clearfolder was able to send them.}}}}',
  'folders.backlog.decide': 'Decide…',
  'folders.backlog.title': 'Send the existing documents?',
  'folders.backlog.choose': 'Choose an option first',
  'folders.backlog.send':
    '{count, plural, =0 {Check these files} one {Send this document} other {Send all # documents}}',
  'folders.backlog.skip': 'Send none of these documents',
  'folders.backlog.skip.hint': 'The documents stay in the folder. Clearfolder sends only new documents.',
  'folders.backlog.newer': 'Send only documents from a date on',
  'folders.backlog.newer.hint': 'Older documents stay in the folder and are not sent.',
  'folders.backlog.age':
    '{days, plural, =0 {from today} =1 {since yesterday} =36500 {in total} other {last # days}}: {files, plural, one {# document} other {# documents}}',
  'folders.backlog.ask': 'Decide later',
  'folders.backlog.ask.hint': 'The documents wait until you decide. Clearfolder sends only new documents.',
  'folders.backlog.date': 'From this date on',
  'folders.backlog.date.hint': 'Clearfolder sends documents that were last changed on this date or later.',
  'folders.backlog.see': 'Show files',
  'folders.backlog.go.newer': 'Send these documents',
  'folders.backlog.from': 'Send documents from {day} on',
  'folders.backlog.decided': 'Your decision is saved.',
  'folders.backlog.sends':
    '{count, plural, one {# document} other {# documents}} in “{folder}” will be sent.',
  'folders.backlog.undone': 'Nothing was sent. The files wait for your decision as before.',
  'folders.offer':
    '{count, plural, one {# document in this folder was sent with another task type or other request details. Clearfolder sends only new files as “{type}”.} other {# documents in this folder were sent with another task type or other request details. Clearfolder sends only new files as “{type}”.}}',
  'folders.offer.leftOut':
    '{count, plural, one {# document was not sent as “{type}”, because the document was gone, changed or unreadable, or may already be a Task of this type.} other {# documents were not sent as “{type}”, because the documents were gone, changed or unreadable, or may already be Tasks of this type.}}',
  'folders.offer.send':
    '{count, plural, one {Send this document as “{type}” too…} other {Send these # documents as “{type}” too…}}',
  'folders.offer.title':
    '{count, plural, one {Send # document as “{type}” too?} other {Send # documents as “{type}” too?}}',
  'folders.offer.text':
    '{tasks, plural, one {The service gets # new Task of the type “{type}”. The Task that has this document now stays as it is.} other {The service gets # new Tasks of the type “{type}”. The Tasks that have these documents now stay as they are.}}',
  'folders.offer.leaves':
    'Documents that are gone, changed or unreadable are left out, and Folders says how many.',
  'folders.offer.sure': '{count, plural, one {Send # document} other {Send # documents}}',
  'folders.offer.sends':
    '{count, plural, one {# document in “{folder}” will be sent as “{type}” too.} other {# documents in “{folder}” will be sent as “{type}” too.}}',
  'folders.offer.undone': 'Nothing was sent. The documents can still be sent as “{type}”.',
  'folders.offer.dismissed': 'Dismissed. The documents are not sent as “{type}”.',
  'folders.offer.back': 'Undone. The documents are offered as before.',
  'folders.add.title': 'Add folder',
  'folders.edit.title': 'Edit folder',
  'folders.add.anyway': 'Add folder anyway',
  'folders.added': 'The folder is watched now.',
  'folders.changed': 'The folder settings are saved.',
  'folders.next': 'Next',
  'folders.steps': 'Steps',
  'folders.step.place': 'Folder',
  'folders.step.group': 'Tasks',
  'folders.step.go': 'Sending',
  'folders.step.check': 'Check',
  'folders.step.faulty': 'has an error',
  'folders.path': 'Folder',
  'folders.path.hint': 'Enter the whole path, such as \\\\server\\scans or /srv/scans.',
  'folders.choose': 'Choose…',
  'folders.browse': 'Browse',
  'folders.places': 'Folders on this computer',
  'folders.places.usual': 'Common folders',
  'folders.places.up': 'Up',
  'folders.places.none': 'This folder has no subfolders.',
  'folders.place.found':
    '{files, plural, =0 {Clearfolder can read the folder. The folder has no document that could be sent now.} one {Clearfolder can read the folder. The folder has # document that could be sent now.} other {Clearfolder can read the folder. The folder has # documents that could be sent now.}}',
  'folders.place.missing': 'This folder does not exist. Check the path.',
  'folders.place.anyway':
    'You can still continue, for example if the folder is on a network drive that is not connected now.',
  'folders.grouping': 'What becomes one Task',
  'folders.grouping.file': 'Each file',
  'folders.grouping.file.hint': 'Every document becomes its own Task.',
  'folders.grouping.folder': 'Each subfolder',
  'folders.grouping.folder.hint': 'All documents in a subfolder belong to one patient or case.',
  'folders.grouping.depth': 'Each subfolder on a deeper level',
  'folders.grouping.depth.hint':
    'For subfolders inside other folders, such as a folder for each year or clinic.',
  'folders.grouping.atDepth': 'Each subfolder on level {depth}',
  'folders.grouping.key': 'Files with a shared part in their names',
  'folders.grouping.key.hint':
    'Files of one case share a number or name, such as 4711_front.pdf and 4711_back.pdf.',
  'folders.depth': 'Level of the subfolders that become Tasks',
  'folders.key': 'Pattern for the shared part of the name',
  'folders.key.hint':
    'Files with the same shared part become one Task. The default pattern uses the part of the name before the first _, such as 4711 in 4711_front.pdf. For another part, ask your administrator: the pattern is a regular expression, in which (?<key>…) encloses the shared part.',
  'folders.patterns': 'Which files to send',
  'folders.patterns.note': 'all documents, unless you change this',
  'folders.include': 'Send these files',
  'folders.include.all': 'All files',
  'folders.include.hint':
    'One pattern on each line. **/*.pdf means PDF files in this folder and in every subfolder. Files that are not documents are sent only if a pattern names their type, such as **/*.dcm.',
  'folders.exclude': 'Except these files',
  'folders.exclude.hint':
    'One pattern on each line. archive/** means all files in the subfolder “archive” and in its subfolders.',
  'folders.preview': 'Preview',
  'folders.preview.now': 'Files in the folder now',
  'folders.preview.looking': 'Checking the folder',
  'folders.preview.unreachable': 'Clearfolder cannot reach the folder. Check the path and the network drive.',
  'folders.preview.sum':
    '{files, plural, =0 {No document would be sent.} one {# document would be sent as} other {# documents would be sent as}}{tasks, plural, =0 {} one { # Task.} other { # Tasks.}}',
  'folders.preview.more': '{count, plural, one {and # more Task} other {and # more Tasks}}',
  'folders.preview.ignored':
    '{count, plural, one {# file would be ignored} other {# files would be ignored}}',
  'folders.preview.held': '{count, plural, one {# file would not be sent} other {# files would not be sent}}',
  'folders.preview.unreadable':
    '{count, plural, one {# subfolder or file cannot be read} other {# subfolders or files cannot be read}}',
  'folders.held.file.empty': 'the file is empty',
  'folders.held.file.not-a-document':
    'the file is not a document; you can still send it with “Send anyway” in the list of files',
  'folders.held.file.web-page':
    'the file is a web page with the name of another type; you can still send it with “Send anyway” in the list of files',
  'folders.held.file.conflict-copy':
    'the file is the other version of a file that a sync program kept; you can still send it with “Send anyway” in the list of files',
  'folders.held.file.duplicate':
    'the same document was sent before, is in the outbox, or is twice in the folder',
  'folders.held.file.group-held': 'another file of the same Task would not be sent',
  'folders.held.file.unfinished':
    'the file is incomplete; you can still send it with “Send anyway” in the list of files',
  'folders.held.file.unreadable': 'the file cannot be opened',
  'folders.held.file.outside-groups': 'the file is not in a subfolder',
  'folders.held.file.no-group-key': 'the file name has no part that names its group',
  'folders.try': 'Test this task type',
  'folders.try.hint': 'The test sends one page without patient data to the service and shows the response.',
  'folders.try.busy': 'Asking the service…',
  'folders.after': 'After a file is sent',
  'folders.after.keep': 'Leave the file in its folder',
  'folders.after.keep.hint':
    'Clearfolder changes none of your files.{answers, select, yes { Clearfolder adds the answer folders, and removes an answer folder without documents when its Task goes on.} other {}}',
  'folders.after.move': 'Move the file to a subfolder',
  'folders.after.move.hint':
    'Clearfolder moves each sent file to the subfolder “Sent (Clearfolder)”, which has a folder for each day, and never overwrites a file.',
  'folders.answerFolders': 'Answer folders',
  'folders.answerFolders.name': 'Answers',
  'folders.answerFolders.hint':
    'Each waiting Task gets a subfolder in “{name}”, with a note that says what is missing. Documents that you save there answer the Task. {names, select, name {The name of the subfolder has the name of the Task, which may be the name of a patient.} other {The name of the subfolder has no patient name.}}',
  'folders.sent.keep': 'Sent files stay in the folder',
  'folders.sent.move': 'Sent files are moved to a subfolder',
  'folders.advanced': 'Advanced settings',
  'folders.advanced.note': 'usually not needed',
  'folders.id': 'Short name',
  'folders.id.hint':
    'Clearfolder shows the folder under this name. If you leave this empty, Clearfolder uses the name of the folder.',
  'folders.quietSeconds': 'Seconds without changes to a file',
  'folders.quietSeconds.hint':
    'After this time without changes, Clearfolder treats the file as complete. Slow scanners need more time.',
  'folders.groupQuietSeconds': 'Seconds without changes to a group',
  'folders.groupQuietSeconds.hint':
    'A group is all files that become one Task. After this time without changes, the files of the group are sent together.',
  'folders.rescanMinutes': 'Minutes between full checks',
  'folders.rescanMinutes.hint':
    'Clearfolder checks the whole folder again after this time, even if the folder is watched live.',
  'folders.name': 'Task name',
  'folders.name.hint': 'If you leave this empty, the service names each Task.',
  'folders.externalId': 'Reference at the service',
  'folders.externalId.hint':
    'The service keeps this reference with each Task. The reference must end with {id}, which Clearfolder replaces with a different ID for each Task. Before {id}, you can put {folder} (the short name of the folder) and {key} (the shared part of the file names). The reference appears in web addresses, so do not use {key} if file names contain patient names.',
  'folders.callbackTemplate': 'Callback address',
  'folders.callbackTemplate.hint':
    'Enter an address only if your administrator gave you one. In the address, {uuid} and {externalId} stand for the ids of the Task. Clearfolder creates each Task with the reference above, so each call has this reference as {externalId}, unless a person changes the reference of the Task before.',
  'folders.watch': 'How to find new files',
  'folders.watch.auto': 'Automatically',
  'folders.watch.auto.hint':
    'Where possible, Clearfolder watches the folder live. Otherwise Clearfolder checks the folder regularly.',
  'folders.watch.poll': 'Check regularly',
  'folders.watch.poll.hint': 'Use this for network drives that do not report new files to Clearfolder.',
  'folders.fault.path': 'Enter or choose a folder.',
  'folders.fault.key':
    'This search pattern is not valid: it must be a regular expression with a group that has the name “key”. Correct the pattern, or ask your administrator.',
  'folders.fault.depth': 'Enter a whole number from 1 to 16.',
  'folders.fault.include':
    'Enter at least one pattern. Use * for any text, ? for any character, [a-z] for a letter from a to z, and /**/ for any subfolders, as in *.pdf.',
  'folders.fault.exclude':
    'This pattern is not valid. Use * for any text, ? for any character, [a-z] for a letter from a to z, and /**/ for any subfolders, as in *.pdf.',
  'folders.fault.id': 'Enter 1 to 64 letters, digits, - or _. No other folder may have the same short name.',
  'folders.fault.quietSeconds': 'Enter a number from 0.1 to 3600.',
  'folders.fault.groupQuietSeconds': 'Enter a number from 0.1 to 86400.',
  'folders.fault.rescanMinutes': 'Enter a number from 0.05 to 1440.',
  'folders.fault.name': 'This name is not allowed. Enter a different name, or leave the field empty.',
  'folders.fault.externalId':
    'The reference must end with {id}. Before {id}, you may write text, {key} and {folder}.',
  'folders.fault.callbackTemplate': 'The address must begin with http:// or https://',
  'folders.test': 'Test this folder',
  'folders.test.fault':
    'With these settings, Clearfolder cannot send the documents of this folder as you want. Go back and correct the settings.',
  'folders.test.again': 'Test again',
  'folders.test.busy': 'Testing the folder',
  'finding.ok': 'Works',
  'finding.unknown': 'Unknown',
  'finding.fault': 'Error',
  'files.title': 'All files',
  'files.title.folder': 'Files in “{folder}”',
  'files.title.drops': 'Files added by hand',
  'files.show': 'Show',
  'files.all': 'All',
  'files.several': 'Selected states',
  'files.none': 'No files in this state',
  'files.found': 'found',
  'files.send': 'Send as a new Task',
  'files.leaveOut': 'Leave out',
  'files.sendAnyway': 'Send anyway',
  'files.giveTo': 'Add to the waiting Task',
  'files.uncompared':
    'Clearfolder compares its record of sent files with the service before it sends files of a folder, so that nothing is sent twice.',
  'files.uncompared.next':
    'Nothing, if this takes only a moment: Clearfolder continues by itself when the service answers. Otherwise Today says why the service does not answer.',
  'files.details': 'Details',
  'files.folderSettings': 'Folder settings',
  'files.goes': '“{file}” is being sent.',
  'files.leftOut': 'Clearfolder does not send “{file}”. The file stays in its folder.',
} as const;
