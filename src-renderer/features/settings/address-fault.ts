import { baseUrlFault } from '../../../src-main/contract/settings.ts';
import { t } from '../../strings/translate.ts';

/** What is wrong with a service address, in words; null when nothing is. The contract decides, this only says it. */
export function addressFaultText(address: string): string | null {
  const fault = baseUrlFault(address);
  if (fault === null) return null;
  if (address === '') return t('settings.environment.fault.empty');
  return t('settings.environment.fault.address', { fault });
}
