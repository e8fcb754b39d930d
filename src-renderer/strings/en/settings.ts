export const settings = {
  'welcome.title': 'Three steps to begin with',
  'welcome.lead': 'Each is checked as you go. Nothing leaves this computer while practice mode is on.',
  'welcome.putAway': 'Put away',
  'welcome.done': 'Done',
  'welcome.open': 'To do',
  'welcome.connect.title': 'Practise, or connect',
  'welcome.connect.practice':
    'Practice mode is on, and sample packets about invented patients are moving already. Look at what comes back, or connect to your service.',
  'welcome.connect.connected': 'Clearfolder is connected to your service.',
  'welcome.connect.needs-secret':
    'The service needs the api_secret of your organisation. Your administrator has it; paste it in the settings.',
  'welcome.connect.unreachable':
    'The service cannot be reached at the moment. Check its address in the settings and the network connection.',
  'welcome.connect.starting': 'Connecting…',
  'welcome.connect.stopped': 'Clearfolder could not start. The settings say why.',
  'welcome.connect.look': 'See the sample Tasks',
  'welcome.connect.real': 'Connect to your service',
  'welcome.connect.settings': 'Open the settings',
  'welcome.folder.title': 'Watch a folder',
  'welcome.folder.text':
    'New documents in it go out by themselves. You see what would be taken before anything is sent.',
  'welcome.folder.add': 'Add a folder',
  'welcome.folder.see': 'See your folders',
  'welcome.document.title': 'Give a document by hand',
  'welcome.document.text':
    'Drop files or whole folders anywhere into this window. You check what they become before they go.',
} as const;
