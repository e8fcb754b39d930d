import keytar from 'keytar';

/* Takes an entry of a station out of the keyring, as a person or a tool might. */

const [station = '', name = ''] = process.argv.slice(2);
process.exitCode = (await keytar.deletePassword('Clearfolder', `${station}/${name}`)) ? 0 : 1;
