import type { BaseUrlFaults } from '../settings.ts';

export const BASE_URL_FAULTS_ES: BaseUrlFaults = {
  notAddress: 'debe ser una dirección web como https://HOST/public/v1',
  scheme: 'debe comenzar con https:// (http:// se permite solo para esta computadora)',
  spaces: 'no debe contener espacios ni \\',
  user: 'no debe contener un nombre de usuario ni una contraseña',
  host: 'debe comenzar con el servidor tal como debe ser:',
  long: 'debe tener como máximo 300 caracteres',
  query: 'no debe contener ? ni #',
  end: 'debe terminar en /public/v1',
};
