export const COMMANDER_ES = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Global Options:': 'Opciones globales:',
  'Commands:': 'Comandos:',
  '[options]': '[opciones]',
  '[command]': '[comando]',
  'choices:': 'valores:',
  'default:': 'predeterminado:',
  'display help for command': 'mostrar la ayuda del comando',
  "error: missing required argument '{name}'": "error: falta el argumento obligatorio '{name}'",
  "error: option '{flags}' argument missing": "error: falta el valor de la opción '{flags}'",
  "error: required option '{flags}' not specified": "error: no se indicó la opción obligatoria '{flags}'",
  "error: unknown option '{flag}'": "error: opción desconocida '{flag}'",
  "error: unknown command '{name}'": "error: comando desconocido '{name}'",
  "error: too many arguments for '{name}'. Expected {expected} but got {received}.":
    "error: demasiados argumentos para '{name}'. Se esperaban {expected}, pero se recibieron {received}.",
  "error: option '{flags}' argument '{value}' is invalid. {reason}":
    "error: el valor '{value}' de la opción '{flags}' no es válido: {reason}",
  "error: command-argument value '{value}' is invalid for argument '{name}'. {reason}":
    "error: el valor '{value}' no es válido para el argumento '{name}': {reason}",
  'Allowed choices are {list}.': 'los valores permitidos son {list}.',
  '1 argument': '1 argumento',
  '{count} arguments': '{count} argumentos',
  '(Did you mean {name}?)': '(¿Quiso decir {name}?)',
  '(Did you mean one of {list}?)': '(¿Quiso decir uno de estos: {list}?)',
  "error: option '{option}' cannot be used with option '{other}'":
    "error: la opción '{option}' no se puede usar con la opción '{other}'",
} as const;
