/** The settings of a station that sends all of one folder, soon, to the service at `baseUrl`. */
export function watchingSettings(
  { baseUrl }: { baseUrl: string },
  path: string,
  { rule = {}, ...more }: { rule?: object; [setting: string]: unknown } = {},
) {
  return {
    environment: 'test',
    environments: { test: baseUrl },
    ...more,
    folders: [{ id: 'in', path, taskType: 'prior-auth', quietSeconds: 0.2, backlog: 'send', ...rule }],
  };
}
