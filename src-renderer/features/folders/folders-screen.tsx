export function FoldersScreen() {
  return <p>{'FoldersScreen'}</p>;
}
