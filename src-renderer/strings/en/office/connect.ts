export const connect = {
  'connect.title': 'Connect to your service',
  'connect.open': 'Connect…',
  'connect.step.service': 'Service',
  'connect.step.secret': 'Sign-in',
  'connect.step.folders': 'Folders',
  'connect.lockedPractice':
    'Your organization has set practice mode for this computer, so you cannot connect to a service here. Ask the administrator of this computer.',
  'connect.service.which': 'Which service?',
  'connect.service.new': 'Another service',
  'connect.service.new.hint': 'You enter its address.',
  'connect.service.text':
    'You need the address and the secret (API key) that your organization got from the service. Before the last step, nothing is saved and no document is sent.',
  'connect.drafts':
    '{count, plural, one {# document that was added by hand is not sent yet.} other {# documents that were added by hand are not sent yet.}}',
  'connect.drafts.next':
    'Send or discard {count, plural, one {this document} other {these documents}} before you connect, because Clearfolder restarts at the end.',
  'connect.network': 'Proxy and root certificate',
  'connect.network.note': 'Only if your network needs them',
  'connect.network.hint':
    'Only needed if your hospital inspects encrypted connections. Ask the IT department for the file, and enter its whole path.',
  'connect.proxy.hint':
    'Enter http://HOST:PORT with the name and port of the proxy. If you leave this empty, Clearfolder connects directly.',
  'connect.proxy.user': 'User name for the proxy',
  'connect.proxy.user.hint': 'Only if the proxy asks for a user name and a password.',
  'connect.proxy.password': 'Password for the proxy',
  'connect.fault.proxyUser': 'Enter a user name without a colon.',
  'connect.secret.confirm':
    'Clearfolder asks you to confirm the service address, then signs in once. No document is sent.',
  'connect.place.looking': 'Checking the keychain of this computer…',
  'connect.place.keychain': 'Clearfolder will keep the secret (API key) in the keychain of this computer.',
  'connect.place.fault': 'The keychain of this computer does not work',
  'connect.place.fault.text':
    'Clearfolder keeps two secrets in the keychain: the secret (API key), and the key of the record of what was sent. Ask your IT department to set up the keychain, then check again. Or choose the private file.',
  'connect.place.file': 'Keep the secrets in a private file',
  'connect.place.file.hint':
    'Only your account on this computer can open the file, but the file is not encrypted: whoever can read the disk, or a copy of the disk, gets the secret (API key) and the record of what was sent. Choose the file only if the disk is encrypted.',
  'connect.place.choose': 'Choose the private file, or check the keychain again.',
  'connect.place.again': 'Check keychain again',
  'connect.place.none':
    'Clearfolder cannot use the place where the secrets of this service are kept. Ask your IT department to correct this, then check again.',
  'connect.place.detail': 'Message of the system',
  'connect.test': 'Test sign-in',
  'connect.fault.malformed':
    'This is not a secret (API key). A secret has three parts with colons between them, without spaces. Copy the whole secret.',
  'connect.fault.empty': 'Paste the secret (API key).',
  'connect.fault.refused': 'The service rejected this secret (API key). Nothing was saved.',
  'connect.fault.refused.next':
    'Copy the secret (API key) again from the web page of your organization, or ask your administrator for the current secret.',
  'connect.fault.no-answer': 'Clearfolder could not sign in at {address}: {cause}. Nothing was saved.',
  'connect.fault.no-answer.next':
    'Check the service address and the network connection, then test again. If your network needs a proxy, go back one step and enter the proxy.',
  'connect.fault.network.unknown-authority':
    'This computer does not trust the certificate of the service. Nothing was saved, and the secret (API key) was not sent.',
  'connect.fault.network.certificate-expired':
    'The certificate of the service has expired, according to the clock of this computer. Nothing was saved, and the secret (API key) was not sent.',
  'connect.fault.network.certificate-early':
    'The certificate of the service is not valid yet, according to the clock of this computer. Nothing was saved, and the secret (API key) was not sent.',
  'connect.fault.network.certificate-host':
    'The server at this address has a certificate for a different name. Nothing was saved, and the secret (API key) was not sent.',
  'connect.fault.network.encryption':
    'Clearfolder and the server at this address have no encryption method in common. Nothing was saved, and the secret (API key) was not sent.',
  'connect.fault.certificate.next':
    'Check the service address, and the date and time of this computer. If both are right, ask your IT department: hospitals that inspect encrypted connections have a root certificate file, which you enter one step back.',
  'connect.fault.network.proxy-unreachable':
    'Clearfolder cannot reach the proxy, or the proxy does not answer. Nothing was saved.',
  'connect.fault.network.proxy-sign-in':
    'The proxy asks for a user name and a password, or rejects the ones that were entered. Nothing was saved.',
  'connect.fault.network.proxy-refused':
    'The proxy does not allow the connection to the service. Nothing was saved.',
  'connect.fault.proxy.next':
    'Check the proxy one step back. If the proxy is right, ask your IT department to allow the service address on the proxy.',
  'connect.fault.network.change': 'Change proxy or certificate',
  'connect.fault.other':
    'This secret (API key) belongs to {secret}, but the documents of “{environment}” were sent for {record}. Nothing was saved.',
  'connect.fault.other.next':
    'If the secret (API key) is wrong, enter the secret of {record}. If this station works for both, add another service for {secret}. If both are the same organization under a new name, enter the secret in Settings, under Sign-in, and confirm there.',
  'connect.fault.other.own': 'Add another service',
  'connect.fault.elsewhere':
    'The environment variable CLEARFOLDER_API_SECRET belongs to another service than {origin}. Nothing was saved or sent.',
  'connect.fault.elsewhere.next':
    'Ask your IT department to start Clearfolder with CLEARFOLDER_API_SECRET_ORIGIN set to {origin}, or without CLEARFOLDER_API_SECRET.',
  'connect.fault.unconfirmed': 'Nobody confirmed the service address. Nothing was saved or sent.',
  'connect.fault.unconfirmed.next': 'Test the sign-in again, and confirm when Clearfolder asks.',
  'connect.accepted': 'The service accepts the secret (API key). Check that this is your organization:',
  'connect.kept': 'Secrets',
  'connect.kept.keychain': 'In the keychain of this computer',
  'connect.kept.file': 'In a private file on this computer',
  'connect.kept.variable': 'In the environment variable CLEARFOLDER_API_SECRET',
  'connect.folders': 'Watched folders',
  'connect.folders.none':
    'This station watches no folder yet. You can add folders after you connect: each folder first shows what it would send.',
  'connect.folders.text':
    'Clearfolder watches these folders for the service from now on. For each folder, decide what happens to the files that are already there.',
  'connect.folders.sum':
    '{files, plural, =0 {The folder has no document that could be sent now.} one {The folder has # document that could be sent now.} other {The folder has # documents that could be sent now.}}',
  'connect.folders.see': 'Show these documents',
  'connect.finish': 'Connect',
  'connect.finishing': 'Connecting…',
  'connect.unnamed': 'the organization of the secret (API key)',
  'connect.said': 'Connected to {organization}. From now on, documents go to this service.',
} as const;
