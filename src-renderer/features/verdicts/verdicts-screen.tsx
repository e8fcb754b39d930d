export function VerdictsScreen() {
  return <p>{'VerdictsScreen'}</p>;
}
