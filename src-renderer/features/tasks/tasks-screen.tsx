export function TasksScreen() {
  return <p>{'TasksScreen'}</p>;
}
