export const keys = {
  'keys.title': 'Keys',
  'keys.palette': 'Go anywhere, find a Task, do anything',
  'keys.undo': 'Take back what was just sent or changed, while that can be',
  'keys.lock': 'Lock this station',
  'keys.tab': 'To the next thing; Shift+Tab to the one before',
  'keys.escape': 'Put away what lies over the screen',
  'keys.search': 'Search on this screen',
  'keys.single': 'Single keys',
  'keys.singleHint': 'Switch them off if you speak to the computer or often touch keys by accident.',
} as const;
