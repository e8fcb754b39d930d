export const keys = {
  'keys.title': 'Keyboard shortcuts',
  'keys.palette': 'Go to a screen, find a Task, or run an action',
  'keys.undo': 'Undo the last send or change, while Undo is shown',
  'keys.lock': 'Lock this station',
  'keys.tab': 'Go to the next control; Shift+Tab goes back',
  'keys.escape': 'Close the panel or dialog',
  'keys.search': 'Search on this screen',
  'keys.single': 'Single-key shortcuts',
  'keys.singleHint': 'Turn these off if you dictate, or often press keys by accident.',
} as const;
