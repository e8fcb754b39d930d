export const documents = {
  'document.open': 'Open',
  'document.openNamed': 'Open {name}',
  'document.save': 'Save…',
  'document.saveNamed': 'Save {name}',
  'document.saved': 'The document was saved.',
  'document.loading': 'Getting the document from the service…',
  'document.page': 'Page {page} of {count}',
  'document.previous': 'Previous page',
  'document.next': 'Next page',
  'document.zoomIn': 'Larger',
  'document.zoomOut': 'Smaller',
  'document.zoom': '{percent} %',
  'document.pageOf': 'Page {page} of {name}',
  'document.cannotShow':
    'Clearfolder cannot show documents of this type ({type}). Save it and open it with another program.',
  'document.damaged':
    'The document cannot be shown: it is damaged or not what it says it is. Save it to look at it with another program.',
  'document.missingPicture':
    'A picture on this page is of a kind that cannot be shown here. Save the document to see all of it.',
  'document.locked': 'The document is protected by a password. Save it to open it with another program.',
  'document.tooLong': 'Only the beginning is shown. Save the document to see all of it.',
  'document.audio': 'Recording {name}',
  'document.audioFrom': 'starts at {time}',
} as const;
