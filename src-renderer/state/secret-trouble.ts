/** What keeps the api_secret from being used, by the code of the problem. */
export function secretTrouble(code: string | undefined): 'no' | 'refused' | 'foreign' {
  if (code === 'auth.other-organisation') return 'foreign';
  return code === 'auth.refused' ? 'refused' : 'no';
}
