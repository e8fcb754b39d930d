export const settings = {
  'welcome.title': 'Getting started',
  'welcome.lead':
    'Clearfolder sends your documents to the validation service and shows the results. Here are the first steps.',
  'welcome.done': 'Done',
  'welcome.open': 'To do',
  'welcome.connect.title': 'Connect',
  'welcome.connect.practice':
    'Practice mode is on. Clearfolder is already sending sample documents of invented patients.',
  'welcome.connect.connected': 'Clearfolder is connected to your service.',
  'welcome.connect.needs-secret':
    'The service needs the secret (API key) of your organization. Ask your administrator for the secret, then press Connect.',
  'welcome.connect.unreachable':
    'Clearfolder cannot reach the service. Check the service address in Settings and your network connection.',
  'welcome.connect.starting': 'Connecting…',
  'welcome.connect.stopped': 'Clearfolder could not start. Open Settings to see why.',
  'welcome.connect.look': 'Show Tasks',
  'welcome.folder.title': 'Watch a folder',
  'welcome.folder.text':
    'Clearfolder sends every new document in a watched folder. Before you add a folder, you see what Clearfolder would send.',
  'welcome.folder.see': 'Show folders',
  'welcome.document.title': 'Add documents',
  'welcome.document.text':
    'Drop files or folders anywhere in this window, or press Add documents. You review the documents before you send them.',
  'settings.part.everyday': 'Everyday',
  'settings.part.administrator': 'Administrator',
  'settings.part.administrator.text': 'Change these settings only if you set up or look after Clearfolder.',
  'settings.groups': 'Settings sections',
  'settings.saved': 'Saved.',
  'settings.saving': 'Saving…',
  'settings.locked':
    'Your organization has set this value for this computer. You cannot change the value here.',
  'settings.unsaved': 'Not saved yet.',
  'settings.giveUp': 'Undo changes',
  'settings.on': 'On',
  'settings.off': 'Off',
  'settings.unknown': 'Not known',
  'settings.restart': 'Restart',
  'settings.restarting': 'Restarting…',
  'settings.environment': 'Service',
  'settings.environment.text':
    'Choose the service that receives your documents. For each service, Clearfolder keeps a separate record of what was sent.',
  'settings.environment.which': 'Current service',
  'settings.environment.practice':
    'A service inside this program, for training. Nothing leaves this computer.',
  'settings.environment.toPractice':
    'Clearfolder stops sending to your service and starts practice mode. Clearfolder keeps the documents in the outbox, and sends them when you switch back. Documents that you send in practice mode do not reach your service.',
  'settings.environment.toOther':
    'After the switch, Clearfolder sends your documents to {name}. The new service does not have the documents that you sent in practice mode or to another service.',
  'settings.environment.folders':
    '{count, plural, one {Clearfolder also watches this folder for the new service. If the folder was set up for practice mode or another service, the files in the folder wait until you decide about them under Folders:} other {Clearfolder also watches these # folders for the new service. If a folder was set up for practice mode or another service, the files in the folder wait until you decide about them under Folders:}}',
  'settings.environment.waits':
    '{count, plural, =0 {No document would be sent} one {# document would be sent} other {# documents would be sent}}',
  'settings.environment.switch': 'Switch to {name}',
  'settings.environment.remove': 'Remove {name} from this list',
  'settings.environment.address': 'Service address',
  'settings.environment.address.hint':
    'Paste the whole address that the service gave your organization. The address ends in /public/v1.',
  'settings.environment.name': 'Name of this service',
  'settings.environment.name.hint': 'Such as production or staging.',
  'settings.environment.fault.empty': 'Enter the service address.',
  'settings.environment.fault.address': 'The address {fault}.',
  'settings.environment.fault.name': 'Enter 1 to 64 letters, digits, - or _.',
  'settings.environment.fault.taken': 'Another service has this name. Enter a different name.',
  'settings.secret': 'Sign-in',
  'settings.secret.text':
    'The secret (API key) is the password of your organization at the service. Clearfolder never shows a saved secret.',
  'settings.secret.state.practice': 'Not needed',
  'settings.secret.state.not-set': 'Missing',
  'settings.secret.state.set': 'Not checked yet',
  'settings.secret.state.accepted': 'Accepted',
  'settings.secret.state.refused': 'Rejected',
  'settings.secret.elsewhere':
    'Clearfolder has a secret (API key) for {origin} and sends it only to that address. If the service address above is correct, set the secret of that service.',
  'settings.secret.elsewhere.unknown':
    'Clearfolder was not started for the service address above, so Clearfolder does not send the secret (API key) in CLEARFOLDER_API_SECRET there. Restart Clearfolder.',
  'settings.secret.words.practice': 'Practice mode signs in automatically.',
  'settings.secret.words.not-set':
    'Clearfolder cannot send or receive anything until you set the secret (API key).',
  'settings.secret.words.set': 'The secret (API key) is saved, but the service has not accepted it yet.',
  'settings.secret.words.accepted': 'The service accepts the secret (API key).',
  'settings.secret.words.refused':
    'The service rejected the secret (API key), probably because your organization has a new secret. Your documents are safe and wait on this computer. Ask your administrator for the new secret. If the secret is right, press “Check again”.',
  'settings.secret.store': 'Clearfolder saves the secret (API key) in {store}.',
  'settings.secret.overridden':
    'The secret (API key) comes from the environment variable CLEARFOLDER_API_SECRET of this computer. To change the secret, change this variable.',
  'settings.secret.new': 'Secret (API key)',
  'settings.secret.replace': 'New secret (API key)',
  'settings.secret.hint':
    'Paste the secret (API key) that the service gave your organization: three parts with colons between them.',
  'settings.secret.show': 'Show typed secret (API key)',
  'settings.secret.keep': 'Check and save',
  'settings.secret.said.accepted': 'Saved. The service accepts the secret (API key).',
  'settings.secret.said.set':
    'Saved. Clearfolder does not know yet whether the service accepts the secret (API key).',
  'settings.secret.check': 'Check again',
  'settings.secret.checking': 'Checking with the service…',
  'settings.secret.clear': 'Remove…',
  'settings.secret.clear.text':
    'Without the secret (API key), Clearfolder cannot send or receive anything. Your documents wait on this computer until you set a new secret. Clearfolder cannot show you the current secret, so make sure that you have a copy of it.',
  'settings.secret.clear.sure': 'Remove secret (API key)',
  'settings.secret.cleared': 'The secret (API key) was removed. Documents wait on this computer.',
  'settings.other.unknown': 'an organization with an unknown name',
  'settings.other.text':
    'This secret (API key) belongs to {secret}, but the documents on this station were sent for {record}. Clearfolder does not use this secret, so nothing is sent. Your documents are safe and wait on this computer.',
  'settings.other.former':
    'If somebody entered the wrong secret (API key), enter the secret of {record} again.',
  'settings.other.same': 'Confirm that both are the same organization…',
  'settings.other.same.text':
    'Confirm only if {secret} and {record} are the same organization with a new name or a new account at the service. Clearfolder then sends the waiting documents to {secret}. Documents sent to the wrong organization are a privacy breach. Your decision is kept in the audit record.',
  'settings.other.same.sure': 'Confirm same organization',
  'settings.other.same.said': 'The organization is now {secret}. Clearfolder is sending again.',
  'settings.other.own': 'Keep the organizations separate…',
  'settings.other.own.text':
    'Clearfolder adds a new entry to the list of services for {secret}, with the same service address and this secret (API key). The entry “{environment}” stays with {record} and loses this secret. The documents of {record} wait until you enter the secret of {record} again.',
  'settings.other.own.name': 'Name of the new entry',
  'settings.other.own.hint': 'For example the name of the clinic, without spaces.',
  'settings.other.own.sure': 'Add entry',
  'settings.other.own.said':
    'The entry “{name}” now has the secret (API key) of {secret}. Enter the secret of {record} here.',
  'settings.organisation': 'Organization',
  'settings.organisation.unnamed': 'Not named by the service',
  'settings.organisation.callback': 'Messages from the service about changed Tasks (callbacks)',
  'settings.organisation.read': 'external_read_enabled',
  'settings.organisation.read.text':
    'The service reports this switch of your organization, but its description does not say what the switch allows. Clearfolder works the same with either value. Ask the service.',
  'settings.station': 'This station',
  'settings.station.text': 'Other stations show this name for folders that this station handles.',
  'settings.stationName': 'Station name',
  'settings.stationName.hint': 'If you leave this empty, Clearfolder uses the name of this computer.',
  'settings.sending': 'Sending',
  'settings.sending.text': 'The default values work for most connections.',
  'settings.concurrency': 'Documents sent at the same time',
  'settings.concurrency.hint': '1 to 32. Use a smaller number on a slow connection.',
  'settings.idle': 'Seconds without a response before a try ends',
  'settings.idle.hint':
    '1 to 3600. Slow connections need more seconds. Before Clearfolder tries again, it asks the service whether the documents arrived.',
  'settings.undo': 'Seconds in which you can undo a send',
  'settings.milestones': 'Tell the service what this station did with a Task',
  'settings.milestones.hint':
    'The event log of each Task at the service then shows when documents were queued, found again, answered, viewed and followed up. No patient data is sent.',
  'settings.undo.hint':
    '5 to 600. Clearfolder waits this long before it sends your documents, answers and changes.',
  'settings.tracking': 'Results',
  'settings.tracking.text':
    'These settings control how often Clearfolder asks the service for results, and for which Tasks.',
  'settings.seconds': 'Seconds between checks for results',
  'settings.seconds.hint': '0.2 to 3600. While no Task is being checked, Clearfolder asks less often.',
  'settings.scope': 'Tasks to check',
  'settings.scope.station': 'Tasks of this station',
  'settings.scope.station.hint': 'Only Tasks that were sent from here.',
  'settings.scope.organisation': 'Tasks of the whole organization',
  'settings.scope.organisation.hint': 'Also Tasks that other stations sent.',
  'settings.network': 'Network',
  'settings.network.text':
    'These settings control how this computer reaches the service. “System check” below shows the certificate of the service. Changes apply when you save.',
  'settings.caFile': 'Root certificate file',
  'settings.caFile.hint':
    'Only needed if your hospital inspects encrypted connections. Ask the IT department for the file (PEM, also called Base-64) and enter the whole path of the file. Clearfolder trusts this certificate in addition to the certificates that this computer trusts. If the file changes, restart Clearfolder.',
  'settings.proxy': 'Proxy',
  'settings.proxy.hint':
    'Enter http://HOST:PORT with the name and port of the proxy. If you leave this empty, Clearfolder connects directly. If the proxy needs a password, your IT department sets the password on the command line.',
  'settings.callbacks': 'Callbacks',
  'settings.callbacks.text':
    'A callback is a message by which the service tells this station that a Task has changed. Clearfolder then asks the service for the result immediately. Clearfolder never trusts the content of a callback.',
  'settings.listen': 'Listening address',
  'settings.listen.hint':
    'For example 0.0.0.0:8080. If you leave this empty, callbacks are off. Results still arrive, but later.',
  'settings.retention': 'Retention',
  'settings.retention.text':
    'After the follow-up of a Task is done, Clearfolder keeps the details of the Task for this time.',
  'settings.days': 'Days to keep the details',
  'settings.days.hint': '1 to 36500. Clearfolder never deletes your own files.',
  'settings.fault.stationName': 'Enter 1 to 64 letters, digits, spaces, periods, _ or -.',
  'settings.fault.concurrency': 'Enter a whole number from 1 to 32.',
  'settings.fault.idle': 'Enter a number from 1 to 3600.',
  'settings.fault.undo': 'Enter a number from 5 to 600.',
  'settings.fault.seconds': 'Enter a number from 0.2 to 3600.',
  'settings.fault.scope': 'Choose one of the two options.',
  'settings.fault.listen':
    'Enter a name or IP address of this computer, a colon and a port, such as 0.0.0.0:8080.',
  'settings.fault.caFile': 'Enter the path of a file.',
  'settings.fault.proxy': 'Enter http://, a name, a colon and a port, without a user name or password.',
  'settings.fault.days': 'Enter a whole number from 1 to 36500.',
  'settings.notifications': 'Notifications',
  'settings.notifications.text': 'Notifications show numbers only, never names of patients or files.',
  'settings.notifyAttention': 'When something needs attention',
  'settings.notifyAttention.hint':
    'A Task is waiting, a document could not be sent, or a folder cannot be reached.',
  'settings.notifyDecided': 'When Tasks are decided',
  'settings.notifyDecided.hint': 'At most once every few minutes.',
  'settings.startAtLogin': 'Start when I log in',
  'settings.startAtLogin.hint': 'Clearfolder then watches your folders, even without an open window.',
  'settings.appearance': 'Appearance',
  'settings.appearance.text': 'Changes apply immediately, only on this computer.',
  'settings.language': 'Language',
  'settings.language.system': 'System',
  'settings.language.en': 'English',
  'settings.language.es': 'Español',
  'settings.theme': 'Colors',
  'settings.theme.system': 'System',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.textSize': 'Text size',
  'settings.textSize.normal': 'Normal',
  'settings.textSize.large': 'Large',
  'settings.textSize.larger': 'Larger',
  'settings.singleKeys': 'Single-key shortcuts',
  'settings.singleKeys.hint': 'Turn these off if you dictate, or often press keys by accident.',
  'settings.backups': 'Backups',
  'settings.backups.text':
    'Clearfolder copies the record of what was sent every hour. Each copy is encrypted and checked, and the newest 24 copies are kept. Only this station can open these copies.',
  'settings.backups.none':
    'There is no copy yet. Clearfolder makes the first copy a few minutes after the start.',
  'settings.backups.last':
    '{count, plural, one {There is one copy, made} other {There are # copies, the newest made}}',
  'settings.backups.cipher': 'The record of what was sent and its copies are encrypted with AES-256.',
  'settings.backups.copies':
    'The settings file names another folder for copies. Clearfolder writes a copy to that folder {count, plural, one {every hour} other {every # hours}}.',
  'settings.backups.copies.none': 'That folder has no copy yet.',
  'settings.backups.copies.last': 'Time of the newest copy in that folder',
  'settings.backups.make': 'Copy now',
  'settings.backups.busy': 'Copying…',
  'settings.backups.keep':
    'For a copy that you can open on another computer, ask your administrator to run the command below. Keep the copy and its passphrase in different places.',
  'settings.backups.restore':
    'To restore a copy, close Clearfolder and run the command below. After the restore, Clearfolder first asks the service which documents have arrived, and files in your folders wait for your decision.',
  'settings.doctor': 'System check',
  'settings.doctor.text':
    'The system check tests encryption keys, folders, the service, the clock and the disk. For each problem, the system check says what to do.',
  'settings.doctor.run': 'Check now',
  'settings.doctor.again': 'Check again',
  'settings.doctor.busy': 'Checking…',
  'settings.about': 'About',
  'settings.about.version': 'Version',
  'settings.about.runtime': 'Runs on',
  'settings.about.host': 'Window',
  'settings.about.host.desktop': 'a desktop window',
  'settings.about.host.browser': 'a browser on this computer',
  'settings.about.user': 'User',
  'settings.about.since': 'Running since',
  'settings.about.data': 'Data folder',
  'settings.about.file': 'Settings file',
  'settings.about.noFile': 'Clearfolder creates this file with your first change',
  'settings.about.licence': 'License',
  'settings.about.licence.text': 'MIT. The file LICENSE comes with the program.',
} as const;
