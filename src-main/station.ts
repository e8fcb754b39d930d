process.stdout.write('clearfolder\n');
