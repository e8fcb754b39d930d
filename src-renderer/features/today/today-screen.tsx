export function TodayScreen() {
  return <p>{'TodayScreen'}</p>;
}
