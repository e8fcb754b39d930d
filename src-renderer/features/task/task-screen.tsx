export function TaskScreen({ task }: { readonly task: string }) {
  return <p>{task}</p>;
}
