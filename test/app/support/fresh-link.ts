import type { OpenApp } from './app.ts';

export async function freshLink(station: OpenApp['station']): Promise<string> {
  const { stdout, stderr } = await station.run('open', '--browser', '--no-launch', '--json');
  const link = /http:\/\/127\.0\.0\.1:\d+\/#[^"\s]+/.exec(stdout)?.[0];
  if (link === undefined) throw new Error(`no link: ${stdout}${stderr}`);
  return link;
}
