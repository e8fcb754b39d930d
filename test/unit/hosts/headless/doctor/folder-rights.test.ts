import { expect, test } from 'vitest';
import { letsOthersIn } from '../../../../../src-main/hosts/headless/doctor/folder-rights.ts';

const OWN = '(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1004336348-1177238915-682003330-1001)';

test.each([
  ['C:\\Users\\ann\\AppData\\Local', `D:PAI${OWN}`, false],
  ['a folder below C:\\', `D:AI${OWN}(A;OICIID;0x1200a9;;;BU)(A;ID;0x1301bf;;;AU)`, true],
  ['everyone, written as an id', `D:AI${OWN}(A;OICI;FA;;;S-1-1-0)`, true],
  ['users are refused', `D:AI(D;OICI;FA;;;BU)${OWN}`, false],
  ['no list at all', 'D:NO_ACCESS_CONTROL', true],
])('doctor knows whether all users of a Windows computer may open a folder: %s', (_name, sddl, open) => {
  expect(letsOthersIn(`Clearfolder\r\n${sddl}\r\n`)).toBe(open);
});
