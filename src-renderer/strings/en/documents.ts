export const documents = {
  'document.open': 'Open',
  'document.openNamed': 'Open {name}',
  'document.save': 'Save…',
  'document.saveNamed': 'Save {name}',
  'document.saved': 'The document was saved.',
  'document.loading': 'Loading the document from the service…',
  'document.page': 'Page {page} of {count}',
  'document.previous': 'Previous page',
  'document.next': 'Next page',
  'document.zoomIn': 'Larger',
  'document.zoomOut': 'Smaller',
  'document.zoom': '{percent} %',
  'document.pageOf': 'Page {page} of {name}',
  'document.cannotShow':
    'Clearfolder cannot show documents of this type ({type}). Save the document and open it in another program.',
  'document.damaged':
    'Clearfolder cannot show this document: the file is damaged, or its type is wrong. Save the document and open it in another program.',
  'document.missingPicture':
    'Clearfolder cannot show one picture on this page. Save the document to see all of it.',
  'document.locked':
    'The document is protected by a password. Save the document and open it in another program.',
  'document.tooLong':
    'Clearfolder shows only the beginning of this document. Save the document to see all of it.',
  'document.audio': 'Recording {name}',
  'document.audioFrom': 'starts at {time}',
} as const;
