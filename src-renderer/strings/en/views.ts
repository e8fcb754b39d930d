export const views = {
  'views.menu': 'Views',
  'views.save': 'Save this view…',
  'views.edit': 'Rename or delete…',
  'views.saveTitle': 'Save this view',
  'views.saveText':
    'The view keeps the filters, the search and the order. A view with the same name is replaced.',
  'views.name': 'Name of the view',
  'views.fault': 'Enter a name of at most 60 characters.',
  'views.saved': 'The view “{name}” was saved.',
  'views.editTitle': 'Rename or delete views',
  'views.rename': 'Rename',
  'views.delete': 'Delete “{name}”',
  'views.none': 'No views are saved.',
} as const;
